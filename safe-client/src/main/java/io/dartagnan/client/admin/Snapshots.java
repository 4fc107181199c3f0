package io.dartagnan.client.admin;

import io.dartagnan.client.catalogue.TableCatalogue;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.SnapshotDescription;

/**
 * Snapshots of a table, one of the same name on each of the three clouds.
 *
 * <p>The three are taken at three moments. A cell that is overwritten meanwhile may have one
 * version in one of them and another in the next, so that none is complete: nobody should write to
 * the table while its snapshot is taken.
 */
final class Snapshots {
  private final CloudAdmins admins;
  private final RepeatableChange changes;
  private final TableCreation creation;
  private final TableCatalogue catalogue;

  Snapshots(
      CloudAdmins admins,
      RepeatableChange changes,
      TableCreation creation,
      TableCatalogue catalogue) {
    this.admins = admins;
    this.changes = changes;
    this.creation = creation;
    this.catalogue = catalogue;
  }

  /** Takes one on each cloud; where one fails the others are deleted, since theirs are older. */
  void take(AdminCall call) throws IOException {
    String name = call.snapshot();
    new AllOrNone(
            admins,
            "snapshot " + name,
            cloud -> {
              admins.on(cloud).deleteSnapshot(name);
              return null;
            })
        .make(cloud -> call.on(admins.on(cloud)));
  }

  /** Makes a table of one. */
  void copy(AdminCall call) throws IOException {
    TableName table = call.argument(TableName.class);
    try {
      creation.copy(table, cloud -> call.on(admins.on(cloud)));
    } finally {
      catalogue.forget(table);
    }
  }

  /** Gives a table the contents and the descriptor that it had. */
  void restore(AdminCall call) throws IOException {
    TableName table = table(call.snapshot());
    try {
      changes.make(call);
    } finally {
      if (table != null) {
        catalogue.forget(table);
      }
    }
  }

  /** The table that a snapshot is of; null if there is no such snapshot, as the clouds will say. */
  private TableName table(String name) throws IOException {
    for (SnapshotDescription snapshot : admins.on(Party.P0).listSnapshots()) {
      if (snapshot.getName().equals(name)) {
        return snapshot.getTableName();
      }
    }
    return null;
  }
}
