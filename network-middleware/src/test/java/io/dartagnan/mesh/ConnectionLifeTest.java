package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests that connections are made on demand, show signs of life, and go when nobody needs them. */
@ExtendWith(NoLeaks.class)
class ConnectionLifeTest {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Timing SOON_UNUSED =
      Timing.of(TIMEOUT).withKeepalive(Duration.ofMillis(300)).withIdle(Duration.ofMillis(100));
  private static TestCertificates certificates;

  @BeforeAll
  static void makeCertificates(@TempDir Path folder) throws Exception {
    certificates = TestCertificates.in(folder);
  }

  private static ThreeMeshes start(Timing timing) throws IOException {
    return ThreeMeshes.start(certificates, TIMEOUT, settings -> settings.withTiming(timing));
  }

  private static void exchange(Map<Party, MeshSession> sides, int step) {
    for (MeshSession side : sides.values()) {
      side.send(side.self().next(), step, ByteBuffer.allocate(8));
      side.send(side.self().prev(), step, ByteBuffer.allocate(8));
    }
    for (MeshSession side : sides.values()) {
      side.receive(side.self().next(), step);
      side.receive(side.self().prev(), step);
    }
  }

  @Test
  void manySessionsShareTheSixConnections() throws Exception {
    try (ThreeMeshes three = ThreeMeshes.start(certificates)) {
      assertThat(three.mesh(Party.P0).metrics().connectionsOpen()).isZero();
      for (int i = 0; i < 20; i++) {
        exchange(three.openAll(ThreeMeshes.newId()), i);
      }
      for (Party party : Party.ALL) {
        MeshMetrics metrics = three.mesh(party).metrics();
        assertThat(metrics.connectionsDialled()).isEqualTo(2);
        assertThat(metrics.connectionsAccepted()).isEqualTo(2);
        assertThat(metrics.sessionsOpen()).isEqualTo(20);
      }
    }
  }

  @Test
  void anUnusedConnectionIsClosedAndDialledAgain() throws Exception {
    try (ThreeMeshes three = start(SOON_UNUSED)) {
      Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
      exchange(sides, 0);
      sides.values().forEach(MeshSession::close);
      await("all connections are closed")
          .atMost(DEADLINE)
          .until(
              () ->
                  Party.ALL.stream()
                      .allMatch(party -> three.mesh(party).metrics().connectionsOpen() == 0));
      for (Party party : Party.ALL) {
        assertThat(three.mesh(party).metrics().connectionsIdled()).isEqualTo(2);
        assertThat(three.mesh(party).metrics().connectionsLost()).isZero();
      }
      exchange(three.openAll(ThreeMeshes.newId()), 1);
    }
  }

  @Test
  void aConnectionThatItsDiallerIsDoneWithTakesNothingFromWhoIsNot() throws Exception {
    try (ThreeMeshes three = start(SOON_UNUSED)) {
      Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
      exchange(sides, 0);
      sides.get(Party.P0).send(Party.P1, 1, ByteBuffer.allocate(5));
      sides.get(Party.P0).close();
      MeshMetrics behind = three.mesh(Party.P1).metrics();
      await("party 0 has closed its connection to party 1")
          .atMost(DEADLINE)
          .until(() -> behind.connectionsOpen() == 3);
      sides.get(Party.P1).send(Party.P2, 1, ByteBuffer.allocate(3));
      assertThat(sides.get(Party.P2).receive(Party.P1, 1).remaining()).isEqualTo(3);
      assertThat(sides.get(Party.P1).receive(Party.P0, 1).remaining()).isEqualTo(5);
      assertThat(
              catchThrowableOfType(
                  ProtocolException.class, () -> sides.get(Party.P1).receive(Party.P0, 2)))
          .hasMessage("party 0: closed its connection");
    }
  }

