package io.dartagnan.clusters.certs;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bouncycastle.asn1.pkcs.Pfx;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RpcCertificatesTest {
  @TempDir Path folder;
  private RpcCertificates certificates;

  @BeforeEach
  void make() {
    certificates = new RpcCertificates(new StateFolder(folder));
    certificates.ensure();
  }

  @ParameterizedTest
  @EnumSource(
      value = Role.class,
      names = {"CLOUD_0", "CLOUD_1", "CLOUD_2", "BASELINE"})
  void aClusterAcceptsItselfAndClientsAndAClientThatClusterAlone(Role cluster) throws Exception {
    KeyStore ownKey = load(certificates.ofServers(cluster), "keystore");
    KeyStore clientKey = load(certificates.ofClients(cluster), "keystore");
    assertThat(Collections.list(ownKey.aliases())).containsExactly(cluster.id());
    assertThat(ownKey.isKeyEntry(cluster.id())).isTrue();
    assertThat(Collections.list(clientKey.aliases())).containsExactly("client");
    assertThat(clientKey.isKeyEntry("client")).isTrue();

    X509Certificate own = (X509Certificate) ownKey.getCertificate(cluster.id());
    assertThat(trusted(certificates.ofServers(cluster)))
        .isEqualTo(Map.of(cluster.id(), own, "client", clientKey.getCertificate("client")));
    assertThat(trusted(certificates.ofClients(cluster))).isEqualTo(Map.of(cluster.id(), own));
    assertThat(own.getSubjectAlternativeNames())
        .containsExactlyInAnyOrder(List.of(2, "localhost"), List.of(7, "127.0.0.1"));
  }

  @Test
  void eachClusterHasAKeyAndAPasswordOfItsOwnInItsFolder() throws Exception {
    Set<String> passwords = new HashSet<>();
    Set<X509Certificate> keys = new HashSet<>();
    List<Map<String, String>> ends = new ArrayList<>();
    for (Role cluster : Role.CLUSTERS) {
      Map<String, String> settings = certificates.ofServers(cluster);
      ends.add(settings);
      assertThat(Path.of(settings.get("hbase.rpc.tls.keystore.location")))
          .startsWith(folder.resolve(cluster.id()));
      keys.add((X509Certificate) load(settings, "keystore").getCertificate(cluster.id()));
    }
    ends.add(certificates.ofClients(Role.CLOUD_0));
    ends.forEach(end -> passwords.add(end.get("hbase.rpc.tls.keystore.password")));

    assertThat(keys).hasSize(4);
    assertThat(passwords).hasSize(5);
  }

  @Test
  void passwordsAreNotStretchedSinceClientsReadSixStoresWhenTheyConnect() throws Exception {
    for (String store : List.of("keystore", "truststore")) {
      String file =
          certificates.ofClients(Role.CLOUD_1).get("hbase.rpc.tls." + store + ".location");
      Pfx read = Pfx.getInstance(Files.readAllBytes(Path.of(file)));
      assertThat(read.getMacData().getIterationCount()).as(file).isEqualTo(BigInteger.ONE);
    }
  }

  @Test
  void everyFileIsItsOwnersAlone() throws Exception {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .as(file.toString())
            .isEqualTo("rw-------");
      }
    }
  }

  @Test
  void whatIsThereIsKeptAndWhatIsMissingIsMadeAnewWithTheRest() throws Exception {
    Path key = Path.of(certificates.ofServers(Role.CLOUD_1).get("hbase.rpc.tls.keystore.location"));
    byte[] before = Files.readAllBytes(key);

    certificates.ensure();
    assertThat(key).hasBinaryContent(before);

    Files.delete(
        Path.of(certificates.ofClients(Role.BASELINE).get("hbase.rpc.tls.truststore.location")));
    certificates.ensure();
    assertThat(Files.readAllBytes(key)).isNotEqualTo(before);
    aClusterAcceptsItselfAndClientsAndAClientThatClusterAlone(Role.CLOUD_1);
  }

  private static Map<String, X509Certificate> trusted(Map<String, String> settings)
      throws Exception {
    KeyStore store = load(settings, "truststore");
    Map<String, X509Certificate> trusted = new TreeMap<>();
    for (String alias : Collections.list(store.aliases())) {
      assertThat(store.isKeyEntry(alias)).as(alias).isFalse();
      trusted.put(alias, (X509Certificate) store.getCertificate(alias));
    }
    return trusted;
  }

  private static KeyStore load(Map<String, String> settings, String store) throws Exception {
    KeyStore loaded = KeyStore.getInstance(settings.get("hbase.rpc.tls." + store + ".type"));
    try (InputStream in =
        Files.newInputStream(Path.of(settings.get("hbase.rpc.tls." + store + ".location")))) {
      loaded.load(in, settings.get("hbase.rpc.tls." + store + ".password").toCharArray());
    }
    return loaded;
  }
}
