package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.aggregate.PrivateAggregation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters are exact while rows change, regions split, and many run at once. */
@EndToEnd
class ConcurrencyIT {
  private final LocalClusters clusters;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Connection connection;

  ConcurrencyIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void connect() throws IOException {
    connection = clusters.safe();
  }

  @AfterAll
  void close() throws IOException {
    threads.shutdownNow();
    connection.close();
  }

  /** Rows below {@code stable} never change and must all be found; the others flip all the time. */
  @Test
  void everyRowThatAFilterReturnsMatchesWhileItIsOverwritten() throws Exception {
    int stable = 300;
    int changing = 100;
    long bound = 1_000;
    Numbered numbered = Numbered.create(connection, "overwritten").load(stable + changing);
    AtomicBoolean done = new AtomicBoolean();
    List<Future<Integer>> writers = new ArrayList<>();
    for (int writer = 0; writer < 2; writer++) {
      int first = stable + writer * changing / 2;
      writers.add(
          threads.submit(
              () -> {
                int writes = 0;
                for (; !done.get(); writes++) {
                  long offset = writes / (changing / 2) % 2 == 0 ? 2 * bound : 0;
                  numbered.write(first + writes % (changing / 2), offset + writes % bound);
                }
                return writes;
              }));
    }
    Set<Integer> sizes = new HashSet<>();
    try {
      for (int i = 0; i < 40; i++) {
        List<Result> rows = numbered.scan(Numbered.where(CompareOperator.LESS, bound));
        assertThat(rows)
            .allSatisfy(
                row -> {
                  assertThat(Numbered.number(row)).isLessThan(bound);
                  assertThat(Numbered.text(row)).isEqualTo("is " + Numbered.number(row));
                });
        sizes.add(rows.size());
        List<String> keys = rows.stream().map(row -> Bytes.toString(row.getRow())).toList();
        assertThat(keys).isSorted().doesNotHaveDuplicates();
        assertThat(rows.stream().limit(stable).map(Numbered::number).toList())
            .isEqualTo(LongStream.range(0, stable).boxed().toList());
      }
    } finally {
      done.set(true);
    }
    assertThat(sizes).as("answers differed, so rows did change meanwhile").hasSizeGreaterThan(1);
    for (Future<Integer> writer : writers) {
      assertThat(writer.get(60, TimeUnit.SECONDS)).isGreaterThan(changing);
    }
  }

  /** Scans that return the same rows. */
  private enum Scans {
    FILTERED(Numbered.where(CompareOperator.GREATER_OR_EQUAL, 100)),
    OF_A_RANGE(new Scan().withStartRow(Bytes.toBytes(Numbered.row(100))).setCaching(70)),
    REVERSED(
        new Scan()
            .withStopRow(Bytes.toBytes(Numbered.row(100)), true)
            .setReversed(true)
            .setCaching(70));

    private final Scan scan;

    Scans(Scan scan) {
      this.scan = scan;
    }
  }

  @ParameterizedTest
  @EnumSource
  void splitsOfOneCloudBeforeAndDuringAScanLoseAndRepeatNoRow(Scans scans) throws Exception {
    int rows = 6_000;
    Numbered numbered =
        Numbered.create(
                connection, "split-" + scans.name().toLowerCase(Locale.ROOT), Numbered.row(3_000))
            .load(rows);
    List<Long> expected = new ArrayList<>(LongStream.range(100, rows).boxed().toList());
    if (scans.scan.isReversed()) {
      Collections.reverse(expected);
    }

    split(numbered, 1, Numbered.row(1_500), 3);
    assertThat(numbered.scan(scans.scan)).extracting(Numbered::number).isEqualTo(expected);

    List<Long> found = new ArrayList<>();
    try (Table table = connection.getTable(numbered.name());
        ResultScanner scanner = table.getScanner(scans.scan)) {
      for (Result row : scanner.next(200)) {
        found.add(Numbered.number(row));
      }
      split(numbered, 1, Numbered.row(4_500), 4);
      split(numbered, 2, Numbered.row(2_000), 3);
      scanner.forEach(row -> found.add(Numbered.number(row)));
    }
    assertThat(found).isEqualTo(expected);
  }

  private void split(Numbered numbered, int party, String row, int regions) throws IOException {
    try (CloudTable cloud = clusters.cloud(party, numbered.name())) {
      cloud.split(row, regions);
    }
  }

  @Test
  void sixtyFourFiltersAtOnceAllAnswerRight() throws Exception {
    int rows = 500;
    Numbered numbered =
        Numbered.create(connection, "many", Numbered.row(200), Numbered.row(350)).load(rows);
    List<Callable<List<Long>>> filters = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      long operand = i * 7;
      filters.add(() -> numbered.numbers(CompareOperator.GREATER_OR_EQUAL, operand));
    }
    List<Future<List<Long>>> answers = threads.invokeAll(filters, 3, TimeUnit.MINUTES);
    for (int i = 0; i < answers.size(); i++) {
      assertThat(answers.get(i).get()).isEqualTo(LongStream.range(i * 7L, rows).boxed().toList());
    }
  }

  /** So are counts; which rows there are changes under them. */
  @Test
  void countsOfManyThreadsSeeWhatWasWrittenBeforeTheyBegan() throws Exception {
    int writers = 12;
    int writes = 40;
    Numbered numbered = Numbered.create(connection, "counted").load(200);
    PrivateAggregation aggregation = PrivateAggregation.over(connection);
    aggregation.count(numbered.name(), Numbered.where(CompareOperator.LESS, 0));
    List<Callable<Void>> clients = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      int own = writer;
      clients.add(
          () -> {
            for (int i = 1; i <= writes; i++) {
              numbered.write(1_000 * (own + 1) + i, 1_000_000L * (own + 1));
              Scan ofOwn = Numbered.where(CompareOperator.EQUAL, 1_000_000L * (own + 1));
              assertThat(aggregation.count(numbered.name(), ofOwn)).isEqualTo(i);
              Scan ofAll = Numbered.where(CompareOperator.LESS, 200 - own);
              assertThat(aggregation.count(numbered.name(), ofAll)).isEqualTo(200 - own);
            }
            return null;
          });
    }
    for (Future<Void> client : threads.invokeAll(clients, 3, TimeUnit.MINUTES)) {
      client.get();
    }
  }

  /** Filters of one connection over few rows are evaluated together, and have nothing stale. */
  @Test
  void filtersOfManyThreadsSeeWhatWasWrittenBeforeTheyBegan() throws Exception {
    int writers = 12;
    int writes = 40;
    Numbered numbered = Numbered.create(connection, "together").load(200);
    numbered.numbers(CompareOperator.LESS, 0); // says how few rows there are
    List<Callable<Void>> clients = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      int own = writer;
      clients.add(
          () -> {
            for (int i = 0; i < writes; i++) {
              long number = 1_000_000L + own * writes + i;
              numbered.write(own, number);
              List<Result> found = numbered.scan(Numbered.where(CompareOperator.EQUAL, number));
              assertThat(found).extracting(Numbered::number).containsExactly(number);
              assertThat(Bytes.toString(found.get(0).getRow())).isEqualTo(Numbered.row(own));
              assertThat(numbered.numbers(CompareOperator.LESS, 150))
                  .isEqualTo(LongStream.range(writers, 150).boxed().toList());
            }
            return null;
          });
    }
    for (int own = 0; own < writers; own++) {
      numbered.write(own, 999_999L); // a number that no writer looks for
    }
    for (Future<Void> client : threads.invokeAll(clients, 3, TimeUnit.MINUTES)) {
      client.get();
    }
  }
}
