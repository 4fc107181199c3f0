package io.dartagnan.ycsb.workload;

import io.dartagnan.ycsb.hbase.BenchmarkTable;
import io.dartagnan.ycsb.hbase.Cluster;
import io.dartagnan.ycsb.hbase.TableDescription;
import io.dartagnan.ycsb.model.TableModel;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/** Checks that a workload can run on a table, before its first operation. */
final class Preflight {
  private final Cluster cluster;
  private final WorkloadSettings settings;

  Preflight(Cluster cluster, WorkloadSettings settings) {
    this.cluster = cluster;
    this.settings = settings;
  }

  /**
   * The table, which has to be there.
   *
   * @throws IOException in one sentence, if it is not, or not on every cluster
   */
  TableDescription requireTable() throws IOException {
    TableDescription table = TableDescription.of(cluster, settings.table());
    for (String family : settings.model().families()) {
      if (!table.hasFamily(family)) {
        throw new IOException(
            "table %s has no family '%s', which this workload writes; name another table, or make it anew with ycsb-workload-g/ycsb table -p table.replace=true"
                .formatted(settings.table(), family));
      }
    }
    return table;
  }

  /**
   * The last row of the table, whose rows have to be loaded.
   *
   * @throws IOException in one sentence, if they are not, or hold other values
   */
  long requireRows() throws IOException {
    try (BenchmarkTable table = cluster.table(settings.table())) {
      requireRow(table, settings.firstRow());
      requireRow(table, settings.rows() - 1);
      return settings.verifyFilters() ? lastRow(table) : settings.rows() - 1;
    }
  }

  private void requireRow(BenchmarkTable table, long row) throws IOException {
    TableModel model = settings.model();
    Result result = table.get(new Get(settings.key(row)));
    if (result.isEmpty()) {
      throw new IOException(
          "table %s has no row %s; load %d rows first, or set recordcount to how many were loaded"
              .formatted(settings.table(), model.keys().text(row), settings.rows()));
    }
    Optional<String> difference =
        settings.dataIntegrity()
            ? model.difference(row, result, model.columns())
            : Optional.empty();
    if (difference.isPresent()) {
      throw new IOException(
          "table %s was not loaded with this workload, its seed and dataintegrity=true: %s"
              .formatted(settings.table(), difference.get()));
    }
  }

  private long lastRow(BenchmarkTable table) throws IOException {
    byte[] key = Operations.firstRow(table, new Scan().setReversed(true)).orElseThrow().getRow();
    OptionalLong row = settings.model().keys().row(key, 0, key.length);
    return row.orElseThrow(
        () ->
            new IOException(
                "table %s has rows that this workload did not write; name another table"
                    .formatted(settings.table())));
  }
}
