package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.query.Query;
import io.dartagnan.server.query.EvaluationRecord.EndReason;
import io.dartagnan.server.query.admission.AdmissionSettings;
import io.dartagnan.server.query.admission.MemoryBudget;
import io.dartagnan.server.query.agreement.MemoryRow;
import io.dartagnan.server.query.agreement.MemoryRows;
import io.dartagnan.wire.QueryFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of queries that end before they begin: one runs, another waits behind it at all three
 * parties, and is given up by a client, a peer, a server or time.
 */
@Timeout(120)
class EndOfQueuedEvaluationTest {
  private static final Duration LONG = Duration.ofSeconds(50);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Comparison LESS = new Comparison(Operator.LESS, Ordering.SIGNED);
  private static final byte[] OPERAND = DealtTable.bytes(0);
  private static final int ROWS = 100;

  @TempDir static Path folder;
  private static TestCertificates certificates;

  private final DealtTable table = new DealtTable(ROWS, Seed.random(this));
  private final Map<Party, Evaluations> servers = new EnumMap<>(Party.class);
  private final CountDownLatch gate = new CountDownLatch(1);
  private ThreeMeshes meshes;
  private Map<Party, RunningEvaluation<MemoryRow>> first;
  private Map<Party, RunningEvaluation<MemoryRow>> second;

  @BeforeAll
  static void makeCertificates() throws Exception {
    certificates = TestCertificates.in(folder);
  }

  @BeforeEach
  void startMeshes() throws Exception {
    meshes = ThreeMeshes.start(certificates, LONG, settings -> settings);
  }

  @AfterEach
  void stop() {
    gate.countDown();
    servers.values().forEach(Evaluations::close);
    meshes.close();
  }

  private void start(Duration longestWait) {
    for (Party party : Party.ALL) {
      EvaluationSettings settings =
          new EvaluationSettings(
              LONG,
              new AdmissionSettings(3, 1, longestWait, LONG, LONG),
              4,
              0,
              Duration.ofNanos(1));
      servers.put(
          party,
          new Evaluations(party, meshes.mesh(party), settings, new MemoryBudget(1 << 30, 1)));
    }
  }

