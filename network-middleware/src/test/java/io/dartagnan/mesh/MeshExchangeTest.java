package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Seed;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests of what protocols rely on when all three parties behave. */
@ExtendWith(NoLeaks.class)
class MeshExchangeTest {
  private static ThreeMeshes three;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    three = ThreeMeshes.start(TestCertificates.in(folder));
  }

  @AfterAll
  static void stop() {
    three.close();
  }

  @Test
  void messagesArriveCompleteAndInOrder() throws Exception {
    inParallel(1, 200, 1 << 16, Seed.random(this));
  }

  @Test
  void sixtyFourSessionsShareTheConnections() throws Exception {
    inParallel(64, 30, 1 << 14, Seed.random(this));
  }

  /** Every party sends the same pseudo-random messages to both peers, who check each byte. */
  private static void inParallel(int sessions, int messages, int longest, Random random)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(3 * sessions);
    CountDownLatch together = new CountDownLatch(3 * sessions);
    try {
      List<Future<Void>> sides = new ArrayList<>();
      for (int i = 0; i < sessions; i++) {
        SessionId id = ThreeMeshes.newId();
        long seed = random.nextLong();
        for (Party party : Party.ALL) {
          sides.add(
              threads.submit(
                  () -> {
                    together.countDown();
                    together.await();
                    runSide(party, id, messages, longest, seed);
                    return null;
                  }));
        }
      }
      for (Future<Void> side : sides) {
        side.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void runSide(Party party, SessionId id, int messages, int longest, long seed) {
    try (MeshSession session = three.open(party, id)) {
      List<Party> peers = List.of(party.next(), party.prev());
      long sent = 0;
      for (int step = 0; step < messages; step++) {
        byte[] own = message(party, step, longest, seed);
        for (Party peer : peers) {
          session.send(peer, step, ByteBuffer.wrap(own));
          sent += own.length;
        }
        for (Party peer : peers) {
          ByteBuffer got = session.receive(peer, step);
          assertThat(got.position()).isZero();
          assertThat(got).isEqualTo(ByteBuffer.wrap(message(peer, step, longest, seed)));
        }
      }
      assertThat(session.bytesSent()).isEqualTo(sent);
    }
  }

  private static byte[] message(Party from, int step, int longest, long seed) {
    Random random = new Random(seed ^ (3L * step + from.index()));
    byte[] bytes = new byte[step % 10 == 0 ? 0 : random.nextInt(longest)];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void theLongestPayloadPassesAndALongerOneIsRefused() {
    Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
    byte[] longest = new byte[Exchange.MAX_PAYLOAD_BYTES];
    new Random(5).nextBytes(longest);
    sides.get(Party.P0).send(Party.P1, 1, ByteBuffer.wrap(longest));
    assertThat(sides.get(Party.P1).receive(Party.P0, 1)).isEqualTo(ByteBuffer.wrap(longest));
    ByteBuffer longer = ByteBuffer.allocate(Exchange.MAX_PAYLOAD_BYTES + 1);
    assertThatThrownBy(() -> sides.get(Party.P0).send(Party.P1, 2, longer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("payload of 16777217 bytes given, at most 16777216 is allowed");
    sides.values().forEach(MeshSession::close);
  }

  @Test
  void theCallerMayReuseItsBufferAndOnlyWhatRemainsIsSent() {
    Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
    ByteBuffer buffer = ByteBuffer.allocateDirect(16);
    for (int i = 0; i < 100; i++) {
      buffer.clear().putLong(0, i).position(0).limit(8);
      sides.get(Party.P2).send(Party.P0, i, buffer);
    }
    for (int i = 0; i < 100; i++) {
      ByteBuffer got = sides.get(Party.P0).receive(Party.P2, i);
      assertThat(got.remaining()).isEqualTo(8);
      assertThat(got.getLong()).isEqualTo(i);
    }
    sides.values().forEach(MeshSession::close);
  }

  @Test
  void framesThatArriveBeforeTheOpenAreDelivered() {
    SessionId early = ThreeMeshes.newId();
    SessionId marker = ThreeMeshes.newId();
    Map<Party, MeshSession> marked = three.openAll(marker);
    try (MeshSession first = three.open(Party.P0, early)) {
      first.send(Party.P1, 1, ByteBuffer.wrap(new byte[] {1}));
      first.send(Party.P1, 2, ByteBuffer.wrap(new byte[] {2}));
      // The same connection, so once this is here the two before are.
      marked.get(Party.P0).send(Party.P1, 0, ByteBuffer.allocate(0));
      marked.get(Party.P1).receive(Party.P0, 0);
      try (MeshSession second = three.open(Party.P1, early)) {
        assertThat(second.receive(Party.P0, 1).get()).isEqualTo((byte) 1);
        assertThat(second.receive(Party.P0, 2).get()).isEqualTo((byte) 2);
      }
    }
    marked.values().forEach(MeshSession::close);
  }

  @Test
  void framesThatArriveAfterTheCloseAreDropped() {
    SessionId id = ThreeMeshes.newId();
    Map<Party, MeshSession> sides = three.openAll(id);
    Map<Party, MeshSession> other = three.openAll(ThreeMeshes.newId());
    sides.get(Party.P1).close();
    sides.get(Party.P0).send(Party.P1, 0, ByteBuffer.allocate(100));
    other.get(Party.P0).send(Party.P1, 7, ByteBuffer.allocate(3));
    assertThat(other.get(Party.P1).receive(Party.P0, 7).remaining()).isEqualTo(3);
    sides.values().forEach(MeshSession::close);
    other.values().forEach(MeshSession::close);
  }

  @Test
  void aSessionIdIsUsedOnce() {
    SessionId id = ThreeMeshes.newId();
    MeshSession session = three.open(Party.P0, id);
    assertThatThrownBy(() -> three.open(Party.P0, id))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(id + " is open here already");
    session.close();
    session.close();
    assertThatThrownBy(() -> three.open(Party.P0, id))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(id + " was open here already");
  }

  @Test
  void aClosedSessionSaysSo() {
    MeshSession session = three.open(Party.P0, ThreeMeshes.newId());
    session.close();
    assertThatThrownBy(() -> session.send(Party.P1, 0, ByteBuffer.allocate(0)))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("is closed");
    assertThatThrownBy(() -> session.receive(Party.P1, 0))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("is closed");
  }

  @Test
  void whoIsNotAPeerIsRefused() {
    try (MeshSession session = three.open(Party.P0, ThreeMeshes.newId())) {
      assertThatThrownBy(() -> session.send(Party.P0, 0, ByteBuffer.allocate(0)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("party 0 given, party 0 exchanges with party 1 and party 2");
      assertThatThrownBy(() -> session.receive(Party.P0, 0))
          .isInstanceOf(IllegalArgumentException.class);
    }
    SessionId id = ThreeMeshes.newId();
    assertThatThrownBy(() -> three.mesh(Party.P0).open(id, Map.of(Party.P1, "rs1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no server of party 2 given");
  }
}
