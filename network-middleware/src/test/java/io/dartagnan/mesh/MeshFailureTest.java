package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.session.Mesh;
import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that peers that give up, vanish, stay silent or cannot be reached are named in an error.
 */
@ExtendWith(NoLeaks.class)
class MeshFailureTest {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final Timing SOON = Timing.of(Duration.ofSeconds(1));
  private static TestCertificates certificates;

  @BeforeAll
  static void makeCertificates(@TempDir Path folder) throws Exception {
    certificates = TestCertificates.in(folder);
  }

  private static ProtocolException failureOf(MeshSession session, Party from) {
    ProtocolException failure =
        catchThrowableOfType(ProtocolException.class, () -> session.receive(from, 0));
    assertThat(failure).isNotNull();
    return failure;
  }

  @Test
  void anAbortReachesBothPeersWithPartyAndReason() throws Exception {
    try (ThreeMeshes three = ThreeMeshes.start(certificates)) {
      Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
      sides.get(Party.P1).abort("the region moved");
      sides.get(Party.P1).abort("and something else");
      for (MeshSession side : sides.values()) {
        ProtocolException failure = failureOf(side, side.self().next());
        assertThat(failure).hasMessage("party 1: aborted the session: the region moved");
        assertThat(failure.culprit()).contains(Party.P1);
        assertThatThrownBy(() -> side.send(side.self().next(), 0, ByteBuffer.allocate(1)))
            .hasMessage(failure.getMessage());
      }
    }
  }

