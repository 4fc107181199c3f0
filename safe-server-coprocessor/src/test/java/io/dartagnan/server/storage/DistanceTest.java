package io.dartagnan.server.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mesh.faults.Faults;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.evaluation.PredicateEvaluation;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.query.Query;
import io.dartagnan.server.query.ColumnCounters;
import io.dartagnan.server.query.DealtTable;
import io.dartagnan.server.query.EvaluationSettings;
import io.dartagnan.server.query.Evaluations;
import io.dartagnan.server.query.HopCounts;
import io.dartagnan.server.query.PageQueue;
import io.dartagnan.server.query.admission.MemoryBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A filter over the whole path of a server, from HBase's regions over the mesh to the pages, with
 * the peers near and 10 ms away.
 *
 * <p>What a distance adds is waited for once per message of the longest chain, so that is what is
 * asserted: batches one after another would take the rounds of each. The times are printed; {@code
 * -Ddartagnan.rows=N -Ddartagnan.runs=N} sets how many rows there are, and how many runs the
 * medians are of.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DistanceTest {
  /** Enough for more batches than are under way at a time. */
  private static final int ROWS = Integer.getInteger("dartagnan.rows", 30_000);

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration DELAY = Duration.ofMillis(10);

  /** Batches that are to be under way at a time. */
  private static final int OVERLAPPING = 4;

  private static final int RUNS = Integer.getInteger("dartagnan.runs", 1);

  @TempDir static Path folder;

  private final HopCounts hops = new HopCounts();
  private final Map<Party, Evaluations> evaluations = new EnumMap<>(Party.class);
  private DealtTable table;
  private LocalRegions regions;
  private ThreeMeshes meshes;

  @BeforeAll
  void start() throws Exception {
    Random random = Seed.random(this);
    table = new DealtTable(ROWS, random);
    regions = LocalRegions.load(new DealtCells(table, 0), folder);
    meshes =
        ThreeMeshes.startThroughRelays(
            TestCertificates.in(folder), TIMEOUT, settings -> settings, random.nextLong());
    for (Party party : Party.ALL) {
      evaluations.put(
          party,
          hops.evaluations(party, meshes.mesh(party), new EvaluationSettings(TIMEOUT, 4, 64, 0)));
    }
  }

  @AfterAll
  void stop() throws IOException {
    evaluations.values().forEach(Evaluations::close);
    meshes.close();
    regions.close();
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({"NUMBER, EQUAL", "NUMBER, LESS", "TEXT, EQUAL", "TEXT, LESS"})
  void aDistanceIsWaitedForFewTimesMoreThanThereAreAgreements(
      DealtTable.Column column, Operator operator) throws Exception {
    List<Filtered> near = new ArrayList<>();
    List<Filtered> far = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      near.add(filter(column, operator, Duration.ZERO));
      far.add(filter(column, operator, DELAY));
    }
    int rounds = rounds(column, operator);
    int batches = far.get(0).batches();
    System.out.printf(
        Locale.ROOT,
        "column=%s operator=%s rows=%d batches=%d rounds=%d hops=%d one_after_another=%d"
            + " delay_ms=%d zero_ms=%d delayed_ms=%d%n",
        column,
        operator,
        ROWS,
        batches,
        rounds,
        far.get(0).hops(),
        batches * (1 + rounds),
        DELAY.toMillis(),
        medianMs(near),
        medianMs(far));
    int turns = (batches + OVERLAPPING - 1) / OVERLAPPING;
    assertThat(far)
        .allSatisfy(
            run -> assertThat(run.hops()).isLessThanOrEqualTo(turns * (1 + rounds) + OVERLAPPING));
  }

  /**
   * A filter that all three parties have taken to the last page.
   *
   * @param batches at most so many
   * @param hops messages of the longest chain
   */
  private record Filtered(long tookMs, int batches, int hops) {}

  private static int rounds(DealtTable.Column column, Operator operator) {
    Query query =
        DealtTable.queries(
                ThreeMeshes.newId(), column, comparison(column, operator), operand(column))
            .get(0);
    return new PredicateEvaluation(
            ProtocolSuites.installed().named(query.suite()), query.operation().predicate())
        .cost(1)
        .rounds();
  }

  private static Comparison comparison(DealtTable.Column column, Operator operator) {
    return new Comparison(operator, column.isNumber() ? Ordering.SIGNED : Ordering.UNSIGNED);
  }

  private static byte[] operand(DealtTable.Column column) {
    return column.isNumber() ? Bytes.toBytes(-495L) : Bytes.toBytes("type100");
  }

  /** Filters at all three parties and checks what is in the pages. */
  private Filtered filter(DealtTable.Column column, Operator operator, Duration delay)
      throws Exception {
    meshes.relays().forEach(relay -> relay.set(Faults.NONE.withDelay(delay)));
    Comparison comparison = comparison(column, operator);
    byte[] operand = operand(column);
    List<Query> queries = DealtTable.queries(ThreeMeshes.newId(), column, comparison, operand);
    List<CompletableFuture<FetchedPages>> clients = new ArrayList<>();
    long begun = System.nanoTime();
    for (Party party : Party.ALL) {
      clients.add(
          CompletableFuture.supplyAsync(
              () -> fetch(party, queries.get(party.index())), task -> new Thread(task).start()));
    }
    List<FetchedPages> answers = new ArrayList<>();
    for (CompletableFuture<FetchedPages> client : clients) {
      answers.add(client.get(60, TimeUnit.SECONDS));
    }
    long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    List<String> expected = table.matching(column, comparison, operand);
    for (FetchedPages answer : answers) {
      assertThat(answer.failure()).isEmpty();
      assertThat(answer.rows()).isEqualTo(expected);
    }
    return new Filtered(tookMs, mostBatches(answers.get(0).pages()), hops.takeLongestChain());
  }

  /** The number of batches in so many pages, unless pages ended early with many rows. */
  private static int mostBatches(int pages) {
    PageQueue.Sizes sizes = PageQueue.Sizes.of(OVERLAPPING);
    int batches = 0;
    int ended = 0;
    while (ended < pages) {
      batches++;
      ended += sizes.endsPage() ? 1 : 0;
    }
    return batches;
  }

  private FetchedPages fetch(Party party, Query query) {
    HRegion region = regions.region(party);
    try (RegionScanner opened = region.getScanner(new Scan());
        RegionScanner pages =
            RegionQueries.begin(
                evaluations.get(party),
                query,
                new Scan(),
                region,
                new RegionColumns(region),
                new ColumnBudget(MemoryBudget.ofHeap(0), 0, new ColumnCounters()),
                opened)) {
      return FetchedPages.of(pages);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long medianMs(List<Filtered> runs) {
    return runs.stream()
        .mapToLong(Filtered::tookMs)
        .sorted()
        .skip(runs.size() / 2)
        .findFirst()
        .orElseThrow();
  }
}
