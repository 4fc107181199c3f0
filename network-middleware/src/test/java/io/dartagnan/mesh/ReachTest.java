package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mesh.tls.HandshakeRejection;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Attempts to reach a peer's server without a session. */
@ExtendWith(NoLeaks.class)
class ReachTest {
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private static TestCertificates certificates;
  private ThreeMeshes three;

  @BeforeAll
  static void makeCertificates(@TempDir Path folder) throws Exception {
    certificates = TestCertificates.in(folder);
  }

  @BeforeEach
  void start() throws IOException {
    three = ThreeMeshes.start(certificates);
  }

  @AfterEach
  void stop() {
    three.close();
  }

  private void reach() throws Exception {
    three
        .mesh(Party.P0)
        .reach(Party.P1, ThreeMeshes.SERVERS.get(Party.P1))
        .get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }

  private AbstractThrowableAssert<?, ?> failsToReach() {
    return assertThatThrownBy(this::reach)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void aServerThatIsThereIsReachedOverOneConnectionWithoutASession() throws Exception {
    reach();
    reach();

    assertThat(three.mesh(Party.P0).metrics().connectionsDialled()).isEqualTo(1);
    assertThat(three.mesh(Party.P1).metrics().connectionsAccepted()).isEqualTo(1);
    assertThat(three.mesh(Party.P1).metrics().sessionsOpen()).isZero();
    assertThat(three.mesh(Party.P0).metrics().sessionsOpened()).isZero();
  }

  @Test
  void aPortAtWhichNobodyListensIsNamed() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    three.redirect(Party.P1, free);

    failsToReach().hasMessageContaining(free + " cannot be reached: ");
  }

  @Test
  void aServerWithoutARecordIsNamed() {
    three.forget(Party.P1);

    failsToReach().hasMessageContaining("has no live record");
  }

  @Test
  void aStrangersCertificateIsNamed() throws Exception {
    try (RawServer stranger =
        RawServer.with(
            RawPeer.context(certificates, certificates.strangersKeystore()), "TLSv1.3")) {
      three.redirect(Party.P1, stranger.port());

      failsToReach()
          .hasMessageContaining("the certificate presented is no party's")
          .satisfies(
              failure ->
                  assertThat(HandshakeRejection.of(failure))
                      .contains(HandshakeRejection.UNKNOWN_CERTIFICATE));
    }
  }
}