  /** Begins one that holds the only place until the gate opens, and one behind it. */
  private void startWithOneWaiting(Duration longestWait) {
    start(longestWait);
    first = begin(gate, Party.ALL);
    awaitRunning();
    second = begin(new CountDownLatch(0), Party.ALL);
    for (Party party : Party.ALL) {
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> servers.get(party).admission().waiting() == 1);
    }
  }

  private void awaitRunning() {
    for (Party party : Party.ALL) {
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> servers.get(party).admission().running() == 1);
    }
  }

  private Map<Party, RunningEvaluation<MemoryRow>> begin(CountDownLatch open, List<Party> at) {
    return begin(
        DealtTable.queries(ThreeMeshes.newId(), DealtTable.Column.NUMBER, LESS, OPERAND),
        () -> awaitOpen(open),
        at);
  }

  private Map<Party, RunningEvaluation<MemoryRow>> begin(
      List<Query> queries, Runnable opening, List<Party> at) {
    Map<Party, RunningEvaluation<MemoryRow>> running = new EnumMap<>(Party.class);
    for (Party party : at) {
      List<MemoryRow> rows = table.rows(party, DealtTable.Column.NUMBER, new BitSet());
      running.put(
          party,
          servers
              .get(party)
              .begin(
                  queries.get(party.index()),
                  "a region",
                  abandoned -> {
                    opening.run();
                    return new MemoryRows(rows, ROWS);
                  }));
    }
    return running;
  }

  private static void awaitOpen(CountDownLatch open) {
    try {
      open.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private QueryFailure failureAt(Party party) {
    return FetchedPages.of(second.get(party)).failure().orElseThrow();
  }

  /** The one that ran is answered, and then nothing is held anywhere. */
  private void assertTheFirstIsAnsweredAndNothingIsLeft() throws Exception {
    gate.countDown();
    Map<Party, CompletableFuture<FetchedPages>> clients = new EnumMap<>(Party.class);
    for (Party party : Party.ALL) {
      clients.put(party, CompletableFuture.supplyAsync(() -> FetchedPages.of(first.get(party))));
    }
    for (Party party : Party.ALL) {
      assertThat(clients.get(party).get(60, TimeUnit.SECONDS).rows())
          .isEqualTo(table.matching(DealtTable.Column.NUMBER, LESS, OPERAND));
    }
    assertNothingIsLeft(EnumSet.allOf(Party.class));
  }

  private void assertNothingIsLeft(Set<Party> at) {
    for (Party party : at) {
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(() -> HeldByServer.assertNothing(servers.get(party), meshes, party));
    }
  }

  /** All three are free of it while the one before it still runs. */
  private void assertNobodyWaits() {
    for (Party party : Party.ALL) {
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () -> {
                assertThat(servers.get(party).admission().waiting()).isZero();
                assertThat(servers.get(party).admission().tickets()).isEqualTo(1);
                assertThat(meshes.mesh(party).metrics().sessionsOpen()).isEqualTo(1);
              });
    }
  }

  @Test
  void theOneThatWaitsIsAnsweredInTheEnd() throws Exception {
    startWithOneWaiting(LONG);
    gate.countDown();
    for (Party party : Party.ALL) {
      CompletableFuture.runAsync(() -> FetchedPages.of(first.get(party)));
    }
    Map<Party, CompletableFuture<FetchedPages>> clients = new EnumMap<>(Party.class);
    for (Party party : Party.ALL) {
      clients.put(party, CompletableFuture.supplyAsync(() -> FetchedPages.of(second.get(party))));
    }
    for (Party party : Party.ALL) {
      assertThat(clients.get(party).get(60, TimeUnit.SECONDS).rows())
          .isEqualTo(table.matching(DealtTable.Column.NUMBER, LESS, OPERAND));
    }
    assertNothingIsLeft(EnumSet.allOf(Party.class));
  }

  /** So that party 0 does not wait for them to. */
  @Test
  void partiesThatHaveNothingElseToDoOpenTheirRowsBeforeParty0Begins() throws Exception {
    start(LONG);
    CountDownLatch opened = new CountDownLatch(2);
    List<Query> queries =
        DealtTable.queries(ThreeMeshes.newId(), DealtTable.Column.NUMBER, LESS, OPERAND);
    first = begin(queries, opened::countDown, List.of(Party.P1, Party.P2));
    assertThat(opened.await(20, TimeUnit.SECONDS)).isTrue();
    for (Party party : first.keySet()) {
      assertThat(servers.get(party).admission().waiting()).isEqualTo(1);
      assertThat(servers.get(party).admission().memory().working()).isZero();
    }
    first.putAll(begin(queries, () -> {}, List.of(Party.P0)));
    assertTheFirstIsAnsweredAndNothingIsLeft();
  }

  /** A party that has prepared is freed like any other. */
  @Test
  void whoHasPreparedDoesNotWaitForEverForParty0() throws Exception {
    start(Duration.ofMillis(100));
    second = begin(new CountDownLatch(0), List.of(Party.P1));
    assertThat(failureAt(Party.P1).reason()).contains("to be admitted");
    assertNothingIsLeft(EnumSet.of(Party.P1));
  }

  @Test
  void whatWaitsHasNoThread() {
    startWithOneWaiting(LONG);
    assertThat(
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("dartagnan-evaluation-")))
        .hasSize(Party.ALL.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aClientThatClosesOneScanFreesAllThree(int closed) throws Exception {
    startWithOneWaiting(LONG);

    second.get(Party.of(closed)).abandon();

    assertNobodyWaits();
    for (Party party : Party.ALL) {
      if (party.index() != closed) {
        assertThat(failureAt(party).reason())
            .contains("party " + closed)
            .contains("the client closed the scan");
        assertThat(failureAt(party).mayPass()).isTrue();
        assertThat(servers.get(party).metrics().aborts(EndReason.PEER)).isEqualTo(1);
      } else {
        assertThat(servers.get(party).metrics().aborts(EndReason.CLIENT_CLOSED)).isEqualTo(1);
      }
    }
    assertTheFirstIsAnsweredAndNothingIsLeft();
  }

  @Test
  void whoWaitsTooLongIsToldSoByAllThree() throws Exception {
    startWithOneWaiting(SHORT);

    assertThat(failureAt(Party.P0).reason())
        .startsWith("party 0: the query waited for ")
        .contains("dartagnan.evaluation.wait.ms is 300")
        .contains("0 were ahead of it when it came, and 1 run");
    assertThat(failureAt(Party.P0).mayPass()).isTrue();
    for (Party party : List.of(Party.P1, Party.P2)) {
      assertThat(failureAt(party).reason())
          .startsWith("party 0: ")
          .contains("the query waited for ");
    }
    assertThat(servers.get(Party.P0).metrics().aborts(EndReason.NOT_ADMITTED)).isEqualTo(1);
    assertNobodyWaits();
    assertTheFirstIsAnsweredAndNothingIsLeft();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aServerThatStopsFreesTheOthers(int stopped) throws Exception {
    startWithOneWaiting(LONG);

    servers.get(Party.of(stopped)).close();

    assertThat(failureAt(Party.of(stopped)).reason()).contains("the region server is stopping");
    for (Party party : Party.ALL) {
      assertThat(failureAt(party).reason()).contains("party " + stopped);
      assertThat(failureAt(party).mayPass()).isTrue();
    }
    gate.countDown();
    first.values().forEach(RunningEvaluation::abandon);
    assertNothingIsLeft(EnumSet.allOf(Party.class));
  }

  /**
   * A server that drains lets the one that has begun end, ends the one that waits, and takes no
   * other; whoever is turned away may come back.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aServerThatDrainsLetsWhatHasBegunEndAndTakesNothingNew(int drained) throws Exception {
    startWithOneWaiting(LONG);
    Evaluations server = servers.get(Party.of(drained));

    CompletableFuture<Integer> left =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return server.drain(LONG);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });

    for (Party party : Party.ALL) {
      assertThat(failureAt(party).reason()).contains("party " + drained);
      assertThat(failureAt(party).mayPass()).isTrue();
      second.get(party).close();
    }
    second = begin(new CountDownLatch(0), List.of(Party.of(drained)));
    assertThat(failureAt(Party.of(drained)).reason()).contains("the region server is stopping");
    assertThat(failureAt(Party.of(drained)).mayPass()).isTrue();
    assertThat(left).isNotDone();

    assertTheFirstIsAnsweredAndNothingIsLeft();
    // Its client has fetched all, and has not closed the scan yet.
    assertThat(left).isNotDone();
    first.values().forEach(RunningEvaluation::close);
    assertThat(left.get(20, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void aServerDrainsForNoLongerThanItMay() throws Exception {
    startWithOneWaiting(LONG);

    assertThat(servers.get(Party.P0).drain(Duration.ofMillis(1))).isPositive();

    servers.get(Party.P0).close();
    gate.countDown();
    first.values().forEach(RunningEvaluation::abandon);
    assertNothingIsLeft(EnumSet.allOf(Party.class));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aPeerThatIsLostFreesTheOthers(int lost) throws Exception {
    startWithOneWaiting(LONG);

    meshes.mesh(Party.of(lost)).close();

    for (Party party : Party.ALL) {
      assertThat(failureAt(party).mayPass()).isTrue();
    }
    gate.countDown();
    first.values().forEach(RunningEvaluation::abandon);
    assertNothingIsLeft(EnumSet.allOf(Party.class));
  }

  /** Its client was cut off between the clouds: it must not have the place of those behind it. */
  @Test
  void oneThatAPeerHasNotOpenedTakesNobodysPlace() throws Exception {
    start(LONG);
    first = begin(gate, Party.ALL);
    awaitRunning();
    Map<Party, RunningEvaluation<MemoryRow>> half =
        begin(new CountDownLatch(0), List.of(Party.P0, Party.P1));
    second = begin(new CountDownLatch(0), Party.ALL);
    gate.countDown();

    assertThat(FetchedPages.of(second.get(Party.P0)).failure()).isEmpty();

    half.get(Party.P1).abandon();
    assertThat(FetchedPages.of(half.get(Party.P0)).failure()).isPresent();
    assertNothingIsLeft(EnumSet.of(Party.P0, Party.P1));
  }

  @Test
  void oneTooManyIsRefusedAtOnceByAllThree() throws Exception {
    startWithOneWaiting(LONG);
    Map<Party, RunningEvaluation<MemoryRow>> third = begin(new CountDownLatch(0), Party.ALL);
    second = begin(new CountDownLatch(0), Party.ALL);

    for (Party party : Party.ALL) {
      assertThat(failureAt(party).reason())
          .contains("3 queries are being evaluated or wait for it already")
          .contains("dartagnan.evaluation.max");
      assertThat(failureAt(party).mayPass()).isTrue();
    }
    third.get(Party.P0).abandon();
  }
}
