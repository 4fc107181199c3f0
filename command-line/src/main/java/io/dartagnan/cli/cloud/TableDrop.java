package io.dartagnan.cli.cloud;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.client.Admin;

/** Deletes tables. */
public final class TableDrop {

  private TableDrop() {}

  /** Deletes a table, also one that an earlier attempt left disabled on some clouds. */
  public static void of(Admin admin, TableName table) throws IOException {
    try {
      admin.disableTable(table);
    } catch (TableNotEnabledException e) {
      // It is disabled on all three clouds already, as it has to be.
    }
    admin.deleteTable(table);
  }
}
