package io.dartagnan.clusters.certs;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.interfaces.ECPublicKey;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevelopmentCertificatesTest {
  @TempDir Path folder;

  @Test
  void eachCloudHoldsItsOwnKeyAndTheThreeCertificates() throws Exception {
    StateFolder state = new StateFolder(folder);
    DevelopmentCertificates certificates = new DevelopmentCertificates(state);

    certificates.ensure();

    for (Role cloud : Role.CLOUDS) {
      KeyStore keys = load(certificates.settings(cloud), "keystore");
      KeyStore trusted = load(certificates.settings(cloud), "truststore");
      assertThat(Collections.list(keys.aliases())).containsExactly("party-" + cloud.party());
      assertThat(keys.isKeyEntry("party-" + cloud.party())).isTrue();
      assertThat(Collections.list(trusted.aliases()))
          .containsExactlyInAnyOrder("party-0", "party-1", "party-2");
      assertThat(trusted.getCertificate("party-" + cloud.party()))
          .isEqualTo(keys.getCertificate("party-" + cloud.party()));
      ECPublicKey key = (ECPublicKey) keys.getCertificate("party-" + cloud.party()).getPublicKey();
      assertThat(key.getParams().getCurve().getField().getFieldSize()).isEqualTo(256);
      assertThat(Collections.list(trusted.aliases())).noneMatch(alias -> isKey(trusted, alias));
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.getPosixFilePermissions(file))
            .as(file.toString())
            .isEqualTo(Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
      }
    }
  }

  @Test
  void aSetThatIsThereIsKept() throws Exception {
    StateFolder state = new StateFolder(folder);
    new DevelopmentCertificates(state).ensure();
    Map<String, String> before = new DevelopmentCertificates(state).settings(Role.CLOUD_2);
    byte[] key = Files.readAllBytes(Path.of(before.get("dartagnan.mesh.tls.keystore.location")));

    new DevelopmentCertificates(state).ensure();

    assertThat(new DevelopmentCertificates(state).settings(Role.CLOUD_2)).isEqualTo(before);
    assertThat(Path.of(before.get("dartagnan.mesh.tls.keystore.location"))).hasBinaryContent(key);
  }

  private static boolean isKey(KeyStore store, String alias) {
    try {
      return store.isKeyEntry(alias);
    } catch (KeyStoreException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyStore load(Map<String, String> settings, String store) throws Exception {
    KeyStore loaded = KeyStore.getInstance("PKCS12");
    try (InputStream in =
        Files.newInputStream(Path.of(settings.get("dartagnan.mesh.tls." + store + ".location")))) {
      loaded.load(in, settings.get("dartagnan.mesh.tls." + store + ".password").toCharArray());
    }
    return loaded;
  }
}
