package io.dartagnan.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelfSignedKeyTest {

  private static SelfSignedKey make(String alias, List<String> hosts) {
    return SelfSignedKey.make(alias, Duration.ofDays(1), hosts);
  }

  @Test
  void theCertificateStandsForItsHostsAndIsSignedByItsKey() throws Exception {
    X509Certificate certificate =
        make("cloud-1", List.of("localhost", "172.17.0.1", "docker.example")).certificate();

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
    assertThat(make("client", List.of()).certificate().getSubjectAlternativeNames()).isNull();
  }

  @Test
  void eachIsAnother() {
    assertThat(make("client", List.of()).key()).isNotEqualTo(make("client", List.of()).key());
  }

  @Test
  void thePrivateKeyIsNotPrinted() {
    SelfSignedKey key = make("party-0", List.of());

    assertThat(key).hasToString("key of party-0");
  }
}
