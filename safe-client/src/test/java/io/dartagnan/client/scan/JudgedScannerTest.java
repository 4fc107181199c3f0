package io.dartagnan.client.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.client.filter.FilterPlan;
import io.dartagnan.client.filter.ResidualFilter;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.filter.RowRanges;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.Protection;
import io.dartagnan.wire.CloudRow;
import io.dartagnan.wire.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JudgedScannerTest {
  private static final RowInterval ALL = new RowInterval(new byte[0], new byte[0]);

  private static final FilterPlan NO_PLAN =
      new FilterPlan(Optional.empty(), RowRanges.ALL, Optional.empty(), List.of(), true, false);

  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final MemoryClouds clouds = new MemoryClouds("a", "b", "c", "d", "e", "f", "g");

  @AfterEach
  void everySourceIsClosed() {
    assertThat(clouds.sources).isNotEmpty();
    MemoryClouds.awaitClosed(clouds);
    pool.shutdown();
  }

  @Test
  void theFilterDecidesOnEachRowThatTheCloudsReturn() throws IOException {
    Scan scan = new Scan();
    scan.setFilter(new RowFilter(CompareOperator.EQUAL, new RegexStringComparator("[bdf]")));

    try (JudgedScanner scanner = scanner(scan)) {
      assertThat(read(scanner)).containsExactly("b", "d", "f");
      assertThat(scanner.fetchedRows()).isEqualTo(7);
      assertThat(scanner.returnedRows()).isEqualTo(3);
      assertThat(scanner.meshBytes()).isPositive();
    }
  }

  @Test
  void metricsCountTheRowsThatTheCloudsJudgedAndGoOnAfterTheyAreTakenOut() throws IOException {
    clouds.bend =
        (session, party, call, honest) ->
            new Page(
                honest.kind(),
                honest.meshBytes(),
                10L * (call + 1),
                honest.throughRow(),
                honest.aggregates(),
                honest.rows());
    Scan scan = new Scan().setScanMetricsEnabled(true);
    scan.setFilter(new RowFilter(CompareOperator.EQUAL, new RegexStringComparator("[bdf]")));

    try (JudgedScanner scanner = scanner(scan)) {
      scanner.next();
      Map<String, Long> first = scanner.getScanMetrics().getMetricsMap();
      read(scanner);
      Map<String, Long> rest = scanner.getScanMetrics().getMetricsMap();

      assertThat(first.get("ROWS_SCANNED") + rest.get("ROWS_SCANNED")).isEqualTo(50);
      assertThat(first.get("ROWS_FILTERED") + rest.get("ROWS_FILTERED")).isEqualTo(47);
      assertThat(first.get("BYTES_IN_RESULTS")).isPositive();
      assertThat(rest.get("BYTES_IN_RESULTS")).isEqualTo(2 * first.get("BYTES_IN_RESULTS"));
    }
  }

  /** A page holds rows that the application has not asked for yet. */
  @Test
  void metricsCountNoRowAsFilteredThatIsYetToCome() throws IOException {
    clouds.bend =
        (session, party, call, honest) ->
            new Page(
                honest.kind(),
                honest.meshBytes(),
                honest.rows().size(),
                honest.throughRow(),
                honest.aggregates(),
                honest.rows());
    clouds.rowsPerPage = 7;
    Scan scan = new Scan().setScanMetricsEnabled(true);

    try (JudgedScanner scanner = scanner(scan)) {
      assertThat(read(scanner)).hasSize(7);
      Map<String, Long> metrics = scanner.getScanMetrics().getMetricsMap();
      assertThat(metrics).containsEntry("ROWS_SCANNED", 7L).containsEntry("ROWS_FILTERED", 0L);
    }
  }

  @Test
  void noMoreRowsThanTheLimitAreReturnedAndTheSessionEndsWithTheLast() throws IOException {
    JudgedScanner scanner = scanner(new Scan().setLimit(3));

    assertThat(scanner.next(2)).hasSize(2);
    assertThat(scanner.next().getRow()).asString().isEqualTo("c");
    MemoryClouds.awaitClosed(clouds);
    assertThat(scanner.next()).isNull();
    assertThat(clouds.opened).hasSize(1);
  }

  @Test
  void aRowThatTheCloudsMustNotHaveReturnedEndsTheScanForGood() throws IOException {
    QueryColumn column = new QueryColumn(Bytes.toBytes("v"), Bytes.toBytes("q"), Protection.PLAIN);
    WhereClause where = WhereClause.compare(column, Operator.EQUAL, Ordering.UNSIGNED, new byte[1]);
    clouds.bend =
        (session, party, call, honest) ->
            new Page(
                honest.kind(),
                honest.meshBytes(),
                honest.judgedRows(),
                honest.throughRow(),
                honest.aggregates(),
                honest.rows().stream().map(JudgedScannerTest::withAnotherValueInRowC).toList());
    FilterPlan plan =
        new FilterPlan(Optional.of(where), RowRanges.ALL, Optional.empty(), List.of(), true, false);
    Scan scan = new Scan();

    JudgedScanner scanner =
        new JudgedScanner(plan, plan.where(), evaluated(ALL), judge(scan), RowMetrics.of(scan));

    assertThat(scanner.next(2)).hasSize(2);
    assertThatThrownBy(scanner::next).hasMessageContaining("returned row c");
    assertThatThrownBy(scanner::next).hasMessageContaining("returned row c");
  }

  private static CloudRow withAnotherValueInRowC(CloudRow row) {
    Cell cell = row.result().rawCells()[0];
    return CellUtil.matchingRows(cell, Bytes.toBytes("c"))
        ? CloudRow.of(
            Result.create(
                List.of(
                    new KeyValue(
                        CellUtil.cloneRow(cell),
                        CellUtil.cloneFamily(cell),
                        CellUtil.cloneQualifier(cell),
                        cell.getTimestamp(),
                        new byte[] {9}))))
        : row;
  }

  @Test
  void intervalsFollowEachOther() throws IOException {
    List<RowInterval> intervals =
        List.of(interval("b", "c"), interval("d", "f"), interval("x", ""));
    IntervalScanner rows = IntervalScanner.of(intervals, false, this::evaluated);

    try (JudgedScanner scanner =
        new JudgedScanner(
            NO_PLAN, Optional.empty(), rows, judge(new Scan()), RowMetrics.of(new Scan()))) {
      assertThat(read(scanner)).containsExactly("b", "d", "e");
      assertThat(scanner.meshBytes()).isPositive();
    }
  }

  private JudgedScanner scanner(Scan scan) throws IOException {
    return new JudgedScanner(
        NO_PLAN, Optional.empty(), evaluated(ALL), judge(scan), RowMetrics.of(scan));
  }

  private EvaluatedRows evaluated(RowInterval rows) {
    QuerySettings settings = new QuerySettings(10_000, 10_000, 4, 1, Optional.empty());
    PageStream pages =
        new PageStream(
            "a scan",
            rows,
            false,
            4,
            new RangePlanner(clouds, pool, 10_000),
            clouds,
            pool,
            settings);
    return new EvaluatedRows(pages, byParty -> byParty.get(0));
  }

  private static ResidualFilter judge(Scan scan) throws IOException {
    Map<byte[], Integer> versions = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    versions.put(Bytes.toBytes("v"), 1);
    return ResidualFilter.of(scan.getFilter(), scan, versions);
  }

  private static RowInterval interval(String start, String stop) {
    return new RowInterval(Bytes.toBytes(start), Bytes.toBytes(stop));
  }

  private static List<String> read(JudgedScanner scanner) throws IOException {
    List<String> rows = new ArrayList<>();
    for (Result row = scanner.next(); row != null; row = scanner.next()) {
      rows.add(Bytes.toString(row.getRow()));
    }
    return rows;
  }
}
