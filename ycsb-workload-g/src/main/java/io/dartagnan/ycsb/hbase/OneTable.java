package io.dartagnan.ycsb.hbase;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** A table of one HBase connection. */
final class OneTable implements BenchmarkTable {
  private final Table table;

  OneTable(Table table) {
    this.table = table;
  }

  @Override
  public Result get(Get get) throws IOException {
    return table.get(get);
  }

  @Override
  public void put(List<Put> puts) throws IOException {
    if (puts.size() == 1) {
      table.put(puts.get(0));
    } else {
      table.put(puts);
    }
  }

  @Override
  public void delete(Delete delete) throws IOException {
    table.delete(delete);
  }

  @Override
  public long scan(Scan scan, RowReader rows) throws IOException {
    long began = System.nanoTime();
    long spentReading = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        long arrived = System.nanoTime();
        boolean more = rows.read(row);
        spentReading += System.nanoTime() - arrived;
        if (!more) {
          break;
        }
      }
    }
    return System.nanoTime() - began - spentReading;
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
