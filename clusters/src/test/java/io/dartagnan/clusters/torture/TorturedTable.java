package io.dartagnan.clusters.torture;

import io.dartagnan.client.aggregate.PrivateAggregation;
import io.dartagnan.clusters.torture.Ledger.Found;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table of numbered rows with what was written to it.
 *
 * @param connection to the three clouds; not closed
 * @param ledger of its rows
 */
record TorturedTable(Connection connection, TableName name, Ledger ledger) {
  private static final int REGIONS = 4;
  private static final int BATCH = 1_000;
  private static final int TEN_YEARS = 10 * 365 * 24 * 3_600;

  /**
   * Makes one, whose rows are put in batches, in regions of the same size.
   *
   * @param kept whether share columns of it may be kept: not those of a family whose values end
   * @param outages in which clouds lose what is not durable
   */
  static TorturedTable create(
      Connection connection, String name, boolean kept, int rows, Random random, Outages outages)
      throws IOException {
    ColumnFamilyDescriptorBuilder family = ColumnFamilyDescriptorBuilder.newBuilder(Column.FAMILY);
    if (!kept) {
      family.setTimeToLive(TEN_YEARS);
    }
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(TableName.valueOf(name)).setColumnFamily(family.build());
    for (Column column : Column.values()) {
      descriptor.setValue(column.declaration(), column.protection());
    }
    byte[][] splits = new byte[REGIONS - 1][];
    for (int i = 0; i < splits.length; i++) {
      splits[i] = Bytes.toBytes(key((i + 1) * rows / REGIONS));
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(descriptor.build(), splits);
    }
    TorturedTable table =
        new TorturedTable(connection, TableName.valueOf(name), new Ledger(rows, outages));
    table.load(random);
    return table;
  }

  private void load(Random random) throws IOException {
    try (Table table = connection.getTable(name)) {
      for (int first = 0; first < ledger.rows(); first += BATCH) {
        List<Put> puts = new ArrayList<>();
        int end = Math.min(ledger.rows(), first + BATCH);
        for (int row = first; row < end; row++) {
          Change change = Change.durable(random, -row);
          ledger.row(row).begin(change, System.nanoTime());
          puts.add((Put) change.mutation(Bytes.toBytes(key(row))));
        }
        table.put(puts);
        for (int row = first; row < end; row++) {
          ledger.row(row).acknowledge(System.nanoTime());
        }
      }
    }
  }

  static String key(int row) {
    return String.format(Locale.ROOT, "row-%06d", row);
  }

  private static int row(byte[] key) {
    return Integer.parseInt(Bytes.toString(key).substring("row-".length()));
  }

  /** The same through another connection. */
  TorturedTable through(Connection other) {
    return new TorturedTable(other, name, ledger);
  }

  /** The rows that a filter returns. */
  List<Found> filter(Question question) throws IOException {
    return scan(question.scan());
  }

  /** All rows, as a scan without a filter returns them. */
  List<Found> all() throws IOException {
    return scan(new Scan());
  }

  private List<Found> scan(Scan scan) throws IOException {
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(scan)) {
      List<Found> rows = new ArrayList<>();
      for (Result row : scanner) {
        rows.add(new Found(row(row.getRow()), RowValues.of(row)));
      }
      return rows;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** The number of rows that match. */
  long count(Question question) throws IOException {
    return PrivateAggregation.over(connection).count(name, question.scan());
  }

  /** The sum of their numbers. */
  long sum(Question question) throws IOException {
    return PrivateAggregation.over(connection)
        .sum(name, Column.FAMILY, Column.NUMBER.qualifier(), question.scan());
  }
}
