package io.dartagnan.client.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.MemoryConnection;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.scan.ExplainedScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Options of scans that programs set and that need not change what comes. */
@Timeout(60)
class ScanOptionsTest {
  private final List<MemoryCloud> clouds =
      List.of(new MemoryCloud(), new MemoryCloud(), new MemoryCloud());
  private SafeConnection connection;
  private Table table;

  @BeforeEach
  void threeRowsOfTwoCells() throws IOException {
    connection = MemoryConnection.open(clouds);
    table = connection.getTable(Tables.DECLARED.getTableName());
    for (String row : List.of("a", "b", "c")) {
      table.put(
          new Put(Tables.bytes(row))
              .addColumn(Tables.FAMILY, Tables.PLAIN, Tables.bytes("open"))
              .addColumn(Tables.FAMILY, Tables.TEXT, Tables.bytes("hidden")));
    }
  }

  @AfterEach
  void close() throws IOException {
    table.close();
    connection.close();
  }

  @Test
  void aScannerThatIsClosedHasNoMoreRowsAsInHBase() throws IOException {
    for (Scan scan : List.of(new Scan(), new Scan().setBatch(1))) {
      ResultScanner scanner = table.getScanner(scan);
      assertThat(scanner.next()).isNotNull();
      scanner.close();
      assertThat(scanner.next()).isNull();
      assertThat(scanner.next(2)).isEmpty();
    }
  }

  @Test
  void metricsAreServedToScansThatAskForThemOnly() throws IOException {
    try (ResultScanner scanner = table.getScanner(new Scan().setScanMetricsEnabled(true))) {
      assertThat(rows(scanner)).hasSize(3);
      Map<String, Long> metrics = scanner.getScanMetrics().getMetricsMap();
      assertThat(metrics).containsEntry("ROWS_SCANNED", 3L).containsEntry("ROWS_FILTERED", 0L);
      assertThat(metrics.get("BYTES_IN_RESULTS")).isPositive();
    }
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      assertThat(rows(scanner)).hasSize(3);
      assertThat(scanner.getScanMetrics()).isNull();
    }
  }

  @Test
  void partialResultsMayBeWholeRows() throws IOException {
    try (ResultScanner scanner = table.getScanner(new Scan().setAllowPartialResults(true))) {
      assertThat(rows(scanner))
          .hasSize(3)
          .allMatch(row -> row.size() == 2 && !row.mayHaveMoreCellsInRow());
    }
  }

  @Test
  void aBatchOfAnyNumberOfCellsCutsNoRow() throws IOException {
    try (ResultScanner scanner = table.getScanner(new Scan().setBatch(Integer.MAX_VALUE))) {
      assertThat(rows(scanner)).hasSize(3).allMatch(row -> row.size() == 2);
      assertThat(scanner)
          .as("merged as a scan without a batch")
          .isNotInstanceOf(ExplainedScan.class);
    }
    try (ResultScanner scanner = table.getScanner(new Scan().setBatch(1))) {
      assertThat(rows(scanner)).hasSize(6).allMatch(row -> row.size() == 1);
    }
  }

  @Test
  void offsetsAreCountedInCellsOfAFamily() throws IOException {
    try (ResultScanner scanner = table.getScanner(new Scan().setRowOffsetPerColumnFamily(1))) {
      assertThat(rows(scanner))
          .hasSize(3)
          .allMatch(row -> row.size() == 1 && row.containsColumn(Tables.FAMILY, Tables.TEXT));
    }
  }

  private static List<Result> rows(ResultScanner scanner) throws IOException {
    List<Result> rows = new ArrayList<>();
    scanner.forEach(rows::add);
    return rows;
  }
}
