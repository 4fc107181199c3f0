package io.dartagnan.clusters.bench;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Tables with the same rows on each system, in their stores' files. */
final class MeasuredTables {
  private static final int PROGRESS_ROWS = 100_000;
  private static final long LOOK_MS = 50;
  private static final Duration LONGEST_COMPACTION = Duration.ofMinutes(2);

  private final MeasuredRows rows;

  MeasuredTables(MeasuredRows rows) {
    this.rows = rows;
  }

  /** Makes the table that the three clouds share, in one region. */
  void load(MeasuredSystem safe, String scheme, String suite) throws IOException {
    TableDescriptorBuilder table =
        table(safe.table())
            .setValue("dartagnan.suite", suite)
            .setValue("dartagnan.tag", safe.isTagged() ? "hmac-sha256" : null);
    for (int column = 0; column < MeasuredRows.COLUMNS; column++) {
      table.setValue(
          "dartagnan.column.f:" + Bytes.toString(MeasuredRows.qualifier(column)),
          scheme + " int64");
    }
    load(safe.name(), safe.connections().get(0), table);
  }

  /** Makes a plain table on each cluster. */
  void load(MeasuredSystem plain) throws IOException {
    for (Connection connection : plain.connections()) {
      load(plain.name(), connection, table(plain.table()));
    }
  }

  /** A table of one region: systems that split at other moments would not be compared. */
  private static TableDescriptorBuilder table(TableName name) {
    return TableDescriptorBuilder.newBuilder(name)
        .setSplitEnabled(false)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(MeasuredRows.FAMILY));
  }

  private void load(String system, Connection connection, TableDescriptorBuilder table)
      throws IOException {
    TableName name = table.build().getTableName();
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(table.build());
    }
    try (BufferedMutator mutator = connection.getBufferedMutator(name)) {
      for (int row = 0; row < rows.count(); row++) {
        mutator.mutate(rows.put(row));
        if (row % PROGRESS_ROWS == 0) {
          System.err.printf("loading %s: %,d of %,d rows%n", system, row, rows.count());
        }
      }
    }
  }

  /** Writes what is in memory to files, on clusters that are named one by one. */
  static void flush(List<Connection> clusters, TableName table) throws IOException {
    for (Connection cluster : clusters) {
      try (Admin admin = cluster.getAdmin()) {
        admin.flush(table);
      }
    }
  }

  /** The same, and waits until no compaction is under way. */
  static void settle(List<Connection> clusters, TableName table) throws IOException {
    flush(clusters, table);
    long until = System.nanoTime() + LONGEST_COMPACTION.toNanos();
    for (Connection cluster : clusters) {
      try (Admin admin = cluster.getAdmin()) {
        while (admin.getCompactionState(table) != CompactionState.NONE
            && System.nanoTime() - until < 0) {
          TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while compactions were awaited");
      }
    }
  }
}
