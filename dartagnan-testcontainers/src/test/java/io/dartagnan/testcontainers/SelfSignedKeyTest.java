package io.dartagnan.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.testcontainers.Keys.SelfSignedKey;
import java.security.cert.X509Certificate;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelfSignedKeyTest {

  @Test
  void theCertificateStandsForItsHostsAndIsSignedByItsKey() throws Exception {
    X509Certificate certificate =
        SelfSignedKey.make("cloud-1", List.of("localhost", "172.17.0.1", "docker.example"))
            .certificate();

    certificate.verify(certificate.getPublicKey());
    certificate.checkValidity();
    assertThat(certificate.getSubjectX500Principal().getName()).contains("CN=cloud-1");
    // Two is a DNS name, seven an address (RFC 5280).
    assertThat(certificate.getSubjectAlternativeNames())
        .containsExactlyInAnyOrder(
            List.of(2, "localhost"), List.of(7, "172.17.0.1"), List.of(2, "docker.example"));
  }

  @Test
  void aCertificateOfNoHostsNamesNone() throws Exception {
    assertThat(SelfSignedKey.make("client", List.of()).certificate().getSubjectAlternativeNames())
        .isNull();
  }

  @Test
  void eachIsAnother() {
    assertThat(SelfSignedKey.make("client", List.of()).key())
        .isNotEqualTo(SelfSignedKey.make("client", List.of()).key());
  }

  @Test
  void thePrivateKeyIsNotPrinted() {
    SelfSignedKey key = SelfSignedKey.make("party-0", List.of());

    assertThat(key).hasToString("key of party-0");
  }
}
