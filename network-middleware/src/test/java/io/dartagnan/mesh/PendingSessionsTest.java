package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Party 0 takes no more sessions that it has not opened itself, or has waited long enough for one
 * to be opened: all three hear of it at once, and that it was party 0.
 */
@ExtendWith(NoLeaks.class)
class PendingSessionsTest {
  private static final int MAX_PENDING_SESSIONS = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static TestCertificates certificates;

  private ThreeMeshes three;

  @BeforeAll
  static void makeCertificates(@TempDir Path folder) throws Exception {
    certificates = TestCertificates.in(folder);
  }

  @AfterEach
  void stop() {
    three.close();
  }

  private void startWherePartyZero(UnaryOperator<MeshSettings> has) throws Exception {
    three = ThreeMeshes.start(certificates, TIMEOUT, ThreeMeshes.of(Party.P0, has));
  }

  private static String failureOf(MeshSession session, Party from) {
    ProtocolException failure =
        catchThrowableOfType(ProtocolException.class, () -> session.receive(from, 0));
    assertThat(failure).isNotNull();
    assertThat(failure.culprit()).contains(Party.P0);
    return failure.getMessage();
  }

  @Test
  void aSessionTooManyEndsAtAllThreeAndPartyZeroIsNamed() throws Exception {
    Limits few = new Limits(1 << 16, 1 << 20, MAX_PENDING_SESSIONS, 1 << 20);
    startWherePartyZero(settings -> settings.withLimits(few));
    String reason =
        "party 0: aborted the session: more than 3 sessions of party 1 wait to be opened here";
    SessionId id = ThreeMeshes.newId();
    try (RawPeer peer = RawPeer.as(Party.P1, certificates, three.mesh(Party.P0).port())) {
      SessionId last = ThreeMeshes.newId();
      for (int i = 1; i < MAX_PENDING_SESSIONS; i++) {
        peer.open(ThreeMeshes.newId());
      }
      peer.data(last, 0, 0, (byte) 1);
      try (MeshSession taken = three.open(Party.P0, last)) {
        taken.receive(Party.P1, 0);
        peer.open(ThreeMeshes.newId());
        // The same connection, so once this is here the one before is.
        peer.data(last, 1, 1, (byte) 1);
        taken.receive(Party.P1, 1);
        assertThat(failureOf(three.open(Party.P1, id), Party.P2)).isEqualTo(reason);
        assertThat(failureOf(three.open(Party.P2, id), Party.P1)).isEqualTo(reason);
        assertThat(failureOf(three.open(Party.P0, id), Party.P1)).isEqualTo(reason);
      }
    }
  }

  @Test
  void aSessionThatIsOpenedTooLateEndsAtAllThreeAndPartyZeroIsNamed() throws Exception {
    startWherePartyZero(settings -> settings.withTiming(Timing.of(Duration.ofSeconds(2))));
    String reason = "party 0: aborted the session: it was not opened here for 2000 ms";
    SessionId id = ThreeMeshes.newId();
    MeshSession first = three.open(Party.P1, id);
    MeshSession second = three.open(Party.P2, id);
    assertThat(failureOf(first, Party.P2)).isEqualTo(reason);
    assertThat(failureOf(second, Party.P1)).isEqualTo(reason);
    assertThat(failureOf(three.open(Party.P0, id), Party.P1)).isEqualTo(reason);
  }

  @Test
  void aPeerIsChargedForWhatItSentItselfWhoeverWasFirst() throws Exception {
    Limits little = new Limits(1 << 16, 1 << 20, 100, 100_000);
    startWherePartyZero(settings -> settings.withLimits(little));
    SessionId marker = ThreeMeshes.newId();
    SessionId shared = ThreeMeshes.newId();
    SessionId other = ThreeMeshes.newId();
    int most = 60_000;
    try (MeshSession marked = three.open(Party.P0, marker);
        MeshSession markedByTwo = three.open(Party.P2, marker);
        RawPeer peer = RawPeer.as(Party.P1, certificates, three.mesh(Party.P0).port())) {
      three.open(Party.P2, shared).send(Party.P0, 0, ByteBuffer.allocate(1));
      markedByTwo.send(Party.P0, 0, ByteBuffer.allocate(0));
      marked.receive(Party.P2, 0);
      peer.data(shared, 0, 0, new byte[most]);
      peer.data(marker, 0, 0);
      marked.receive(Party.P1, 0);
      three.open(Party.P2, other).send(Party.P0, 0, ByteBuffer.allocate(most));
      markedByTwo.send(Party.P0, 1, ByteBuffer.allocate(0));
      marked.receive(Party.P2, 1);

      assertThat(three.open(Party.P0, other).receive(Party.P2, 0).remaining()).isEqualTo(most);
      MeshSession late = three.open(Party.P0, shared);
      assertThat(late.receive(Party.P1, 0).remaining()).isEqualTo(most);
      assertThat(late.receive(Party.P2, 0).remaining()).isEqualTo(1);
    }
  }

  @Test
  void anAbortOutlivesTheWaitForTheOpen() throws Exception {
    startWherePartyZero(settings -> settings.withTiming(Timing.of(Duration.ofSeconds(2))));
    SessionId id = ThreeMeshes.newId();
    SessionId after = ThreeMeshes.newId();
    MeshSession first = three.open(Party.P1, id);
    first.abort("never mind");
    // Behind it on the same connection: when this one has waited too long, so has the first.
    assertThat(failureOf(three.open(Party.P1, after), Party.P2)).contains("it was not opened here");
    MeshSession late = three.open(Party.P0, id);
    assertThat(catchThrowableOfType(ProtocolException.class, () -> late.receive(Party.P2, 0)))
        .hasMessage("party 1: aborted the session: never mind");
  }
}
