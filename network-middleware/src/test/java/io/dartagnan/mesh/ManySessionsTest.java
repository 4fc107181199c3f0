package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.connection.StreamWindow;
import io.dartagnan.mesh.faults.Direction;
import io.dartagnan.mesh.faults.Faults;
import io.dartagnan.mesh.faults.Strike;
import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * 256 sessions at a time over six connections: all finish with every byte right while party 2 is
 * slow, what a mesh holds stays within its stated bounds, and a connection that is killed takes
 * with it the sessions on it alone.
 */
@ExtendWith(NoLeaks.class)
@Timeout(240)
@Tag("thorough")
class ManySessionsTest {
  private static final int SESSIONS = 256;
  private static final int LONGEST = 1 << 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration DEADLINE = Duration.ofSeconds(120);
  private static final String SECOND = "rs1b,16020,1";

  private static TestCertificates certificates;

  private final Random random = Seed.random(this);
  private ThreeMeshes three;
  private Dialogues dialogues;

  @BeforeAll
  static void makeCertificates(@TempDir Path folder) throws Exception {
    certificates = TestCertificates.in(folder);
  }

  private void start(Limits limits) throws Exception {
    three =
        ThreeMeshes.startThroughRelays(
            certificates, TIMEOUT, settings -> settings.withLimits(limits), random.nextLong());
    dialogues = new Dialogues(three);
  }

  @AfterEach
  void stop() {
    three.close();
    dialogues.close();
  }

  private Dialogue dialogue(int rounds) {
    return Dialogue.of(1 + random.nextInt(3), rounds, LONGEST, random.nextLong());
  }

