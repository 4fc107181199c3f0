package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.DeviationException;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.query.Query;
import io.dartagnan.server.query.EvaluationRecord.EndReason;
import io.dartagnan.server.query.EvaluationRecord.OperationKind;
import io.dartagnan.server.query.agreement.MemoryRow;
import io.dartagnan.server.query.agreement.MemoryRows;
import io.dartagnan.wire.QueryFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Evaluations with batches in flight that end in the middle, over a real mesh. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EndOfEvaluationTest {
  private static final Duration LONG = Duration.ofSeconds(50);
  private static final Comparison LESS = new Comparison(Operator.LESS, Ordering.SIGNED);
  private static final int ROWS = 300;
  private static final int ROWS_OF_A_BATCH = 16;
  private static final int MOST_MISSING = 20;

  @TempDir static Path folder;

  /** Rows of the table that a party lacks, by its index. */
  private final List<BitSet> lacking = List.of(new BitSet(), new BitSet(), new BitSet());

  private ThreeMeshes meshes;
  private DealtTable table;

  private final Map<Party, Evaluations> evaluations = new EnumMap<>(Party.class);
  private final Map<Party, RunningEvaluation<MemoryRow>> running = new EnumMap<>(Party.class);

  @BeforeAll
  void start() throws Exception {
    meshes = ThreeMeshes.start(TestCertificates.in(folder));
    table = new DealtTable(ROWS, Seed.random(this));
  }

  @AfterAll
  void stop() {
    meshes.close();
  }

  /** Whatever became of an evaluation, none of its threads stays behind. */
  @AfterEach
  void noThreadIsLeft() {
    lacking.forEach(BitSet::clear);
    running.values().forEach(RunningEvaluation::abandon);
    evaluations.values().forEach(Evaluations::close);
    await("no thread of an evaluation is left")
        .atMost(Duration.ofSeconds(20))
        .until(() -> threads("dartagnan-evaluation-") + threads("dartagnan-batch-") == 0);
  }

  @Test
  void aClientThatClosesOneScanEndsAllThree() throws Exception {
    begin(LONG, 8, 8, 8);
    fetchOne(Party.P0);
    awaitBatchesInFlight();

    running.get(Party.P0).abandon();

    for (Party party : List.of(Party.P1, Party.P2)) {
      assertThat(FetchedPages.of(running.get(party)).failure().orElseThrow().reason())
          .contains("party 0")
          .contains("the client closed the scan");
    }
  }

  @Test
  void aServerThatStopsTellsItsPeers() throws Exception {
    begin(LONG, 8, 8, 8);
    awaitBatchesInFlight();

    evaluations.get(Party.P1).close();

    for (Party party : Party.ALL) {
      assertThat(FetchedPages.of(running.get(party)).failure().orElseThrow().reason())
          .contains("party 1");
    }
  }

  @Test
  void aClientThatFetchesNothingIsGivenUp() throws Exception {
    begin(Duration.ofMillis(500), 8, 8, 8);
    awaitBatchesInFlight();

    // No thread is left to fill the line, so what is fetched now is the failure.
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(EndOfEvaluationTest::isEvaluating));

    assertThat(FetchedPages.of(running.get(Party.P0)).failure().orElseThrow().reason())
        .contains("the client fetched no page for 500 ms");
  }

  /** It fails in a spare thread, and what the other batches then fail with is not the reason. */
  @Test
  void theReasonIsTheFirstFailureOfAnyBatch() throws Exception {
    DealtTable spoilt = new DealtTable(ROWS, Seed.random(this));
    spoilt.spoil(ROWS / 2);
    begin(spoilt, LONG, 8, 8, 8);

    Map<Party, FetchedPages> fetched = fetchAll();

    assertThat(fetched.values())
        .allSatisfy(
            pages ->
                assertThat(pages.failure().orElseThrow().reason()).contains("changed in place"))
        .anySatisfy(pages -> assertThat(pages.failure().orElseThrow().mayPass()).isFalse());
  }

  /** Each of the three sees it, and says which one it is. */
  @Test
  void aPartyThatHasLostManyWritesEndsTheQueryForAllThree() throws Exception {
    lacking.get(1).set(100, 100 + MOST_MISSING + 1);
    begin(LONG, 8, 8, 8);

    Map<Party, FetchedPages> fetched = fetchAll();

    assertThat(fetched.values())
        .allSatisfy(
            pages ->
                assertThat(pages.failure().orElseThrow().reason())
                    .contains("party 1: lacks ")
                    .contains("dartagnan.alignment.missing.max (" + MOST_MISSING + ")"))
        .anySatisfy(pages -> assertThat(pages.failure().orElseThrow().mayPass()).isFalse());
    assertThat(evaluations.values())
        .anySatisfy(of -> assertThat(of.lagging().missing(Party.P1)).isGreaterThan(MOST_MISSING));
  }

  @Test
  void aPartyThatHasLostFewWritesIsCountedAndTheRestIsAnswered() throws Exception {
    lacking.get(1).set(100, 100 + MOST_MISSING);
    begin(LONG, 8, 8, 8);

    Map<Party, FetchedPages> fetched = fetchAll();

    List<String> expected =
        table.returned(DealtTable.Column.NUMBER, LESS, DealtTable.bytes(0), lacking);
    for (Party party : Party.ALL) {
      assertThat(fetched.get(party).rows()).isEqualTo(expected);
      assertThat(evaluations.get(party).lagging().missing(Party.P1)).isEqualTo(MOST_MISSING);
      assertThat(evaluations.get(party).lagging().missing(Party.P0)).isZero();
      assertThat(evaluations.get(party).lagging().missing(Party.P2)).isZero();
    }
  }

  /** Nothing is opened, the client hears of it, and is not to ask again. */
  @ParameterizedTest
  @EnumSource
  void aPartyThatComputesWithAnotherShareIsNamedAndNobodyHasAnAnswer(Party cheating)
      throws Exception {
    DealtTable altered = new DealtTable(ROWS, Seed.random(this));
    begin(altered, DealtTable.Column.BITS, LONG, 8, 8, 8);
    List<String> expected = altered.matching(DealtTable.Column.BITS, LESS, DealtTable.bytes(0));
    assertThat(fetchAll().values())
        .allSatisfy(pages -> assertThat(pages.rows()).isEqualTo(expected));
    noThreadIsLeft();

    altered.alter(cheating, 3);
    begin(altered, DealtTable.Column.BITS, LONG, 8, 8, 8);
    Map<Party, FetchedPages> fetched = fetchAll();

    assertThat(fetched.values())
        .allSatisfy(pages -> assertThat(pages.rows()).isEmpty())
        .anySatisfy(
            pages ->
                assertThat(pages.failure().orElseThrow().outlook())
                    .isEqualTo(QueryFailure.Outlook.DEVIATION));
    // It may itself be the first to notice, and blame another.
    fetched.remove(cheating);
    assertThat(fetched.values())
        .filteredOn(
            pages -> pages.failure().orElseThrow().outlook() == QueryFailure.Outlook.DEVIATION)
        .allSatisfy(
            pages ->
                assertThat(pages.failure().orElseThrow().reason())
                    .contains(cheating.toString())
                    .contains("deviated from the protocol"));
    assertThat(evaluations.values())
        .anySatisfy(of -> assertThat(of.metrics().aborts(EndReason.DEVIATION)).isEqualTo(1));
  }

  /** A peer that lies may go away before its lie is found. */
  @Test
  void aDeviationIsToldAndCountedOnceWhateverCameFirst() throws Exception {
    PageQueue<MemoryRow> pages = new PageQueue<>(0);
    EvaluationMetrics metrics = new EvaluationMetrics();
    try (MeshSession session = meshes.open(Party.P0, ThreeMeshes.newId())) {
      FirstFailure failure =
          new FirstFailure(
              Party.P0,
              "a query",
              session,
              pages,
              new EvaluationRecord(metrics, OperationKind.SELECT, "a query", Duration.ZERO));
      failure.fail(new ProtocolException(Party.P1, "is gone"));
      failure.fail(new DeviationException(List.of(Party.P1), "a proof fails"));
      failure.fail(new DeviationException(List.of(Party.P2), "another fails"));
      failure.fail(new IOException("and more"));
    }

    QueryFailure told = pages.poll(0).failure();
    assertThat(told.outlook()).isEqualTo(QueryFailure.Outlook.DEVIATION);
    assertThat(told.reason())
        .isEqualTo("party 0 says: party 1: deviated from the protocol: a proof fails");
    assertThat(metrics.aborts(EndReason.DEVIATION)).isEqualTo(1);
  }

  @Test
  void aPartyWithoutSpareThreadsHoldsNobodyUpForEver() throws Exception {
    byte[] operand = DealtTable.bytes(0);
    begin(LONG, 0, 8, 1);

    Map<Party, FetchedPages> fetched = fetchAll();

    List<String> expected = table.matching(DealtTable.Column.NUMBER, LESS, operand);
    for (Party party : Party.ALL) {
      assertThat(fetched.get(party).rows()).isEqualTo(expected);
    }
    assertThat(threads("dartagnan-batch-")).isPositive();
  }

  private Map<Party, FetchedPages> fetchAll() throws InterruptedException {
    List<Thread> clients = new ArrayList<>();
    Map<Party, FetchedPages> fetched = new EnumMap<>(Party.class);
    for (Party party : Party.ALL) {
      Thread client =
          new Thread(
              () -> {
                FetchedPages pages = FetchedPages.of(running.get(party));
                synchronized (fetched) {
                  fetched.put(party, pages);
                }
              });
      client.start();
      clients.add(client);
    }
    for (Thread client : clients) {
      client.join(60_000);
    }
    assertThat(fetched).containsOnlyKeys(Party.ALL);
    return fetched;
  }

  private void begin(Duration timeout, int... overlap) {
    begin(table, timeout, overlap);
  }

  private void begin(DealtTable rows, Duration timeout, int... overlap) {
    begin(rows, DealtTable.Column.NUMBER, timeout, overlap);
  }

  private void begin(DealtTable rows, DealtTable.Column column, Duration timeout, int... overlap) {
    List<Query> queries =
        DealtTable.queries(ThreeMeshes.newId(), column, LESS, DealtTable.bytes(0));
    for (Party party : Party.ALL) {
      Evaluations of =
          new Evaluations(
              party,
              meshes.mesh(party),
              new EvaluationSettings(timeout, 4, overlap[party.index()], MOST_MISSING));
      evaluations.put(party, of);
      running.put(
          party,
          of.begin(
              queries.get(party.index()),
              "a region",
              abandoned ->
                  new MemoryRows(
                      rows.rows(party, column, lacking.get(party.index())), ROWS_OF_A_BATCH)));
    }
  }

  private void fetchOne(Party party) throws InterruptedException {
    assertThat(running.get(party).poll(20_000).outcome().last()).isFalse();
  }

  /** The line of pages is bounded, so with a client that does not fetch it does not end. */
  private static void awaitBatchesInFlight() {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> threads("dartagnan-batch-") >= Party.ALL.size());
  }

  private static long threads(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(prefix))
        .count();
  }

  /** Whether a thread is in an evaluation and not one that waits for the next. */
  private static boolean isEvaluating(Thread thread) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getClassName().equals(Evaluation.class.getName())) {
        return true;
      }
    }
    return false;
  }
}
