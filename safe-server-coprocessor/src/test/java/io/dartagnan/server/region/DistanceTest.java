package io.dartagnan.server.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mesh.faults.Faults;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.query.Query;
import io.dartagnan.server.evaluation.DealtTable;
import io.dartagnan.server.evaluation.EvaluationSettings;
import io.dartagnan.server.evaluation.Evaluations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
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
 * What a distance between the clouds adds to a filter: the whole path of a server, from HBase's
 * regions over the mesh to the pages, with the peers near and 10 ms away.
 *
 * <p>It asserts a duration, as no other test does, because the requirement is one. It is a
 * difference of two medians taken in turns in one process, and its unit is the injected delay: a
 * slow machine is as slow without it. Batches one after another would need 10 ms for each of their
 * rounds.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DistanceTest {
  private static final int ROWS = 100_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration DELAY = Duration.ofMillis(10);
  private static final long MOST_GROWTH_MS = 1000;
  private static final int WARM_UPS = 2;
  private static final int RUNS = 7;

  @TempDir static Path folder;

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
          new Evaluations(party, meshes.mesh(party), new EvaluationSettings(TIMEOUT, 4, 64, 0)));
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
  void tenMillisecondsEachWayAddLessThanASecond(DealtTable.Column column, Operator operator)
      throws Exception {
    for (int i = 0; i < WARM_UPS; i++) {
      filterMs(column, operator, Duration.ZERO);
      filterMs(column, operator, DELAY);
    }
    long[] near = new long[RUNS];
    long[] far = new long[RUNS];
    for (int i = 0; i < RUNS; i++) {
      near[i] = filterMs(column, operator, Duration.ZERO);
      far[i] = filterMs(column, operator, DELAY);
    }
    long growth = median(far) - median(near);
    System.out.printf(
        Locale.ROOT,
        "column=%s operator=%s rows=%d delay_ms=%d zero_ms=%d delayed_ms=%d growth_ms=%d%n",
        column,
        operator,
        ROWS,
        DELAY.toMillis(),
        median(near),
        median(far),
        growth);
    assertThat(growth).isLessThan(MOST_GROWTH_MS);
  }

  /** How long the three parties take to the last page; checks what is in the pages. */
  private long filterMs(DealtTable.Column column, Operator operator, Duration delay)
      throws Exception {
    meshes.relays().forEach(relay -> relay.set(Faults.NONE.withDelay(delay)));
    boolean number = column == DealtTable.Column.NUMBER;
    Comparison comparison = new Comparison(operator, number ? Ordering.SIGNED : Ordering.UNSIGNED);
    byte[] operand = number ? Bytes.toBytes(-495L) : Bytes.toBytes("type100");
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
    return tookMs;
  }

  private FetchedPages fetch(Party party, Query query) {
    HRegion region = regions.region(party);
    try (RegionScanner opened = region.getScanner(new Scan());
        RegionScanner pages =
            RegionQueries.begin(evaluations.get(party), query, new Scan(), region, opened)) {
      return FetchedPages.of(pages);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long median(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