  @Test
  void anAbortWakesWhoWaits() throws Exception {
    try (ThreeMeshes three = ThreeMeshes.start(certificates)) {
      Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
      CompletableFuture<ByteBuffer> waiting =
          CompletableFuture.supplyAsync(() -> sides.get(Party.P0).receive(Party.P2, 0));
      sides.get(Party.P1).abort("enough");
      assertThatThrownBy(() -> waiting.get(20, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseMessage("party 1: aborted the session: enough");
    }
  }

  @Test
  void anAbortBeforeTheOpenEndsTheSessionOnceItIsOpened() throws Exception {
    try (ThreeMeshes three = ThreeMeshes.start(certificates)) {
      SessionId id = ThreeMeshes.newId();
      MeshSession first = three.open(Party.P0, id);
      first.abort("never mind");
      first.close();
      assertThat(failureOf(three.open(Party.P1, id), Party.P2))
          .hasMessage("party 0: aborted the session: never mind");
    }
  }

  @Test
  void anAbortOfOneSessionLeavesTheOthersAlone() throws Exception {
    try (ThreeMeshes three = ThreeMeshes.start(certificates)) {
      Map<Party, MeshSession> doomed = three.openAll(ThreeMeshes.newId());
      Map<Party, MeshSession> other = three.openAll(ThreeMeshes.newId());
      doomed.get(Party.P0).abort("enough");
      failureOf(doomed.get(Party.P1), Party.P0);
      other.get(Party.P0).send(Party.P1, 3, ByteBuffer.allocate(5));
      assertThat(other.get(Party.P1).receive(Party.P0, 3).remaining()).isEqualTo(5);
    }
  }

  @Test
  void aClosedMeshIsNamedByBothPeers() throws Exception {
    try (ThreeMeshes three = ThreeMeshes.start(certificates)) {
      Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
      exchangeOnce(sides);
      three.mesh(Party.P2).close();
      for (Party left : new Party[] {Party.P0, Party.P1}) {
        ProtocolException failure = failureOf(sides.get(left), left.next());
        // From itself, or from the other peer if that noticed and told first.
        assertThat(failure.getMessage()).contains("party 2: ");
      }
    }
  }

  @Test
  void aPeerWhoseConnectionBreaksIsNamedEverywhere() throws Exception {
    try (ThreeMeshes three = ThreeMeshes.start(certificates)) {
      SessionId id = ThreeMeshes.newId();
      MeshSession first = three.open(Party.P0, id);
      MeshSession third = three.open(Party.P2, id);
      try (RawPeer peer = RawPeer.as(Party.P1, certificates, three.mesh(Party.P0).port())) {
        peer.data(id, 0, 0, (byte) 9);
        assertThat(first.receive(Party.P1, 0).get()).isEqualTo((byte) 9);
      }
      ProtocolException here = failureOf(first, Party.P1);
      assertThat(here.culprit()).contains(Party.P1);
      assertThat(here.getMessage()).contains("closed its connection");
      assertThat(failureOf(third, Party.P1).getMessage())
          .startsWith("party 0: aborted the session: party 1: ");
    }
  }

  @Test
  void aSilentPeerIsNamedWhenTheDeadlineIsOver() throws Exception {
    try (ThreeMeshes three =
        ThreeMeshes.start(
            certificates,
            DEADLINE,
            ThreeMeshes.of(Party.P0, settings -> settings.withTiming(SOON)))) {
      Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
      ProtocolException failure =
          catchThrowableOfType(
              ProtocolException.class, () -> sides.get(Party.P0).receive(Party.P1, 42));
      assertThat(failure).hasMessage("party 1: sent nothing for 1000 ms at step 42");
      assertThat(failure.culprit()).contains(Party.P1);
      assertThat(failureOf(sides.get(Party.P2), Party.P1))
          .hasMessageContaining("party 1: sent nothing for 1000 ms");
    }
  }

  @Test
  void aPeerThatTakesNothingEndsTheSendAndTheConnectionAtTheDeadline() throws Exception {
    // Its silence is not what ends it.
    Timing timing = Timing.of(Duration.ofSeconds(2)).withKeepalive(Duration.ofMinutes(1));
    try (MuteServer deaf = MuteServer.as(Party.P1, certificates);
        ThreeMeshes three =
            // Party 2, where nobody opens the session, does not give it up first.
            ThreeMeshes.start(
                certificates,
                DEADLINE,
                ThreeMeshes.of(Party.P0, settings -> settings.withTiming(timing)))) {
      three.redirect(Party.P1, deaf.port());
      MeshSession session = three.open(Party.P0, ThreeMeshes.newId());
      ByteBuffer large = ByteBuffer.allocate(Exchange.MAX_PAYLOAD_BYTES);
      assertThatThrownBy(
              () -> {
                for (int step = 0; step < 1000; step++) {
                  session.send(Party.P1, step, large.clear());
                }
              })
          .isInstanceOf(ProtocolException.class)
          .hasMessageMatching("party 1: .* takes nothing for 2000 ms");
      assertThat(session.bytesSent()).isLessThan(200L << 20);
      await("the connection is given up")
          .atMost(DEADLINE)
          .until(() -> three.mesh(Party.P0).metrics().connectionsLost() == 1);
    }
  }

  @Test
  void aServerThatIsNotThereIsNamedWithItsAddress() throws Exception {
    try (ThreeMeshes three = ThreeMeshes.start(certificates)) {
      int nobody;
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        nobody = free.getLocalPort();
      }
      three.redirect(Party.P2, nobody);
      ProtocolException failure = failureOf(three.open(Party.P0, ThreeMeshes.newId()), Party.P1);
      assertThat(failure.culprit()).contains(Party.P2);
      assertThat(failure.getMessage())
          .contains(":" + nobody + " cannot be reached: ")
          .containsIgnoringCase("refused");
    }
  }

  @Test
  void noPeerHearsOfAnothersAddress() throws Exception {
    try (ThreeMeshes three = ThreeMeshes.start(certificates)) {
      SessionId first = ThreeMeshes.newId();
      SessionId second = ThreeMeshes.newId();
      MeshSession told = three.open(Party.P1, first);
      MeshSession toldToo = three.open(Party.P1, second);
      for (MeshSession each : List.of(told, toldToo)) {
        each.send(Party.P2, 0, ByteBuffer.allocate(1));
      }
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        three.redirect(Party.P2, free.getLocalPort());
      }
      failureOf(three.open(Party.P0, first), Party.P2);
      assertThat(failureOf(told, Party.P0))
          .hasMessage("party 0: aborted the session: party 2: cannot be reached");
      three.forget(Party.P2);
      failureOf(three.open(Party.P0, second), Party.P2);
      assertThat(failureOf(toldToo, Party.P0))
          .hasMessage("party 0: aborted the session: party 2: its server cannot be located");
    }
  }

