package io.dartagnan.server.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.wire.FilterQuery;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Evaluations with batches in flight that end in the middle, over a real mesh. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EndOfEvaluationTest {
  private static final Duration LONG = Duration.ofSeconds(50);
  private static final Comparison LESS = new Comparison(Operator.LESS, Ordering.SIGNED);
  private static final int ROWS = 300;
  private static final int FILLER_BYTES = 1 << 16;

  @TempDir static Path folder;
  private ThreeMeshes meshes;
  private DealtTable table;

  private final Map<Party, Evaluations> evaluations = new EnumMap<>(Party.class);
  private final Map<Party, RegionScanner> scanners = new EnumMap<>(Party.class);

  @BeforeAll
  void start() throws Exception {
    meshes = ThreeMeshes.start(TestCertificates.in(folder));
    table = new DealtTable(ROWS, FILLER_BYTES, Seed.random(this));
  }

  @AfterAll
  void stop() {
    meshes.close();
  }

  /** Whatever became of an evaluation, none of its threads stays behind. */
  @AfterEach
  void noThreadIsLeft() throws IOException {
    for (RegionScanner scanner : scanners.values()) {
      scanner.close();
    }
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

    scanners.get(Party.P0).close();

    for (Party party : List.of(Party.P1, Party.P2)) {
      assertThat(FetchedPages.of(scanners.get(party)).failure().orElseThrow().reason())
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
      assertThat(FetchedPages.of(scanners.get(party)).failure().orElseThrow().reason())
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

    assertThat(FetchedPages.of(scanners.get(Party.P0)).failure().orElseThrow().reason())
        .contains("the client fetched no page for 500 ms");
  }

  /** It fails in a spare thread, and what the other batches then fail with is not the reason. */
  @Test
  void theReasonIsTheFirstFailureOfAnyBatch() throws Exception {
    DealtTable spoilt = new DealtTable(ROWS, FILLER_BYTES, Seed.random(this));
    spoilt.spoil(ROWS / 2);
    begin(spoilt, LONG, 8, 8, 8);

    Map<Party, FetchedPages> fetched = fetchAll();

    assertThat(fetched.values())
        .allSatisfy(
            pages ->
                assertThat(pages.failure().orElseThrow().reason()).contains("changed in place"))
        .anySatisfy(pages -> assertThat(pages.failure().orElseThrow().mayPass()).isFalse());
  }

  @Test
  void aPartyWithoutSpareThreadsHoldsNobodyUpForEver() throws Exception {
    byte[] operand = Bytes.toBytes(0L);
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
                try {
                  FetchedPages pages = FetchedPages.of(scanners.get(party));
                  synchronized (fetched) {
                    fetched.put(party, pages);
                  }
                } catch (IOException e) {
                  throw new IllegalStateException(e);
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

  private void begin(Duration timeout, int... overlap) throws IOException {
    begin(table, timeout, overlap);
  }

  private void begin(DealtTable rows, Duration timeout, int... overlap) throws IOException {
    List<FilterQuery> queries =
        DealtTable.queries(ThreeMeshes.newId(), DealtTable.Column.NUMBER, LESS, Bytes.toBytes(0L));
    for (Party party : Party.ALL) {
      Evaluations of =
          new Evaluations(party, meshes.mesh(party), timeout, 4, overlap[party.index()]);
      evaluations.put(party, of);
      scanners.put(
          party,
          of.begin(
              queries.get(party.index()),
              new Scan(),
              MemoryRegion.of(rows, party),
              MemoryRegion.unread()));
    }
  }

  private void fetchOne(Party party) throws IOException {
    List<Cell> cells = new ArrayList<>();
    assertThat(scanners.get(party).nextRaw(cells)).isTrue();
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
