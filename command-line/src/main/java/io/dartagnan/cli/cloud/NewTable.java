package io.dartagnan.cli.cloud;

import io.dartagnan.cli.terminal.CommandException;
import java.io.IOException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Creation of the table that an import loads. */
public final class NewTable {

  private final TableDescriptor descriptor;
  private final ImportStanding standing;

  /**
   * A table that is to be created.
   *
   * @param standing told of each step
   */
  public NewTable(TableDescriptor descriptor, ImportStanding standing) {
    this.descriptor = descriptor;
    this.standing = standing;
  }

  /**
   * Creates it.
   *
   * @param splitKeys the keys that begin its regions, but for the first
   * @param drop whether a table that has this name is deleted first
   * @throws CommandException if there is such a table and it is not to be dropped
   */
  public void create(Admin admin, byte[][] splitKeys, boolean drop) throws IOException {
    if (drop) {
      // Not asked whether it exists: an earlier attempt may have left it on some clouds only.
      standing.drops();
      dropIfThere(admin);
    } else if (admin.tableExists(descriptor.getTableName())) {
      throw new CommandException(
          "table %s exists already; give another name with --table, delete it with --drop, or go on with an import that was interrupted with --continue"
              .formatted(descriptor.getTableName()));
    }
    standing.creates();
    if (splitKeys.length == 0) {
      admin.createTable(descriptor);
    } else {
      admin.createTable(descriptor, splitKeys);
    }
    standing.loads(0);
  }

  private void dropIfThere(Admin admin) throws IOException {
    try {
      new TableDrop(descriptor.getTableName()).run(admin);
    } catch (TableNotFoundException e) {
      // There was none on any cloud.
    }
  }
}
