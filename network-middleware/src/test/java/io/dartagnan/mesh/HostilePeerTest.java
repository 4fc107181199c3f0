package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Party 1 has its key and sends what the protocol does not allow: its session ends with an error at
 * all three, and another session over the same connection goes on.
 */
@ExtendWith(NoLeaks.class)
class HostilePeerTest {
  private static final String FULL =
      "what party 1 has sent and this server has not received would be more than 200000 bytes";
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final int WINDOW = 1 << 16;
  private static final long MAX_PEER_BYTES = 200_000;
  private static final int MAX_PENDING_SESSIONS = 3;
  private static final long MAX_PENDING_BYTES = 100_000;

  private static TestCertificates certificates;
  private static ThreeMeshes three;

  private SessionId target;
  private Map<Party, MeshSession> sides;
  private SessionId bystander;
  private MeshSession bystanding;
  private int bystanderSequence;
  private RawPeer peer;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    certificates = TestCertificates.in(folder);
    Limits limits = new Limits(WINDOW, MAX_PEER_BYTES, MAX_PENDING_SESSIONS, MAX_PENDING_BYTES);
    three =
        ThreeMeshes.start(
            certificates,
            Duration.ofSeconds(30),
            ThreeMeshes.of(Party.P0, settings -> settings.withLimits(limits)));
  }

  @AfterAll
  static void stop() {
    three.close();
  }

  @BeforeEach
  void open() throws Exception {
    target = ThreeMeshes.newId();
    // Party 1's own mesh opens its side last: the peer below speaks in its place.
    sides = new EnumMap<>(Party.class);
    sides.put(Party.P0, three.open(Party.P0, target));
    sides.put(Party.P2, three.open(Party.P2, target));
    bystander = ThreeMeshes.newId();
    bystanding = three.open(Party.P0, bystander);
    peer = RawPeer.as(Party.P1, certificates, three.mesh(Party.P0).port());
  }

  @AfterEach
  void close() throws Exception {
    sides.values().forEach(MeshSession::close);
    bystanding.close();
    peer.close();
  }

  /** Sends over the same connection, so that on return all before was read. */
  private void bystanderStillWorks() throws Exception {
    int sequence = bystanderSequence++;
    peer.data(bystander, 1000 + sequence, sequence, (byte) sequence);
    assertThat(bystanding.receive(Party.P1, 1000 + sequence).get()).isEqualTo((byte) sequence);
  }

  private void allThreeEndWith(String reason) {
    assertThat(endsWith(sides.get(Party.P0), reason).culprit()).contains(Party.P1);
    endsWith(sides.get(Party.P2), reason);
    sides.put(Party.P1, three.open(Party.P1, target));
    endsWith(sides.get(Party.P1), reason);
  }

  private static ProtocolException endsWith(MeshSession side, String reason) {
    ProtocolException failure = failureOf(side, side.self() == Party.P2 ? Party.P0 : Party.P2);
    assertThat(failure.getMessage()).contains(reason);
    return failure;
  }

  private static ProtocolException failureOf(MeshSession session, Party from) {
    ProtocolException failure =
        catchThrowableOfType(ProtocolException.class, () -> session.receive(from, 0));
    assertThat(failure).isNotNull();
    return failure;
  }

  @Test
  void aWrongStep() throws Exception {
    peer.data(target, 8, 0, (byte) 1);
    assertThat(
            catchThrowableOfType(
                ProtocolException.class, () -> sides.get(Party.P0).receive(Party.P1, 7)))
        .hasMessage("party 1: sent step 8 where step 7 is due");
    allThreeEndWith("party 1: sent step 8 where step 7 is due");
    bystanderStillWorks();
  }

  @Test
  void aDuplicate() throws Exception {
    peer.data(target, 0, 0, (byte) 1);
    peer.data(target, 0, 0, (byte) 1);
    bystanderStillWorks();
    allThreeEndWith("party 1: sent frame 0 of stream 0 where frame 1 follows");
  }

  @Test
  void aGap() throws Exception {
    peer.data(target, 0, 0, (byte) 1);
    peer.data(target, 0, 2, (byte) 1);
    bystanderStillWorks();
    allThreeEndWith("party 1: sent frame 2 of stream 0 where frame 1 follows");
  }

  @Test
  void aPayloadLongerThanAllowed() throws Exception {
    byte[] longer = new byte[Exchange.MAX_PAYLOAD_BYTES + 1];
    peer.open(target);
    peer.send(RawPeer.header(longer.length, 1, target, 0, 0), longer);
    bystanderStillWorks();
    allThreeEndWith("party 1: sent a payload of 16777217 bytes, at most 16777216 may be");
  }

  @Test
  void aLengthThatIsALieHoldsNoMemoryAndEndsItsSessionAtOnce() throws Exception {
    peer.open(target);
    peer.send(RawPeer.header(Integer.MAX_VALUE - 34, 1, target, 0, 0));
    allThreeEndWith("party 1: sent a payload of 2147483613 bytes");
  }

  @Test
  void moreThanTheWindowOfAStream() throws Exception {
    byte[] half = new byte[WINDOW / 2];
    peer.data(target, 0, 0, half);
    peer.data(target, 1, 1, half);
    peer.data(target, 2, 2, (byte) 1);
    bystanderStillWorks();
    allThreeEndWith("party 1: sent more on stream 0 than the window of 65536 bytes");
  }

  @Test
  void moreThanOnePeerMayHaveUnread() throws Exception {
    byte[] most = new byte[WINDOW - Limits.MESSAGE_OVERHEAD_BYTES];
    peer.open(target);
    for (int stream = 0; stream < 4; stream++) {
      peer.send(RawPeer.header(most.length, 1, stream, target, 0, 0), most);
    }
    bystanderStillWorks();
    // Each of its streams is within its window: it is this server that holds too much.
    ProtocolException failure = failureOf(sides.get(Party.P0), Party.P2);
    assertThat(failure).hasMessage(FULL);
    assertThat(failure.culprit()).isEmpty();
    assertThat(failureOf(sides.get(Party.P2), Party.P0)).hasMessageContaining(FULL);
    assertThat(three.mesh(Party.P0).metrics().unreadBytes(Party.P1)).isZero();
    assertThat(three.mesh(Party.P0).metrics().mostUnreadBytes(Party.P1))
        .isLessThanOrEqualTo(MAX_PEER_BYTES);
  }

  /** Its array is there until it has arrived, or the connection is gone. */
  @Test
  void aMessageThatNeverArrivesTakesRoomWhateverBecomesOfItsSession() throws Exception {
    MeshMetrics held = three.mesh(Party.P0).metrics();
    peer.open(target);
    peer.send(RawPeer.header(150_000, 1, target, 0, 0));
    await("its header is read").atMost(DEADLINE).until(() -> held.unreadBytes(Party.P1) > 150_000);
    SessionId id = ThreeMeshes.newId();
    try (RawPeer second = RawPeer.as(Party.P1, certificates, three.mesh(Party.P0).port());
        MeshSession next = three.open(Party.P0, id)) {
      second.abort(target, (byte) 'x');
      assertThat(failureOf(sides.get(Party.P0), Party.P1))
          .hasMessage("party 1: aborted the session: x");
      second.data(id, 0, 0, new byte[100_000]);
      assertThat(failureOf(next, Party.P1)).hasMessage(FULL);
      peer.close();
      await("what will never arrive takes no room")
          .atMost(DEADLINE)
          .until(() -> held.unreadBytes(Party.P1) == 0);
    }
  }

  @Test
  void emptyMessagesWithoutEnd() throws Exception {
    for (int i = 0; i < 2000; i++) {
      peer.data(target, i, i);
    }
    bystanderStillWorks();
    allThreeEndWith("than the window of 65536 bytes");
  }

  @Test
  void whatWasReceivedMakesRoomAgain() throws Exception {
    byte[] most = new byte[WINDOW - Limits.MESSAGE_OVERHEAD_BYTES];
    for (int i = 0; i < 20; i++) {
      peer.data(target, i, i, most);
      assertThat(sides.get(Party.P0).receive(Party.P1, i).remaining()).isEqualTo(most.length);
    }
  }

  @Test
  void dataOfASessionThatItHasNotOpened() throws Exception {
    peer.send(RawPeer.header(1, 1, target, 0, 0), new byte[1]);
    bystanderStillWorks();
    allThreeEndWith("party 1: sent to a session that it has not opened");
  }

  @Test
  void aSessionOpenedTwice() throws Exception {
    peer.open(target);
    peer.open(target);
    bystanderStillWorks();
    allThreeEndWith("party 1: opened one session twice");
  }

  @Test
  void aSessionOpenedOverTwoConnectionsAtOnce() throws Exception {
    peer.send(RawPeer.header(36, 3, target, 0, 0));
    try (RawPeer second = RawPeer.as(Party.P1, certificates, three.mesh(Party.P0).port())) {
      second.data(target, 0, 0, (byte) 1);
      assertThat(sides.get(Party.P0).receive(Party.P1, 0).get()).isEqualTo((byte) 1);
      peer.send(RawPeer.openingOf(3));
      bystanderStillWorks();
      allThreeEndWith("party 1: opened one session twice");
    }
  }

  @Test
  void anOpeningOfAnotherLength() throws Exception {
    peer.send(RawPeer.header(31, 3, target, 0, 0), new byte[31]);
    bystanderStillWorks();
    allThreeEndWith("party 1: opened a session with 31 bytes, it takes 36");
  }

  @Test
  void oneSessionOverTwoConnections() throws Exception {
    peer.data(target, 0, 0, (byte) 1);
    bystanderStillWorks();
    try (RawPeer second = RawPeer.as(Party.P1, certificates, three.mesh(Party.P0).port())) {
      second.send(RawPeer.header(1, 1, target, 1, 1), new byte[1]);
      allThreeEndWith("party 1: sent to one session over two connections");
    }
    bystanderStillWorks();
  }

  @Test
  void anEndlessAbort() throws Exception {
    peer.abort(target, new byte[5000]);
    bystanderStillWorks();
    allThreeEndWith("party 1: aborted with a reason of 5000 bytes");
  }

  @Test
  void aFrameOfUnknownTypeEndsTheConnectionAndWhatIsOnIt() throws Exception {
    peer.data(target, 0, 0, (byte) 1);
    peer.send(RawPeer.header(0, 9, target, 1, 1));
    assertThat(peer.isRefused()).isTrue();
    allThreeEndWith("party 1: sent a frame of unknown type 9");
  }

  @Test
  void aStreamThatNoSessionHasEndsTheConnection() throws Exception {
    peer.send(RawPeer.header(0, 1, Exchange.STREAMS, target, 0, 0));
    assertThat(peer.isRefused()).isTrue();
  }

  @Test
  void aSecondGreetingEndsTheConnection() throws Exception {
    peer.hello(2, 3);
    assertThat(peer.isRefused()).isTrue();
  }

  @Test
  void whatOnlyTheAcceptorSendsEndsTheConnection() throws Exception {
    peer.send(RawPeer.header(4, 4, target, 0, 0), new byte[4]);
    assertThat(peer.isRefused()).isTrue();
  }

  @Test
  void aFrameBeforeTheGreetingEndsTheConnection() throws Exception {
    try (RawPeer rude = RawPeer.silent(Party.P1, certificates, three.mesh(Party.P0).port())) {
      rude.open(target);
      assertThat(rude.isRefused()).isTrue();
    }
  }

  @Test
  void anotherVersionEndsTheConnection() throws Exception {
    try (RawPeer newer = RawPeer.silent(Party.P1, certificates, three.mesh(Party.P0).port())) {
      newer.hello(4, 5, 50);
      assertThat(newer.isRefused()).isTrue();
    }
  }

  @Test
  void aNegativeLengthEndsTheConnection() throws Exception {
    peer.send(RawPeer.header(-34, 1, target, 0, 0));
    assertThat(peer.isRefused()).isTrue();
  }

  @Test
  void aFrameInSingleBytesIsReadLikeAnother() throws Exception {
    peer.open(target);
    byte[] header = RawPeer.header(3, 1, target, 5, 0);
    for (byte one : header) {
      peer.send(new byte[] {one});
    }
    for (byte one : new byte[] {1, 2, 3}) {
      peer.send(new byte[] {one});
    }
    assertThat(sides.get(Party.P0).receive(Party.P1, 5))
        .isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
  }

  @Test
  void moreSessionsThanMayWaitToBeOpened() throws Exception {
    restartedWithNothingPending();
    SessionId first = ThreeMeshes.newId();
    peer.data(first, 0, 0, (byte) 1);
    for (int i = 0; i < 100; i++) {
      peer.data(ThreeMeshes.newId(), 0, 0, (byte) 1);
    }
    SessionId late = ThreeMeshes.newId();
    peer.data(late, 0, 0, (byte) 1);
    bystanderStillWorks();
    try (MeshSession opened = three.open(Party.P0, first)) {
      assertThat(opened.receive(Party.P1, 0).get()).isEqualTo((byte) 1);
    }
    try (MeshSession opened = three.open(Party.P0, late)) {
      assertThat(failureOf(opened, Party.P1))
          .hasMessage(
              "party 0: aborted the session: more than 3 sessions of party 1 wait to be opened here");
    }
  }

  @Test
  @Tag("thorough")
  void answersThatAreNeverRead() throws Exception {
    restartedWithNothingPending();
    // Enough for answers of hundreds of megabytes, of which the sockets hold a few.
    IOException ended =
        catchThrowableOfType(
            IOException.class,
            () -> {
              for (int i = 0; i < 2000; i++) {
                peer.send(openingsOfNewSessions(1000));
              }
            });
    assertThat(ended).isNotNull();
    peer.close();
    peer = RawPeer.as(Party.P1, certificates, three.mesh(Party.P0).port());
    bystander = ThreeMeshes.newId();
    bystanderSequence = 0;
    try (MeshSession next = three.open(Party.P0, bystander)) {
      peer.data(bystander, 0, 0, (byte) 7);
      assertThat(next.receive(Party.P1, 0).get()).isEqualTo((byte) 7);
    }
  }

  private static byte[] openingsOfNewSessions(int count) {
    ByteBuffer frames = ByteBuffer.allocate(count * 74);
    for (int i = 0; i < count; i++) {
      frames.put(RawPeer.header(36, 3, ThreeMeshes.newId(), 0, 0)).put(RawPeer.openingOf(3));
    }
    return frames.array();
  }

  @Test
  void moreBytesThanMayWaitForSessionsToBeOpened() throws Exception {
    restartedWithNothingPending();
    SessionId first = ThreeMeshes.newId();
    SessionId second = ThreeMeshes.newId();
    byte[] sixtyThousand = new byte[60_000];
    peer.data(first, 0, 0, sixtyThousand);
    peer.data(second, 0, 0, sixtyThousand);
    bystanderStillWorks();
    try (MeshSession opened = three.open(Party.P0, second)) {
      assertThat(failureOf(opened, Party.P1))
          .hasMessage(
              "what party 1 has sent to sessions that are not open here would be more than 100000"
                  + " bytes");
    }
    try (MeshSession opened = three.open(Party.P0, first)) {
      assertThat(opened.receive(Party.P1, 0).remaining()).isEqualTo(60_000);
    }
    SessionId third = ThreeMeshes.newId();
    peer.data(third, 0, 0, sixtyThousand);
    bystanderStillWorks();
    try (MeshSession opened = three.open(Party.P0, third)) {
      assertThat(opened.receive(Party.P1, 0).remaining()).isEqualTo(60_000);
    }
  }

  @Test
  void lateFramesOfClosedSessionsTakeNoRoom() throws Exception {
    restartedWithNothingPending();
    for (int i = 0; i < 2 * MAX_PENDING_SESSIONS; i++) {
      MeshSession over = three.open(Party.P0, ThreeMeshes.newId());
      over.close();
      peer.data(over.id(), 0, 0, (byte) 1);
    }
    SessionId early = ThreeMeshes.newId();
    peer.data(early, 0, 0, (byte) 1);
    bystanderStillWorks();
    try (MeshSession opened = three.open(Party.P0, early)) {
      assertThat(opened.receive(Party.P1, 0).get()).isEqualTo((byte) 1);
    }
  }

  /** Other tests leave pending sessions behind. */
  private void restartedWithNothingPending() throws Exception {
    close();
    three.restart(Party.P0);
    bystanderSequence = 0;
    open();
  }

  @Test
  void randomBytesHarmNobodyElse() throws Exception {
    Random random = Seed.random(this);
    for (int i = 0; i < 50; i++) {
      try (RawPeer noisy = RawPeer.as(Party.P1, certificates, three.mesh(Party.P0).port())) {
        byte[] noise = new byte[1 + random.nextInt(4000)];
        random.nextBytes(noise);
        if (random.nextBoolean()) {
          noise[0] = 0;
          noise[Math.min(4, noise.length - 1)] = (byte) (1 + random.nextInt(7));
        }
        noisy.send(noise);
      } catch (java.io.IOException hungUp) {
        // The mesh may hang up first, as it should on most of this.
        continue;
      }
    }
    bystanderStillWorks();
  }
}
