package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that each stream has an order and a window, and each session a key for every two parties.
 */
@ExtendWith(NoLeaks.class)
class MeshStreamsTest {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final Timing SOON = Timing.of(Duration.ofSeconds(1));
  private static final int WINDOW = 1 << 16;
  private static TestCertificates certificates;

  private ThreeMeshes three;

  @BeforeAll
  static void makeCertificates(@TempDir Path folder) throws Exception {
    certificates = TestCertificates.in(folder);
  }

  @BeforeEach
  void start() throws Exception {
    Limits limits = new Limits(WINDOW, 64 * WINDOW, 64, 8 * WINDOW);
    three =
        ThreeMeshes.start(
            certificates, Duration.ofSeconds(20), settings -> settings.withLimits(limits));
  }

  @AfterEach
  void stop() {
    three.close();
  }

  private static void send(Exchange from, Party to, int step, int bytes) {
    from.send(to, step, ByteBuffer.allocate(bytes));
  }

  @Test
  void streamsOvertakeEachOther() {
    Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
    for (int stream = 0; stream < Exchange.STREAMS; stream++) {
      send(sides.get(Party.P0).stream(stream), Party.P1, 100 + stream, stream);
    }
    for (int stream = Exchange.STREAMS - 1; stream >= 0; stream--) {
      assertThat(sides.get(Party.P1).stream(stream).receive(Party.P0, 100 + stream).remaining())
          .isEqualTo(stream);
    }
    assertThat(sides.get(Party.P0).bytesSent()).isEqualTo(120);
  }

  @Test
  void thereAreNoOtherStreams() {
    MeshSession session = three.open(Party.P0, ThreeMeshes.newId());
    assertThat(session.stream(0)).isSameAs(session);
    for (int none : new int[] {-1, Exchange.STREAMS}) {
      assertThatThrownBy(() -> session.stream(none))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("stream " + none + " given, a session has streams 0 to 15");
    }
  }

