package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mesh.tls.HandshakeRejection;
import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mesh.tls.TlsProvider;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that an end without the certificate of the peer it should be is rejected and counted. */
@ParameterizedClass(name = "TLS by {0}")
@EnumSource(
    value = TlsProvider.class,
    names = {"JDK", "OPENSSL"})
@ExtendWith(NoLeaks.class)
class StrangersTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Short, so that a silent handshake is over soon. */
  private static final Duration SOON = Duration.ofMillis(500);

  private static TestCertificates certificates;
  private static Path truststore;

  private final TlsProvider provider;
  private ThreeMeshes three;

  StrangersTest(TlsProvider provider) {
    this.provider = provider;
  }

  @BeforeAll
  static void makeCertificates(@TempDir Path folder) throws Exception {
    certificates = TestCertificates.in(folder);
    // Pinned, but not valid today.
    truststore = folder.resolve("with-other-times.p12");
    certificates.writeTruststore(
        truststore,
        Map.of(
            "party-0", certificates.keystore(Party.P0),
            "party-1", certificates.keystore(Party.P1),
            "party-1-expired", certificates.expiredKeystore(),
            "party-1-future", certificates.futureKeystore(),
            "party-2", certificates.keystore(Party.P2)));
  }

  @BeforeEach
  void start() throws IOException {
    three = ThreeMeshes.start(certificates, PATIENCE, this::adjust);
  }

  private MeshSettings adjust(MeshSettings from) {
    char[] password = certificates.password();
    TlsIdentity identity =
        new TlsIdentity(certificates.keystore(from.self()), password, truststore, password);
    return MeshSettings.of(
        from.self(),
        from.bindAddress(),
        from.port(),
        identity.withProvider(provider),
        from.timeout());
  }

  @AfterEach
  void stop() {
    three.close();
  }

  private int port() {
    return three.mesh(Party.P0).port();
  }

  private void awaitCounted(HandshakeRejection expected) {
    await("one rejection: " + expected)
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(three.mesh(Party.P0).tls().rejections().toString())
                  .isEqualTo("{" + expected + "=1}");
            });
  }

  /** In TLS 1.3 a client learns after its handshake that it was refused. */
  private void assertRefused(HandshakeRejection expected, Path keystore, String protocol)
      throws Exception {
    assertRefused(expected, RawPeer.context(certificates, keystore), protocol);
  }

  private void assertRefused(HandshakeRejection expected, SSLContext shown, String protocol) {
    try (RawPeer peer = RawPeer.with(shown, protocol, port())) {
      peer.data(ThreeMeshes.newId(), 0, 0, (byte) 1);
      assertThat(peer.isRefused()).isTrue();
    } catch (IOException refusedInTheHandshake) {
      assertThat(refusedInTheHandshake).isNotNull();
    }
    awaitCounted(expected);
  }

  @Test
  void theProviderThatIsSetIsUsed() {
    assertThat(three.mesh(Party.P0).tls().provider()).isEqualTo(provider);
  }

  @Test
  void aStrangersSelfSignedCertificateIsRefused() throws Exception {
    assertRefused(
        HandshakeRejection.UNKNOWN_CERTIFICATE, certificates.strangersKeystore(), "TLSv1.3");
  }

  @Test
  void aPeersCertificateWithoutItsKeyIsRefused() throws Exception {
    PrivateKey strangers = certificates.privateKey(certificates.strangersKeystore());
    X509Certificate public1 = certificates.certificate(certificates.keystore(Party.P1));
    assertRefused(HandshakeRejection.OTHER, RawPeer.claiming(strangers, public1), "TLSv1.3");
  }

  @Test
  void aPeersCertificateBehindAStrangersOwnCountsForNothing() throws Exception {
    Path keystore = certificates.strangersKeystore();
    SSLContext chain =
        RawPeer.claiming(
            certificates.privateKey(keystore),
            certificates.certificate(keystore),
            certificates.certificate(certificates.keystore(Party.P1)));
    assertRefused(HandshakeRejection.UNKNOWN_CERTIFICATE, chain, "TLSv1.3");
  }

  @Test
  void noCertificateIsRefused() throws Exception {
    assertRefused(HandshakeRejection.NO_CERTIFICATE, (Path) null, "TLSv1.3");
  }

  @Test
  void oneThatShowsThisPartysOwnCertificateIsRefused() throws Exception {
    assertRefused(HandshakeRejection.WRONG_PARTY, certificates.keystore(Party.P0), "TLSv1.3");
  }

  @Test
  void anExpiredCertificateIsRefusedThoughItIsPinned() throws Exception {
    assertRefused(HandshakeRejection.EXPIRED, certificates.expiredKeystore(), "TLSv1.3");
  }

  @Test
  void aCertificateThatBeginsLaterIsRefusedThoughItIsPinned() throws Exception {
    assertRefused(HandshakeRejection.NOT_YET_VALID, certificates.futureKeystore(), "TLSv1.3");
  }

  @Test
  void anOlderTlsIsRefused() throws Exception {
    assertRefused(HandshakeRejection.OLD_TLS, certificates.keystore(Party.P1), "TLSv1.2");
  }

  @Test
  void aPeersCertificateIsAcceptedAndDecidesWhoItIs() throws Exception {
    try (MeshSession session = three.open(Party.P0, ThreeMeshes.newId());
        RawPeer peer = RawPeer.as(Party.P2, certificates, port())) {
      peer.data(session.id(), 4, 0, (byte) 77);
      assertThat(session.receive(Party.P2, 4).get()).isEqualTo((byte) 77);
    }
    assertThat(three.mesh(Party.P0).tls().rejections().total()).isZero();
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
    awaitCounted(HandshakeRejection.PLAINTEXT);
  }

  @Test
  void aConnectionThatStaysSilentIsEnded() throws Exception {
    three.close();
    three = ThreeMeshes.start(certificates, SOON, this::adjust);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(30_000);
      assertThat(RawPeer.endsIn(socket)).isTrue();
    }
    awaitCounted(HandshakeRejection.HANDSHAKE_TIMEOUT);
  }

  @Test
  void aLookAtThePortIsCountedAsThat() throws Exception {
    new Socket(InetAddress.getLoopbackAddress(), port()).close();
    awaitCounted(HandshakeRejection.LEFT);
  }

  private void assertDiallingFails(HandshakeRejection expected, int port, String reason) {
    three.redirect(Party.P1, port);
    try (MeshSession session = three.open(Party.P0, ThreeMeshes.newId())) {
      ProtocolException failure =
          catchThrowableOfType(ProtocolException.class, () -> session.receive(Party.P1, 0));
      assertThat(failure.culprit()).contains(Party.P1);
      assertThat(failure).hasMessageContaining(reason);
    }
    awaitCounted(expected);
  }

  private void assertDiallingFails(
      HandshakeRejection expected, Path keystore, String protocol, String reason) throws Exception {
    SSLContext shown = RawPeer.context(certificates, keystore);
    assertDiallingFails(expected, shown, protocol, reason);
  }

  private void assertDiallingFails(
      HandshakeRejection expected, SSLContext shown, String protocol, String reason)
      throws IOException {
    try (RawServer server = RawServer.with(shown, protocol)) {
      assertDiallingFails(expected, server.port(), reason);
    }
  }

  @Test
  void diallingAnotherPartyThanMeantFails() {
    assertDiallingFails(
        HandshakeRejection.WRONG_PARTY,
        three.mesh(Party.P2).port(),
        "the certificate presented is that of party 2, accepted is [party 1]");
  }

  @Test
  void diallingAStrangerFails() throws Exception {
    assertDiallingFails(
        HandshakeRejection.UNKNOWN_CERTIFICATE,
        certificates.strangersKeystore(),
        "TLSv1.3",
        "the certificate presented is no party's");
  }

  @Test
  void diallingOneThatHasThePeersCertificateWithoutItsKeyFails() throws Exception {
    PrivateKey strangers = certificates.privateKey(certificates.strangersKeystore());
    X509Certificate public1 = certificates.certificate(certificates.keystore(Party.P1));
    assertDiallingFails(
        HandshakeRejection.OTHER, RawPeer.claiming(strangers, public1), "TLSv1.3", "");
  }

  @Test
  void diallingOneWhoseCertificateHasEndedFails() throws Exception {
    assertDiallingFails(
        HandshakeRejection.EXPIRED,
        certificates.expiredKeystore(),
        "TLSv1.3",
        "the certificate of party 1 ended on ");
  }

  @Test
  void diallingOneThatSpeaksAnOlderTlsFails() throws Exception {
    assertDiallingFails(HandshakeRejection.OLD_TLS, certificates.keystore(Party.P1), "TLSv1.2", "");
  }

  @Test
  void diallingOneThatSpeaksNoTlsFails() throws Exception {
    try (RawServer server = RawServer.plaintext()) {
      assertDiallingFails(HandshakeRejection.PLAINTEXT, server.port(), "");
    }
  }
}
