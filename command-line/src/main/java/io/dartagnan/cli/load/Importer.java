package io.dartagnan.cli.load;

import io.dartagnan.cli.cloud.TableDrop;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.LoadProgress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Creates the table of a plan and loads it. */
public final class Importer {

  private static final int ROWS_PER_WRITE = 250;

  private final Connection connection;
  private final TableName table;
  private final String family;

  Importer(Connection connection, TableName table, String family) {
    this.connection = connection;
    this.table = table;
    this.family = family;
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
      if (admin.tableExists(table)) {
        if (!drop) {
          throw new CommandException(
              "table %s exists already; give another name with --table, or delete it with --drop"
                  .formatted(table));
        }
        TableDrop.of(admin, table);
      }
      if (regions == 1) {
        admin.createTable(plan.schema().descriptor(table, family));
      } else {
        admin.createTable(plan.schema().descriptor(table, family), plan.splitKeys(regions));
      }
    }
  }

  /** Writes every row. */
  void load(ImportPlan plan, LoadProgress progress) throws IOException {
    byte[] familyBytes = Bytes.toBytes(family);
    try (Table to = connection.getTable(table)) {
      for (int from = 0; from < plan.size(); from += ROWS_PER_WRITE) {
        List<Put> batch = new ArrayList<>();
        int end = Math.min(plan.size(), from + ROWS_PER_WRITE);
        for (int record = from; record < end; record++) {
          batch.add(plan.put(record, familyBytes));
        }
        to.put(batch);
        progress.add(end - from);
      }
    }
  }
}
