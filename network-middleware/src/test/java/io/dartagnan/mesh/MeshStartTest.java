package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mesh.session.Mesh;
import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mesh.tls.TlsProvider;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a mesh that cannot do its work does not start, and says why. */
@ExtendWith(NoLeaks.class)
class MeshStartTest {
  private static Path folder;
  private static TestCertificates certificates;

  @BeforeAll
  static void makeCertificates(@TempDir Path made) throws Exception {
    folder = made;
    certificates = TestCertificates.in(made);
  }

  private static void startFailsWith(
      Party self, Path keystore, Path truststore, String... reasons) {
    char[] password = certificates.password();
    startFailsWith(self, new TlsIdentity(keystore, password, truststore, password), reasons);
  }

  private static void startFailsWith(Party self, TlsIdentity identity, String... reasons) {
    MeshSettings settings = MeshSettings.of(self, "127.0.0.1", 0, identity, Duration.ofSeconds(5));
    assertThatThrownBy(
            () ->
                Mesh.start(
                        settings,
                        (party, server) -> {
                          throw new IOException("nobody is asked");
                        })
                    .close())
        .isInstanceOf(IOException.class)
        .satisfies(e -> assertThat(e.getMessage()).contains(reasons));
  }

  private static Path truststore(String name, Map<String, Path> pins) throws IOException {
    Path file = folder.resolve(name);
    certificates.writeTruststore(file, pins);
    return file;
  }

  private static Path pinnedForPartyOne(String alias, Path keystore) throws IOException {
    return truststore(
        alias + "-pinned.p12",
        Map.of(
            "party-0",
            certificates.keystore(Party.P0),
            alias,
            keystore,
            "party-2",
            certificates.keystore(Party.P2)));
  }

  @Test
  void filesThatCannotBeReadAreNamed() throws Exception {
    Path mine = certificates.keystore(Party.P1);
    Path trusted = certificates.truststore();
    Path missing = folder.resolve("missing.p12");
    Path rubbish = Files.writeString(folder.resolve("rubbish.p12"), "not a keystore");
    startFailsWith(Party.P1, missing, trusted, missing + " does not exist");
    startFailsWith(Party.P1, mine, rubbish, rubbish + " cannot be read as PKCS12");
    char[] password = certificates.password();
    startFailsWith(
        Party.P1,
        new TlsIdentity(mine, "wrong".toCharArray(), trusted, password),
        mine + " cannot be read",
        "password");
  }

  @Test
  void aKeystoreWithoutTheRightKeyIsRefused() throws Exception {
    Path trusted = certificates.truststore();
    startFailsWith(
        Party.P2,
        certificates.keystore(Party.P1),
        trusted,
        "has no key party-2, it needs the one of party 2",
        "it has the key party-1, so either this server is wrongly set to be party 2");
    startFailsWith(
        Party.P1,
        certificates.nextKeystore(),
        trusted,
        "is not pinned for party 1 in " + trusted + ", add it there first");
  }

  @Test
  void anOwnCertificateThatHasEndedIsRefused() throws Exception {
    Path trusted =
        truststore(
            "with-expired.p12",
            Map.of(
                "party-0", certificates.keystore(Party.P0),
                "party-1", certificates.expiredKeystore(),
                "party-2", certificates.keystore(Party.P2)));
    startFailsWith(
        Party.P1,
        certificates.expiredKeystore(),
        trusted,
        "the certificate in " + certificates.expiredKeystore() + " ended on ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC secp521r1", "Ed25519", "DSA 2048", "RSA 1024"})
  void aKeyThatNotEveryProviderSpeaksWithIsRefused(String kind) throws Exception {
    String alias = "party-1-" + kind.hashCode();
    Path mine = certificates.make(alias, kind);
    Path trusted = pinnedForPartyOne(alias, mine);
    startFailsWith(
        Party.P1,
        mine,
        trusted,
        "the truststore " + trusted + " has a key in " + alias + " that not every TLS speaks with",
        "allowed are EC keys on P-256 or P-384 and RSA keys of 2048 bits or more");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC secp384r1", "RSA 2048"})
  void otherKindsOfKeysAreSpokenWithByBothProviders(String kind) throws Exception {
    String alias = "party-1-" + kind.hashCode();
    Path mine = certificates.make(alias, kind);
    Path trusted = pinnedForPartyOne(alias, mine);
    char[] password = certificates.password();
    for (TlsProvider provider : List.of(TlsProvider.JDK, TlsProvider.OPENSSL)) {
      TlsIdentity zero =
          new TlsIdentity(certificates.keystore(Party.P0), password, trusted, password);
      MeshSettings settings =
          MeshSettings.of(
              Party.P0, "127.0.0.1", 0, zero.withProvider(provider), Duration.ofSeconds(30));
      try (Mesh mesh = Mesh.start(settings, (party, server) -> null);
          RawPeer peer =
              RawPeer.with(RawPeer.context(certificates, mine), "TLSv1.3", mesh.port())) {
        peer.hello(2, 3);
        assertThat(peer.firstAnswered()).isNotNegative();
      }
    }
  }

  @Test
  void aTruststoreThatDoesNotNameThreePartiesIsRefused() throws Exception {
    Path mine = certificates.keystore(Party.P1);
    startFailsWith(
        Party.P1,
        mine,
        truststore("two.p12", Map.of("party-0", certificates.keystore(Party.P0), "party-1", mine)),
        "has no certificate of party 2, add it as party-2");
    startFailsWith(
        Party.P1,
        mine,
        truststore(
            "twins.p12",
            Map.of(
                "party-0", mine,
                "party-1", mine,
                "party-2", certificates.keystore(Party.P2))),
        "has the same key for party 0 and party 1, each party needs its own");
    startFailsWith(
        Party.P1,
        mine,
        truststore(
            "foreign.p12",
            Map.of(
                "party-0", certificates.keystore(Party.P0),
                "party-1", mine,
                "party-2", certificates.keystore(Party.P2),
                "stranger", certificates.strangersKeystore())),
        "has an entry 'stranger', allowed are party-0, party-1, party-2");
  }

  @Test
  void aPortThatIsTakenIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      int port = taken.getLocalPort();
      MeshSettings settings =
          MeshSettings.of(
              Party.P1, "127.0.0.1", port, certificates.identity(Party.P1), Duration.ofSeconds(5));
      assertThatThrownBy(() -> Mesh.start(settings, (party, server) -> null).close())
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("the mesh cannot listen on 127.0.0.1:" + port + ": ");
    }
  }

  @Test
  void passwordsAreNotShown() {
    assertThat(
            MeshSettings.of(
                    Party.P0,
                    "127.0.0.1",
                    0,
                    certificates.identity(Party.P0),
                    Duration.ofSeconds(1))
                .toString())
        .doesNotContain(new String(certificates.password()))
        .contains("party-0.p12");
  }
}
