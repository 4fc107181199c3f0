package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Party 1 has its key and sends what the protocol does not allow: its session ends with an error at
 * all three, and another session over the same connection goes on.
 */
@ExtendWith(NoLeaks.class)
class HostilePeerTest {
  private static final long MAX_SESSION_BYTES = 1 << 16;
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
    three =
        ThreeMeshes.start(
            certificates,
            Duration.ofSeconds(30),
            settings ->
                settings
                    .withMaxSessionBytes(MAX_SESSION_BYTES)
                    .withMaxPending(MAX_PENDING_SESSIONS, MAX_PENDING_BYTES));
  }

  @AfterAll
  static void stop() {
    three.close();
  }

  @BeforeEach
  void open() throws Exception {
    target = ThreeMeshes.newId();
    sides = three.openAll(target);
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
    for (MeshSession side : sides.values()) {
      ProtocolException failure = failureOf(side, side.self() == Party.P2 ? Party.P0 : Party.P2);
      assertThat(failure.getMessage()).contains(reason);
      if (side.self() == Party.P0) {
        assertThat(failure.culprit()).contains(Party.P1);
      }
    }
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
    allThreeEndWith("party 1: sent frame 0 where frame 1 follows");
  }

  @Test
  void aGap() throws Exception {
    peer.data(target, 0, 0, (byte) 1);
    peer.data(target, 0, 2, (byte) 1);
    bystanderStillWorks();
    allThreeEndWith("party 1: sent frame 2 where frame 1 follows");
  }

  @Test
  void aPayloadLongerThanAllowed() throws Exception {
    byte[] longer = new byte[Exchange.MAX_PAYLOAD_BYTES + 1];
    peer.send(RawPeer.header(longer.length, 1, target, 0, 0), longer);
    bystanderStillWorks();
    allThreeEndWith("party 1: sent a payload of 16777217 bytes, at most 16777216 may be");
  }

  @Test
  void aLengthThatIsALieHoldsNoMemoryAndEndsItsSessionAtOnce() throws Exception {
    peer.send(RawPeer.header(Integer.MAX_VALUE - 33, 1, target, 0, 0));
    allThreeEndWith("party 1: sent a payload of 2147483614 bytes");
  }

  @Test
  void moreThanTheSessionMayHoldUnread() throws Exception {
    byte[] half = new byte[(int) MAX_SESSION_BYTES / 2];
    peer.data(target, 0, 0, half);
    peer.data(target, 1, 1, half);
    bystanderStillWorks();
    allThreeEndWith("party 1: sent more than 65536 bytes that were not received yet");
  }

  @Test
  void emptyMessagesWithoutEnd() throws Exception {
    for (int i = 0; i < 2000; i++) {
      peer.data(target, i, i);
    }
    bystanderStillWorks();
    allThreeEndWith("bytes that were not received yet");
  }

  @Test
  void whatWasReceivedMakesRoomAgain() throws Exception {
    byte[] most = new byte[(int) MAX_SESSION_BYTES - MeshSettings.MESSAGE_OVERHEAD_BYTES];
    for (int i = 0; i < 20; i++) {
      peer.data(target, i, i, most);
      assertThat(sides.get(Party.P0).receive(Party.P1, i).remaining()).isEqualTo(most.length);
    }
  }

  @Test
  void oneSessionOverTwoConnections() throws Exception {
    peer.data(target, 0, 0, (byte) 1);
    bystanderStillWorks();
    try (RawPeer second = RawPeer.as(Party.P1, certificates, three.mesh(Party.P0).port())) {
      second.data(target, 1, 1, (byte) 1);
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
    peer.send(RawPeer.header(0, 7, target, 1, 1));
    assertThat(peer.isRefused()).isTrue();
    allThreeEndWith("party 1: sent a frame of unknown type 7");
  }

  @Test
  void aNegativeLengthEndsTheConnection() throws Exception {
    peer.send(RawPeer.header(-34, 1, target, 0, 0));
    assertThat(peer.isRefused()).isTrue();
  }

  @Test
  void aFrameInSingleBytesIsReadLikeAnother() throws Exception {
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
      peer.data(late, 1, 1, (byte) 1);
      assertThat(failureOf(opened, Party.P1))
          .hasMessage("party 1: sent frame 1 where frame 0 follows");
    }
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
          .hasMessage("more than 100000 bytes wait for sessions that were not opened yet");
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
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      try (RawPeer noisy = RawPeer.as(Party.P1, certificates, three.mesh(Party.P0).port())) {
        byte[] noise = new byte[1 + random.nextInt(4000)];
        random.nextBytes(noise);
        if (random.nextBoolean()) {
          noise[0] = 0;
          noise[Math.min(4, noise.length - 1)] = (byte) (1 + random.nextInt(2));
        }
        noisy.send(noise);
      } catch (java.io.IOException e) {
        // The mesh may hang up first.
        assertThat(e).as("seed %d", seed).isNotNull();
      }
    }
    bystanderStillWorks();
  }
}
