package io.dartagnan.ycsb.hbase;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** Aggregates that the client computes over the rows of a scan, as programs do on plain HBase. */
final class ScannedAggregates implements Aggregates {
  private final BenchmarkTable table;

  ScannedAggregates(BenchmarkTable table) {
    this.table = table;
  }

  @Override
  public Aggregate of(Function function, byte[] family, byte[] qualifier, Scan scan)
      throws IOException {
    NumberTotals totals = new NumberTotals();
    table.scan(
        scan,
        row -> {
          Cell cell = row.getColumnLatestCell(family, qualifier);
          totals.add(
              cell == null || function == Function.COUNT
                  ? 0
                  : Bytes.toLong(cell.getValueArray(), cell.getValueOffset()));
          return true;
        });
    return totals.of(function);
  }
}