  @Test
  void aConnectionWithASessionStaysHoweverQuietItIs() throws Exception {
    Timing timing =
        Timing.of(TIMEOUT).withKeepalive(Duration.ofMillis(400)).withIdle(Duration.ofMillis(30));
    try (ThreeMeshes three = start(timing)) {
      Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
      exchange(sides, 0);
      long quietUntil = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1500);
      await("a while without a message")
          .atMost(DEADLINE)
          .until(() -> System.nanoTime() > quietUntil);
      exchange(sides, 1);
      assertThat(three.mesh(Party.P0).metrics().connectionsDialled()).isEqualTo(2);
    }
  }

  @Test
  void aServerWithoutASignOfLifeIsLost() throws Exception {
    Timing timing = Timing.of(TIMEOUT).withKeepalive(Duration.ofMillis(100));
    try (MuteServer mute = MuteServer.as(Party.P1, certificates);
        ThreeMeshes three = start(timing)) {
      three.redirect(Party.P1, mute.port());
      MeshSession session = three.open(Party.P0, ThreeMeshes.newId());
      session.send(Party.P1, 0, ByteBuffer.allocate(8));
      ProtocolException failure =
          catchThrowableOfType(ProtocolException.class, () -> session.receive(Party.P1, 0));
      assertThat(failure.culprit()).contains(Party.P1);
      assertThat(failure)
          .hasMessageEndingWith(":" + mute.port() + ": has given no sign of life for 300 ms");
    }
  }

  @Test
  void aDiallerWithoutASignOfLifeIsLost() throws Exception {
    Timing timing = Timing.of(TIMEOUT).withKeepalive(Duration.ofMillis(100));
    try (ThreeMeshes three = start(timing);
        RawPeer peer = RawPeer.as(Party.P1, certificates, three.mesh(Party.P0).port())) {
      SessionId id = ThreeMeshes.newId();
      MeshSession session = three.open(Party.P0, id);
      peer.data(id, 0, 0, (byte) 1);
      session.receive(Party.P1, 0);
      ProtocolException failure =
          catchThrowableOfType(ProtocolException.class, () -> session.receive(Party.P1, 1));
      assertThat(failure).hasMessage("party 1: has given no sign of life for 300 ms");
      assertThat(peer.isRefused()).isTrue();
    }
  }

  @Test
  void aDelayIsAddedOnceHoweverMuchIsOnTheWay() throws Exception {
    Duration delay = Duration.ofMillis(150);
    try (ThreeMeshes three = start(Timing.of(TIMEOUT).withDelay(delay))) {
      Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
      exchange(sides, 0);
      int messages = 200;
      long began = System.nanoTime();
      for (int i = 0; i < messages; i++) {
        sides.get(Party.P0).send(Party.P1, i, ByteBuffer.allocate(i));
      }
      for (int i = 0; i < messages; i++) {
        assertThat(sides.get(Party.P1).receive(Party.P0, i).remaining()).isEqualTo(i);
      }
      // In units of the delay: one for all of them, not one for each.
      assertThat(Duration.ofNanos(System.nanoTime() - began))
          .isBetween(delay, delay.multipliedBy(messages / 2));
    }
  }

  @Test
  void aServerThatSpeaksAnotherVersionIsNamedWithBoth() throws Exception {
    byte[] welcome = ByteBuffer.allocate(50).putInt(7).array();
    try (MuteServer newer = MuteServer.greeting(Party.P1, certificates, welcome);
        ThreeMeshes three = ThreeMeshes.start(certificates)) {
      three.redirect(Party.P1, newer.port());
      MeshSession session = three.open(Party.P0, ThreeMeshes.newId());
      assertThat(
              catchThrowableOfType(
                  ProtocolException.class, () -> session.send(Party.P1, 0, ByteBuffer.allocate(8))))
          .hasMessageEndingWith(
              "speaks version 7 of the mesh's protocol, this server speaks versions 2 to 3; upgrade"
                  + " this cloud first, or let it speak newer versions");
    }
  }

  @Test
  void aServerThatIsNotThereIsTriedLessAndLessOftenAndFoundWhenItIsBack() throws Exception {
    Timing timing = Timing.of(TIMEOUT).withLongestBackoff(Duration.ofMillis(400));
    try (ThreeMeshes three = start(timing)) {
      int port = three.mesh(Party.P1).port();
      int nobody;
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        nobody = free.getLocalPort();
      }
      three.redirect(Party.P1, nobody);
      MeshMetrics metrics = three.mesh(Party.P0).metrics();
      long began = System.nanoTime();
      int failures = 6;
      for (int i = 0; i < failures; i++) {
        MeshSession session = three.open(Party.P0, ThreeMeshes.newId());
        ProtocolException failure =
            catchThrowableOfType(ProtocolException.class, () -> session.receive(Party.P1, 0));
        assertThat(failure.culprit()).contains(Party.P1);
        session.close();
      }
      assertThat(metrics.dialsFailed()).isEqualTo(failures);
      // At least half of 100, 200, 400, 400 and 400 ms lie between them.
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(750));
      three.redirect(Party.P1, port);
      exchange(three.openAll(ThreeMeshes.newId()), 0);
    }
  }
}
