package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Who is not the peer that its certificate must show it to be gets nowhere. */
@ExtendWith(NoLeaks.class)
class StrangersTest {
  private static Path folder;
  private static TestCertificates certificates;
  private ThreeMeshes three;

  @BeforeAll
  static void makeCertificates(@TempDir Path made) throws Exception {
    folder = made;
    certificates = TestCertificates.in(made);
  }

  @BeforeEach
  void start() throws IOException {
    three = ThreeMeshes.start(certificates);
  }

  @AfterEach
  void stop() {
    three.close();
  }

  private int port() {
    return three.mesh(Party.P0).port();
  }

  /** In TLS 1.3 a client learns after its handshake that it was refused. */
  private boolean isRefused(Path keystore, String protocol) throws Exception {
    try (RawPeer peer = RawPeer.with(RawPeer.context(certificates, keystore), protocol, port())) {
      peer.data(ThreeMeshes.newId(), 0, 0, (byte) 1);
      return peer.isRefused();
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void aStrangersCertificateIsRefused() throws Exception {
    assertThat(isRefused(certificates.strangersKeystore(), "TLSv1.3")).isTrue();
  }

  @Test
  void noCertificateIsRefused() throws Exception {
    assertThat(isRefused(null, "TLSv1.3")).isTrue();
  }

  @Test
  void oneThatShowsThisPartysOwnCertificateIsRefused() throws Exception {
    assertThat(isRefused(certificates.keystore(Party.P0), "TLSv1.3")).isTrue();
  }

  @Test
  void anOlderTlsIsRefused() throws Exception {
    assertThat(isRefused(certificates.keystore(Party.P1), "TLSv1.2")).isTrue();
  }

  @Test
  void aPeersCertificateIsAcceptedAndDecidesWhoItIs() throws Exception {
    try (MeshSession session = three.open(Party.P0, ThreeMeshes.newId());
        RawPeer peer = RawPeer.as(Party.P2, certificates, port())) {
      peer.data(session.id(), 4, 0, (byte) 77);
      assertThat(session.receive(Party.P2, 4).get()).isEqualTo((byte) 77);
    }
  }

  @Test
  void aPlaintextConnectionIsRefused() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(30_000);
      socket
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: mesh\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      // A TLS alert may come first.
      byte[] alert = new byte[64];
      int read = socket.getInputStream().read(alert);
      assertThat(read < 0 || alert[0] == 21).isTrue();
      assertThat(read < 0 || RawPeer.endsIn(socket)).isTrue();
    }
  }

  @Test
  void aConnectionThatReachesAnotherPartyThanMeantIsRefused() {
    three.redirect(Party.P1, three.mesh(Party.P2).port());
    try (MeshSession session = three.open(Party.P0, ThreeMeshes.newId())) {
      ProtocolException failure =
          catchThrowableOfType(ProtocolException.class, () -> session.receive(Party.P1, 0));
      assertThat(failure.culprit()).contains(Party.P1);
      assertThat(failure)
          .hasMessageContaining(
              "the certificate presented is that of party 2, accepted is [party 1]");
    }
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

  @Test
  void keysThatCannotBeUsedAreNamedAtTheStart() throws Exception {
    char[] password = certificates.password();
    Path mine = certificates.keystore(Party.P1);
    Path trusted = certificates.truststore();
    Path missing = folder.resolve("missing.p12");
    Path rubbish = Files.writeString(folder.resolve("rubbish.p12"), "not a keystore");
    startFailsWith(
        Party.P1,
        new TlsIdentity(missing, password, trusted, password),
        missing + " does not exist");
    startFailsWith(
        Party.P1, new TlsIdentity(mine, password, rubbish, password), rubbish + " cannot be read");
    startFailsWith(
        Party.P1,
        new TlsIdentity(mine, "wrong".toCharArray(), trusted, password),
        mine + " cannot be read",
        "password");
    startFailsWith(
        Party.P2, new TlsIdentity(mine, password, trusted, password), "has no key party-2");
    startFailsWith(
        Party.P1,
        new TlsIdentity(mine, password, certificates.strangersKeystore(), password),
        "has an entry 'stranger'");
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    MeshSettings settings =
        MeshSettings.of(
            Party.P1, "127.0.0.1", port(), certificates.identity(Party.P1), Duration.ofSeconds(5));
    assertThatThrownBy(() -> Mesh.start(settings, (party, server) -> null).close())
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the mesh cannot listen on 127.0.0.1:" + port() + ": ");
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
