package io.dartagnan.cli.load;

import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.ImportStanding;
import io.dartagnan.cli.cloud.NewTable;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.LoadProgress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Creates the table of a plan and loads it. */
final class Importer {

  private static final int ROWS_PER_WRITE = 250;

  private final Connection connection;
  private final TableName table;
  private final String family;
  private final ImportStanding standing;

  Importer(Connection connection, TableName table, String family, ImportStanding standing) {
    this.connection = connection;
    this.table = table;
    this.family = family;
    this.standing = standing;
  }

  /**
   * Creates the table.
   *
   * @param regions how many regions to divide it into
   * @param drop whether a table that has this name is deleted first
   * @throws CommandException if there is such a table and it is not to be dropped
   */
  void create(ImportPlan plan, int regions, boolean drop) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      new NewTable(plan.schema().descriptor(table, family), standing)
          .create(admin, plan.splitKeys(regions), drop);
    }
  }

  /**
   * The records that a table lacks which an earlier import of the same file began.
   *
   * @throws CommandException if there is no such table, or it is no part of the file
   */
  BitSet missing(ImportPlan plan) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(table)) {
        throw Clouds.noTable(table);
      }
      ImportedPart part = new ImportedPart(plan, table, family);
      part.requireSchema(admin.getDescriptor(table));
      BitSet missing;
      try (Table from = connection.getTable(table)) {
        missing = part.missing(from);
      }
      standing.loads(plan.size() - missing.cardinality());
      return missing;
    }
  }

  /** Writes these records. */
  void load(ImportPlan plan, BitSet records, LoadProgress progress) throws IOException {
    byte[] familyBytes = Bytes.toBytes(family);
    List<Put> batch = new ArrayList<>();
    try (Table to = connection.getTable(table)) {
      for (int record = records.nextSetBit(0); record >= 0; ) {
        batch.add(plan.put(record, familyBytes));
        record = records.nextSetBit(record + 1);
        if (record < 0 || batch.size() == ROWS_PER_WRITE) {
          int rows = batch.size();
          to.put(batch);
          standing.stores(rows);
          progress.add(rows);
          batch = new ArrayList<>();
        }
      }
    }
  }
}
