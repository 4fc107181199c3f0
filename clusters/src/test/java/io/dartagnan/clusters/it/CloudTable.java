package io.dartagnan.clusters.it;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** One table as one cloud has it, through that cloud's own configuration. */
public final class CloudTable implements AutoCloseable {
  private static final Duration SPLIT_DEADLINE = Duration.ofMinutes(5);
  private static final Duration COMPACTION_DEADLINE = Duration.ofMinutes(5);

  private final Admin admin;
  private final Table table;

  /** The connection is left open when this is closed. */
  CloudTable(Connection connection, TableName name) throws IOException {
    this.admin = connection.getAdmin();
    this.table = connection.getTable(name);
  }

  public Admin admin() {
    return admin;
  }

  public Table table() {
    return table;
  }

  /** Every version that the cloud stores of a column, the newest first. */
  List<Cell> versions(String row, byte[] family, byte[] qualifier) throws IOException {
    Get get = new Get(Bytes.toBytes(row)).addColumn(family, qualifier).readAllVersions();
    Result result = table.get(get);
    return result.isEmpty() ? List.of() : List.of(result.rawCells());
  }

  public void flush() throws IOException {
    admin.flush(table.getName());
  }

  /** Flushes, and compacts all that there is into one file. */
  public void compact() throws IOException {
    flush();
    admin.majorCompact(table.getName());
    awaitCompaction();
  }

  /** Waits until no compaction is asked for or under way. */
  void awaitCompaction() {
    await("the compaction of " + table.getName())
        .atMost(COMPACTION_DEADLINE)
        .ignoreExceptions()
        .until(() -> admin.getCompactionState(table.getName()) == CompactionState.NONE);
  }

  /**
   * Splits a region in two.
   *
   * @param row with which the second begins
   * @param regions how many the table has afterwards
   */
  void split(String row, int regions) throws IOException {
    admin.split(table.getName(), Bytes.toBytes(row));
    await("the table has " + regions + " regions, each open")
        .atMost(SPLIT_DEADLINE)
        .ignoreExceptions()
        .until(
            () ->
                admin.getRegions(table.getName()).size() == regions
                    && admin.isTableAvailable(table.getName()));
  }

  /** What goes on between the backup and the day on which it is restored. */
  @FunctionalInterface
  public interface Meanwhile {
    void run() throws IOException, InterruptedException;
  }

  /** Backs the table up, and restores it to that later: the cloud loses what came meanwhile. */
  public void rollBack(Meanwhile meanwhile) throws IOException, InterruptedException {
    String backup = "before-" + table.getName().getNameAsString();
    admin.snapshot(backup, table.getName());
    try {
      meanwhile.run();
      admin.disableTable(table.getName());
      try {
        admin.restoreSnapshot(backup, false);
      } finally {
        admin.enableTable(table.getName());
      }
    } finally {
      admin.deleteSnapshot(backup);
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(table, admin);
  }
}