  @Test
  void aFullWindowStopsItsProducerAndNobodyElse() throws Exception {
    Map<Party, MeshSession> slow = three.openAll(ThreeMeshes.newId());
    Map<Party, MeshSession> other = three.openAll(ThreeMeshes.newId());
    int messages = 200;
    CompletableFuture<Void> producer =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < messages; i++) {
                send(slow.get(Party.P0), Party.P1, i, 4096);
              }
            });
    MeshMetrics sender = three.mesh(Party.P0).metrics();
    MeshMetrics receiver = three.mesh(Party.P1).metrics();
    await("the window is full")
        .atMost(DEADLINE)
        .until(() -> receiver.unreadBytes(Party.P0) > WINDOW - 2 * 4096);
    send(other.get(Party.P0), Party.P1, 0, 4096);
    other.get(Party.P1).receive(Party.P0, 0);
    send(slow.get(Party.P0).stream(1), Party.P1, 0, 4096);
    slow.get(Party.P1).stream(1).receive(Party.P0, 0);
    assertThat(producer).isNotDone();
    for (int i = 0; i < messages; i++) {
      slow.get(Party.P1).receive(Party.P0, i);
    }
    producer.get(20, TimeUnit.SECONDS);
    assertThat(receiver.mostUnreadBytes(Party.P0)).isLessThanOrEqualTo(WINDOW + 2 * 4160);
    assertThat(receiver.unreadBytes(Party.P0)).isZero();
    assertThat(sender.windowWaits()).isPositive();
  }

  /** As protocols count on: {@link Exchange#FREE_BYTES} is half a window. */
  @Test
  void whoHasLessThanHalfAWindowUnreadIsSentTheNextMessageAtOnce() {
    Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
    int almostHalf = WINDOW / 2 - 1 - Limits.MESSAGE_OVERHEAD_BYTES;
    // Received, and not enough yet for credit.
    send(sides.get(Party.P0), Party.P1, 0, almostHalf);
    sides.get(Party.P1).receive(Party.P0, 0);
    send(sides.get(Party.P0), Party.P1, 1, almostHalf);
    send(sides.get(Party.P0), Party.P1, 2, WINDOW);
    assertThat(sides.get(Party.P1).receive(Party.P0, 1).remaining()).isEqualTo(almostHalf);
    assertThat(sides.get(Party.P1).receive(Party.P0, 2).remaining()).isEqualTo(WINDOW);
  }

  @Test
  void messagesLongerThanTheWindowPass() throws Exception {
    Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
    int[] sizes = {5 * WINDOW, 100, WINDOW / 2 - 200, 3 * WINDOW, 0, 3 * WINDOW, 1};
    CompletableFuture<Void> producer =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < sizes.length; i++) {
                send(sides.get(Party.P2), Party.P0, i, sizes[i]);
              }
            });
    for (int i = 0; i < sizes.length; i++) {
      assertThat(sides.get(Party.P0).receive(Party.P2, i).remaining()).isEqualTo(sizes[i]);
    }
    producer.get(20, TimeUnit.SECONDS);
  }

  @Test
  void whoWaitsForTheWindowHearsOfAnAbort() throws Exception {
    Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
    CompletableFuture<Void> producer =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < 1000; i++) {
                send(sides.get(Party.P0), Party.P1, i, 4096);
              }
            });
    await("the window is full")
        .atMost(DEADLINE)
        .until(() -> three.mesh(Party.P1).metrics().unreadBytes(Party.P0) > WINDOW - 2 * 4096);
    sides.get(Party.P2).abort("enough");
    assertThatThrownBy(() -> producer.get(20, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(ProtocolException.class)
        .hasRootCauseMessage("party 2: aborted the session: enough");
  }

  @Test
  void whoWaitsForTheWindowWaitsNoLongerThanTheDeadline() throws Exception {
    three.close();
    Limits limits = new Limits(WINDOW, 64 * WINDOW, 64, 8 * WINDOW);
    three =
        ThreeMeshes.start(
            certificates,
            DEADLINE,
            ThreeMeshes.of(Party.P0, settings -> settings.withTiming(SOON).withLimits(limits)));
    Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 1000; i++) {
                send(sides.get(Party.P0), Party.P1, i, 4096);
              }
            })
        .isInstanceOf(ProtocolException.class)
        .hasMessage("party 1: server rs1,16020,1 has not received what it was sent for 1000 ms");
  }

  @Test
  void twoPartiesShareAKeyThatTheThirdAndOtherSessionsDoNot() {
    Set<List<Byte>> keys = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      Map<Party, MeshSession> sides = three.openAll(ThreeMeshes.newId());
      for (Party party : Party.ALL) {
        byte[] one = sides.get(party).sharedKey(party.next());
        byte[] other = sides.get(party.next()).stream(3).sharedKey(party);
        assertThat(one).hasSize(Exchange.KEY_BYTES).isEqualTo(other);
        assertThat(sides.get(party).sharedKey(party.next())).isEqualTo(one);
        keys.add(List.of(box(one)));
      }
    }
    assertThat(keys).hasSize(9);
  }

  @Test
  void aSessionIdThatComesBackHasOtherKeys() throws Exception {
    SessionId id = ThreeMeshes.newId();
    byte[] first = keyOf(id);
    three.restart(Party.P0);
    three.restart(Party.P1);
    three.restart(Party.P2);
    assertThat(keyOf(id)).isNotEqualTo(first);
  }

  private byte[] keyOf(SessionId id) {
    Map<Party, MeshSession> sides = three.openAll(id);
    byte[] key = sides.get(Party.P0).sharedKey(Party.P1);
    assertThat(sides.get(Party.P1).sharedKey(Party.P0)).isEqualTo(key);
    sides.values().forEach(MeshSession::close);
    return key;
  }

  @Test
  void aPeerThatDoesNotOpenItsSideIsNamed() throws Exception {
    three.close();
    three =
        ThreeMeshes.start(
            certificates,
            DEADLINE,
            ThreeMeshes.of(Party.P0, settings -> settings.withTiming(SOON)));
    MeshSession alone = three.open(Party.P0, ThreeMeshes.newId());
    assertThatThrownBy(() -> alone.sharedKey(Party.P2))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("party 2: did not open the session for 1000 ms");
  }

  private static Byte[] box(byte[] bytes) {
    Byte[] boxed = new Byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      boxed[i] = bytes[i];
    }
    return boxed;
  }
}
