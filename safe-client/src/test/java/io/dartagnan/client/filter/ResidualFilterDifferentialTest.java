package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.dartagnan.client.filter.LocalRegion.Layout;
import io.dartagnan.client.filter.random.LayoutDependence;
import io.dartagnan.client.filter.random.RandomQuery;
import io.dartagnan.client.filter.random.RandomTable;
import io.dartagnan.client.filter.random.Shrinker;
import io.dartagnan.mpc.harness.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Comparison of {@link ResidualFilter} with HBase's own regions over random tables, scans and
 * filters.
 *
 * <p>{@code -Ddartagnan.filters=N} sets the number of queries, {@code -Ddartagnan.seed=N} repeats a
 * run.
 */
@Tag("thorough")
class ResidualFilterDifferentialTest {
  private static final int QUERIES = Integer.getInteger("dartagnan.filters", 1000);
  private static final int QUERIES_PER_TABLE = 500;

  @TempDir private Path folder;
  private final Map<LayoutDependence, Integer> leftOut = new EnumMap<>(LayoutDependence.class);
  private int failures;
  private int withAnswers;

  @Test
  void answersAsHBase() throws IOException {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    for (int done = 0; done < QUERIES; done += QUERIES_PER_TABLE) {
      compare(
          RandomTable.of(random.nextLong()), Math.min(QUERIES_PER_TABLE, QUERIES - done), random);
    }
    System.out.printf(
        "%d queries, %d with answers, %d failed in both, left out: %s%n",
        QUERIES, withAnswers, failures, leftOut);
    assertThat(withAnswers).isGreaterThan(QUERIES / 3);
  }

  private void compare(RandomTable table, int queries, Random random) throws IOException {
    List<LocalRegion> regions = new ArrayList<>();
    try {
      for (Layout layout : Layout.values()) {
        regions.add(
            LocalRegion.load(table, layout, folder.resolve(table.seed() + "-" + layout.name())));
      }
      for (int i = 0; i < queries; i++) {
        compare(table, regions, RandomQuery.of(table, random.nextLong()));
      }
    } finally {
      for (LocalRegion region : regions) {
        region.close();
      }
    }
  }

  private void compare(RandomTable table, List<LocalRegion> regions, RandomQuery query) {
    Optional<LayoutDependence> dependence = LayoutDependence.of(table, query);
    if (dependence.isPresent()) {
      leftOut.merge(dependence.get(), 1, Integer::sum);
      return;
    }
    Answers judged = judge(table, query);
    failures += judged.failure() == null ? 0 : 1;
    withAnswers += judged.results().isEmpty() ? 0 : 1;
    for (LocalRegion region : regions) {
      if (!scan(region, query).equal(judged)) {
        report(table, region, query);
      }
    }
  }

  private static void report(RandomTable table, LocalRegion region, RandomQuery query) {
    RandomQuery smallest =
        Shrinker.shrink(
            query,
            candidate ->
                LayoutDependence.of(table, candidate).isEmpty()
                    && !scan(region, candidate).equal(judge(table, candidate)));
    fail(
        "%s, %s, %s%n    HBase: %s%n    here: %s",
        table, region.layout(), smallest, scan(region, smallest), judge(table, smallest));
  }

  private static Answers scan(LocalRegion region, RandomQuery query) {
    Scan scan;
    try {
      scan = query.received();
    } catch (IOException | RuntimeException e) {
      return new Answers(List.of(), e);
    }
    return region.scan(scan, query.scan().getLimit());
  }

  private static Answers judge(RandomTable table, RandomQuery query) {
    List<Result> results = new ArrayList<>();
    Map<byte[], Integer> versions = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    table.versions().forEach((family, count) -> versions.put(Bytes.toBytes(family), count));
    try {
      ResidualFilter judge = ResidualFilter.of(query.filter(), query.scan(), versions);
      for (Result row : table.rows(query.scan())) {
        if (judge.done()) {
          break;
        }
        results.addAll(judge.judge(row));
      }
      return new Answers(results, null);
    } catch (IOException e) {
      return new Answers(results, e);
    }
  }
}
