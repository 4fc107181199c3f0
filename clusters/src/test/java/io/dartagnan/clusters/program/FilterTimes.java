package io.dartagnan.clusters.program;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Times of filters over a whole table on whatever HBase the class path's configuration names: the
 * same program for three clouds and for a plain one. docs/performance.md has the command.
 *
 * <p>Argument: the number of rows. One family, one int64 and one short string column, a thousand
 * distinct values each, one region.
 */
final class FilterTimes {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] NUMBER = Bytes.toBytes("number");
  private static final byte[] TEXT = Bytes.toBytes("text");
  private static final int DISTINCT = 1000;
  private static final int RUNS = 9;

  private final Table table;
  private final int rows;

  private FilterTimes(Table table, int rows) {
    this.table = table;
    this.rows = rows;
  }

  public static void main(String[] arguments) throws IOException {
    int rows = Integer.parseInt(arguments[0]);
    TableName name = TableName.valueOf("filter_times");
    try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setValue("dartagnan.column.f:number", "additive int64")
              .setValue("dartagnan.column.f:text", "additive string(15)")
              .build());
      try (Table table = connection.getTable(name)) {
        load(connection, name, rows);
        FilterTimes times = new FilterTimes(table, rows);
        times.measure("number =", NUMBER, CompareOperator.EQUAL, new LongComparator(5));
        times.measure("number <", NUMBER, CompareOperator.LESS, new LongComparator(5));
        BinaryComparator text = new BinaryComparator(Bytes.toBytes("type100"));
        times.measure("text =", TEXT, CompareOperator.EQUAL, text);
        times.measure("text <", TEXT, CompareOperator.LESS, text);
      } finally {
        admin.disableTable(name);
        admin.deleteTable(name);
      }
    }
  }

  private static void load(Connection connection, TableName name, int rows) throws IOException {
    Random random = new Random(1);
    long start = System.nanoTime();
    try (BufferedMutator mutator = connection.getBufferedMutator(name)) {
      for (int i = 0; i < rows; i++) {
        mutator.mutate(
            new Put(Bytes.toBytes("row%09d".formatted(i)))
                .addColumn(FAMILY, NUMBER, Bytes.toBytes((long) random.nextInt(DISTINCT)))
                .addColumn(FAMILY, TEXT, Bytes.toBytes("type" + random.nextInt(DISTINCT))));
      }
    }
    System.out.printf("load rows=%d ms=%d%n", rows, (System.nanoTime() - start) / 1_000_000);
  }

  private void measure(
      String label, byte[] qualifier, CompareOperator operator, ByteArrayComparable comparator)
      throws IOException {
    long[] ms = new long[RUNS];
    long hits = 0;
    for (int run = 0; run < RUNS; run++) {
      Scan scan =
          new Scan()
              .setFilter(new SingleColumnValueFilter(FAMILY, qualifier, operator, comparator));
      long start = System.nanoTime();
      hits = 0;
      try (ResultScanner results = table.getScanner(scan)) {
        for (Result result : results) {
          hits += result.isEmpty() ? 0 : 1;
        }
      }
      ms[run] = (System.nanoTime() - start) / 1_000_000;
    }
    Arrays.sort(ms);
    System.out.printf(
        "filter %s rows=%d hits=%d best_ms=%d median_ms=%d%n",
        label, rows, hits, ms[0], ms[RUNS / 2]);
  }
}
