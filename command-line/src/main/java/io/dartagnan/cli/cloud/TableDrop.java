package io.dartagnan.cli.cloud;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;

/** Deletion of a table on all three clouds. */
public final class TableDrop {

  private final TableName table;
  private volatile boolean underWay;

  /** A deletion that is to be run. */
  public TableDrop(TableName table) {
    this.table = table;
  }

  /**
   * Deletes the table, also one that an earlier attempt left disabled on some clouds.
   *
   * @throws TableNotFoundException if no cloud has it
   */
  public void run(Admin admin) throws IOException {
    underWay = true;
    try {
      disable(admin);
      admin.deleteTable(table);
    } catch (TableNotFoundException e) {
      underWay = false;
      throw e;
    }
    underWay = false;
  }

  private void disable(Admin admin) throws IOException {
    try {
      admin.disableTable(table);
    } catch (TableNotEnabledException e) {
      // It is disabled on all three clouds already, as it has to be.
    }
  }

  /** A sentence on what a deletion that ended half-way leaves; empty if none is under way. */
  public String standing() {
    return underWay
        ? "table %s was being deleted, and some clouds may still have it, disabled; 'dartagnan drop %s' deletes the rest of it"
            .formatted(table, table)
        : "";
  }
}
