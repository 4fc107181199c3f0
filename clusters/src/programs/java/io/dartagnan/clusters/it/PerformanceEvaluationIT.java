package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * HBase's PerformanceEvaluation, unchanged, on protected tables of three clouds: each command ends
 * well and leaves what it says. It creates its tables itself.
 */
@EndToEnd
@Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PerformanceEvaluationIT {
  private static final int ROWS = 300;
  private static final int VALUE_BYTES = 200;
  private static final byte[] FAMILY = Bytes.toBytes("info0");
  private static final byte[] QUALIFIER = Bytes.toBytes("0");
  private static final List<String> READS =
      List.of(
          "sequentialRead",
          "randomRead",
          "scan",
          "reverseScan",
          "filterScan",
          "randomSeekScan",
          "scanRange10",
          "asyncSequentialRead",
          "asyncRandomRead",
          "asyncScan",
          "metaRandomRead");

  private final LocalClusters clusters;

  PerformanceEvaluationIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @Test
  void writesReadsAndDeletesRows() throws Exception {
    for (String write :
        List.of("randomWrite", "asyncRandomWrite", "asyncSequentialWrite", "sequentialWrite")) {
      evaluate("rows", write);
      assertThat(values("rows").values())
          .as("what %s left", write)
          .isNotEmpty()
          .allSatisfy(value -> assertThat(value).hasSize(VALUE_BYTES));
    }
    Map<String, byte[]> written = values("rows");
    assertThat(written.keySet()).isEqualTo(keys());
    try (Connection safe = clusters.safe();
        Table table = safe.getTable(name("rows"))) {
      for (Map.Entry<String, byte[]> row : written.entrySet()) {
        Result read = table.get(new Get(Bytes.toBytes(row.getKey())));
        assertThat(read.getValue(FAMILY, QUALIFIER)).isEqualTo(row.getValue());
      }
    }

    for (String read : READS) {
      evaluate("rows", read);
    }
    evaluate("rows", "randomRead", "--multiGet=10");
    assertThat(values("rows")).usingRecursiveComparison().isEqualTo(written);

    evaluate("rows", "sequentialWrite", "--autoFlush=true", "--multiPut=10");
    assertThat(values("rows").keySet()).isEqualTo(keys());
    evaluate("rows", "sequentialDelete");
    assertThat(values("rows")).isEmpty();
  }

  @Test
  void changesRowsAtomically() throws Exception {
    evaluate("incremented", "increment");
    evaluate("incremented", "increment");
    assertThat(values("incremented").keySet()).isEqualTo(keys());
    assertThat(values("incremented").values())
        .allSatisfy(value -> assertThat(Bytes.toLong(value)).isEqualTo(2));

    evaluate("appended", "append");
    evaluate("appended", "append");
    assertThat(values("appended").keySet()).isEqualTo(keys());
    values("appended")
        .forEach((key, value) -> assertThat(Bytes.toString(value)).isEqualTo(key + key));

    for (String command : List.of("checkAndMutate", "checkAndPut")) {
      evaluate(command, command);
      assertThat(values(command).keySet()).isEqualTo(keys());
      values(command).forEach((key, value) -> assertThat(Bytes.toString(value)).isEqualTo(key));
    }
    // It wants a table that is there, and puts and deletes a column of its own.
    evaluate("checkAndPut", "checkAndDelete");
    values("checkAndPut").forEach((key, value) -> assertThat(Bytes.toString(value)).isEqualTo(key));
  }

  private void evaluate(String table, String command, String... options)
      throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--nomapred",
                "--rows=" + ROWS,
                "--valueSize=" + VALUE_BYTES,
                "--table=" + name(table)));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of(command, "1"));
    ForeignProgram.onClouds(
            clusters, "mapreduce", Map.of("dartagnan.schema.pe_*.default", "xor bytes(200)"))
        .run("org.apache.hadoop.hbase.PerformanceEvaluation", arguments.toArray(String[]::new));
  }

  private static TableName name(String table) {
    return TableName.valueOf("pe_" + table);
  }

  /** The keys that it gives its rows: numbers from 0 on. */
  private static Set<String> keys() {
    Set<String> keys = new TreeSet<>();
    for (int i = 0; i < ROWS; i++) {
      keys.add(String.format("%026d", i));
    }
    return keys;
  }

  /** The values, by row, that a scan reads of a table whose rows have one column. */
  private Map<String, byte[]> values(String name) throws IOException {
    Map<String, byte[]> values = new TreeMap<>();
    try (Connection safe = clusters.safe();
        Table table = safe.getTable(name(name));
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row : rows) {
        assertThat(row.size()).isEqualTo(1);
        values.put(Bytes.toString(row.getRow()), row.value());
      }
    }
    return values;
  }
}
