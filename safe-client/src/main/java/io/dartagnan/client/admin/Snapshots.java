package io.dartagnan.client.admin;

import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerDescriptor;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
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
  private final TableCatalogue catalogue;
  private final PassedCalls passed;

  Snapshots(
      CloudAdmins admins, RepeatableChange changes, TableCatalogue catalogue, PassedCalls passed) {
    this.admins = admins;
    this.changes = changes;
    this.catalogue = catalogue;
    this.passed = passed;
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

  /**
   * Gives a table the contents and the descriptor that it had. Keys that were made for its tags
   * since stay: connections that are open write under the newest.
   */
  void restore(AdminCall call) throws IOException {
    Optional<TableName> table = table(call.snapshot());
    Optional<Party> alone = passed.cloudOf(table);
    if (alone.isPresent()) {
      passed.on(alone.get(), call);
      return;
    }
    List<Optional<String>> keys = keys(table);
    try {
      changes.make(call);
      keep(table, keys);
    } finally {
      table.ifPresent(catalogue::forget);
    }
  }

  /** What stands for its keys in each cloud's descriptor of a table, if it is there. */
  private List<Optional<String>> keys(Optional<TableName> table) throws IOException {
    return admins.ask(
        cloud ->
            table.isPresent() && admins.on(cloud).tableExists(table.get())
                ? TableSchema.keysOf(admins.on(cloud).getDescriptor(table.get()))
                : Optional.empty());
  }

  /** Puts them back where the snapshot had fewer of the same table: more keys are a longer text. */
  private void keep(Optional<TableName> table, List<Optional<String>> before) throws IOException {
    List<Optional<String>> restored = keys(table);
    for (Party cloud : Party.ALL) {
      Optional<String> own = before.get(cloud.index());
      Optional<String> now = restored.get(cloud.index());
      if (own.isPresent()
          && now.isPresent()
          && own.get().length() > now.get().length()
          && TableSchema.idOfKeys(own.get()).equals(TableSchema.idOfKeys(now.get()))) {
        Admin admin = admins.on(cloud);
        admin.modifyTable(
            InnerDescriptor.withKeys(admin.getDescriptor(table.orElseThrow()), own.get()));
      }
    }
  }

  /**
   * The table that a snapshot is of; empty if there is no such snapshot, as the clouds will say.
   */
  private Optional<TableName> table(String name) throws IOException {
    return admins.ask(cloud -> admins.on(cloud).listSnapshots()).stream()
        .flatMap(List::stream)
        .filter(snapshot -> snapshot.getName().equals(name))
        .map(SnapshotDescription::getTableName)
        .findFirst();
  }
}