  private List<CompletableFuture<Outcome>> begin(int rounds) {
    List<CompletableFuture<Outcome>> begun = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      begun.add(dialogues.begin(dialogue(rounds)));
    }
    return begun;
  }

  private static void assertComplete(List<CompletableFuture<Outcome>> begun)
      throws InterruptedException {
    for (Outcome outcome : Dialogues.outcomes(begun, DEADLINE)) {
      outcome.assertComplete();
    }
  }

  /** Bytes that streams may hold according to the limits, whatever is sent. */
  private static long bound(Limits limits, int streams, int longest) {
    long stream = limits.windowBytes() + StreamWindow.cost(longest);
    return Math.min(limits.maxPeerBytes(), streams * stream);
  }

  private void assertWithin(long bytes) {
    for (Party party : Party.ALL) {
      for (Party peer : new Party[] {party.next(), party.prev()}) {
        MeshMetrics metrics = three.mesh(party).metrics();
        assertThat(metrics.mostUnreadBytes(peer))
            .as("most that %s held from %s", party, peer)
            .isPositive()
            .isLessThanOrEqualTo(bytes);
        assertThat(metrics.unreadBytes(peer)).as("%s holds from %s", party, peer).isZero();
      }
    }
  }

  @Test
  void allFinishWhileOnePartyReceivesSlowly() throws Exception {
    start(Limits.DEFAULT);
    ReentrantLock oneAtATime = new ReentrantLock();
    dialogues.beforeReceive(
        (self, peer) -> {
          if (self == Party.P2) {
            oneAtATime.lock();
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(500));
            oneAtATime.unlock();
          }
        });
    assertComplete(begin(2));
    assertWithin(bound(Limits.DEFAULT, 3 * SESSIONS, LONGEST));
  }

  @Test
  void allFinishWhileTheLinesToOnePartyAreSlow() throws Exception {
    start(Limits.DEFAULT);
    Faults slow = Faults.NONE.withDelay(Duration.ofMillis(5)).withBytesPerSecond(20_000_000);
    three.relay(Party.P0, Party.P2).set(slow);
    three.relay(Party.P1, Party.P2).set(slow);
    assertComplete(begin(2));
    assertWithin(bound(Limits.DEFAULT, 3 * SESSIONS, LONGEST));
  }

  /**
   * Party 2 receives nothing until every sender stands still: by then far less has been sent than
   * is to be, and all of it is accounted for.
   */
  @Test
  void whoSendsMoreThanIsReceivedWaits() throws Exception {
    int window = 64 << 10;
    int longest = 16 << 10;
    int messages = 32;
    Limits limits = new Limits(window, 64L << 20, 1024, 64L << 20);
    start(limits);
    long before = heapInUse();
    CountDownLatch receive = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(3 * SESSIONS);
    try {
      List<Future<?>> sides = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        SessionId id = ThreeMeshes.newId();
        for (Party sender : new Party[] {Party.P0, Party.P1}) {
          sides.add(threads.submit(() -> flood(sender, id, messages, longest)));
        }
        sides.add(threads.submit(() -> drain(id, messages, longest, receive)));
      }
      MeshMetrics held = three.mesh(Party.P2).metrics();
      // The last one begins within the window.
      long fit = (window + StreamWindow.cost(longest) - 1) / StreamWindow.cost(longest);
      for (Party sender : new Party[] {Party.P0, Party.P1}) {
        await("every window of %s is full".formatted(sender))
            .atMost(DEADLINE)
            .until(() -> held.unreadBytes(sender) >= SESSIONS * fit * StreamWindow.cost(longest));
      }
      // Two windows a session, and as much again for whatever else is there: a quarter of the
      // whole.
      assertThat(heapInUse() - before).isLessThan(4L * SESSIONS * window);
      for (Party sender : new Party[] {Party.P0, Party.P1}) {
        assertThat(held.unreadBytes(sender)).isEqualTo(SESSIONS * fit * StreamWindow.cost(longest));
        assertThat(three.mesh(sender).metrics().bytesSent()).isEqualTo(SESSIONS * fit * longest);
      }
      receive.countDown();
      for (Future<?> side : sides) {
        side.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
      }
      assertThat(held.mostUnreadBytes(Party.P0))
          .isLessThanOrEqualTo(bound(limits, SESSIONS, longest));
    } finally {
      receive.countDown();
      threads.shutdownNow();
    }
  }

  private static long heapInUse() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private void flood(Party sender, SessionId id, int messages, int length) {
    try (MeshSession session = three.open(sender, id)) {
      byte[] bytes = new byte[length];
      for (int i = 0; i < messages; i++) {
        Arrays.fill(bytes, (byte) (i + sender.index()));
        session.send(Party.P2, i, ByteBuffer.wrap(bytes));
      }
      session.receive(Party.P2, messages);
    }
  }

  private Void drain(SessionId id, int messages, int length, CountDownLatch begin)
      throws InterruptedException {
    try (MeshSession session = three.open(Party.P2, id)) {
      begin.await();
      byte[] expected = new byte[length];
      for (Party sender : new Party[] {Party.P0, Party.P1}) {
        for (int i = 0; i < messages; i++) {
          Arrays.fill(expected, (byte) (i + sender.index()));
          assertThat(session.receive(sender, i)).isEqualTo(ByteBuffer.wrap(expected));
        }
      }
      for (Party sender : new Party[] {Party.P0, Party.P1}) {
        session.send(sender, messages, ByteBuffer.allocate(0));
      }
      return null;
    }
  }

  @Test
  void aKilledConnectionEndsTheSessionsOnItAlone() throws Exception {
    start(Limits.DEFAULT);
    three.join(Party.P1, SECOND);
    Map<Party, String> elsewhere =
        Map.of(
            Party.P0, ThreeMeshes.SERVERS.get(Party.P0),
            Party.P1, SECOND,
            Party.P2, ThreeMeshes.SERVERS.get(Party.P2));
    List<CompletableFuture<Outcome>> doomed = new ArrayList<>();
    List<CompletableFuture<Outcome>> others = new ArrayList<>();
    for (int i = 0; i < SESSIONS / 2; i++) {
      doomed.add(dialogues.begin(dialogue(Dialogue.ENDLESS)));
      others.add(dialogues.begin(dialogue(4).among(elsewhere)));
    }
    three
        .relay(Party.P0, Party.P1)
        .arm(Direction.FORTH, new Strike(Strike.Kind.RESET, 20_000_000))
        .await();
    for (Outcome outcome : Dialogues.outcomes(doomed, DEADLINE)) {
      outcome.assertEndedEverywhere(Party.P0, Party.P1);
    }
    await("party 0, which dials, has noticed")
        .atMost(DEADLINE)
        .until(() -> three.mesh(Party.P0).metrics().connectionsLost() == 1);
    // At once: while those on the other connections are still at it.
    dialogues.hold(dialogue(4)).assertComplete();
    assertComplete(others);
  }
}