  @Test
  void whateverTheDirectoryThrowsEndsTheSession() throws Exception {
    MeshSettings settings =
        MeshSettings.of(Party.P0, "127.0.0.1", 0, certificates.identity(Party.P0), DEADLINE);
    PeerDirectory broken =
        (party, server) -> {
          throw new StackOverflowError();
        };
    try (Mesh mesh = Mesh.start(settings, broken);
        MeshSession session =
            mesh.open(ThreeMeshes.newId(), Map.of(Party.P1, "rs1", Party.P2, "rs2"))) {
      assertThat(failureOf(session, Party.P1).getMessage())
          .endsWith("cannot be located: StackOverflowError");
    }
  }

  @Test
  void anAbortWithoutAReasonIsRefused() throws Exception {
    try (ThreeMeshes three = ThreeMeshes.start(certificates)) {
      Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
      assertThatThrownBy(() -> sides.get(Party.P0).abort(null))
          .isInstanceOf(NullPointerException.class)
          .hasMessage("reason");
      exchangeOnce(sides);
    }
  }

  @Test
  void aServerThatTheDirectoryDoesNotKnowIsNamedWithItsReason() throws Exception {
    try (ThreeMeshes three = ThreeMeshes.start(certificates)) {
      three.forget(Party.P1);
      assertThat(failureOf(three.open(Party.P0, ThreeMeshes.newId()), Party.P2))
          .hasMessage(
              "party 1: server rs1,16020,1 cannot be located: "
                  + "party 1 server rs1,16020,1 has no live record");
    }
  }

  @Test
  void aRestartedPeerIsDialledAgain() throws Exception {
    try (ThreeMeshes three = ThreeMeshes.start(certificates)) {
      exchangeOnce(three.openAll(ThreeMeshes.newId()));
      three.restart(Party.P1);
      await("a session with the restarted peer works")
          .atMost(DEADLINE)
          .until(
              () -> {
                try {
                  exchangeOnce(three.openAll(ThreeMeshes.newId()));
                  return true;
                } catch (ProtocolException e) {
                  return false;
                }
              });
    }
  }

  @Test
  void anInterruptedWaitEndsTheSessionAndKeepsTheFlag() throws Exception {
    try (ThreeMeshes three = ThreeMeshes.start(certificates)) {
      Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
      Thread.currentThread().interrupt();
      ProtocolException failure = failureOf(sides.get(Party.P0), Party.P1);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(failure).hasMessageContaining("interrupted while waiting for party 1");
      failureOf(sides.get(Party.P1), Party.P0);
    }
  }

  @Test
  void closeLeavesNoThreadAndOpensNothing() throws Exception {
    ThreeMeshes three = ThreeMeshes.start(certificates);
    MeshSession session = three.openAll(ThreeMeshes.newId()).get(Party.P0);
    three.close();
    three.close();
    NoLeaks.awaitNoMeshThread();
    assertThatThrownBy(() -> three.open(Party.P0, ThreeMeshes.newId()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the mesh is closed");
    assertThatThrownBy(() -> session.receive(Party.P1, 0)).isInstanceOf(ProtocolException.class);
    session.close();
  }

  private static void exchangeOnce(Map<Party, MeshSession> sides) {
    for (MeshSession side : sides.values()) {
      side.send(side.self().next(), 1, ByteBuffer.allocate(8));
      side.send(side.self().prev(), 1, ByteBuffer.allocate(8));
    }
    for (MeshSession side : sides.values()) {
      side.receive(side.self().next(), 1);
      side.receive(side.self().prev(), 1);
    }
  }
}
