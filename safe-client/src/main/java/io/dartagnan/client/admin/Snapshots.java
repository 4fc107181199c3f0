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
import org.apache.hadoop.hbase.client.TableDescriptor;

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
      if (keys.stream().anyMatch(Optional::isPresent)) {
        keep(table.orElseThrow(), keys);
      }
    } finally {
      table.ifPresent(catalogue::forget);
    }
  }

  /** What each cloud's descriptor of a table has for its keys, if it is there and has any. */
  private List<Optional<String>> keys(Optional<TableName> table) throws IOException {
    return admins.ask(
        cloud ->
            table.isPresent() && admins.on(cloud).tableExists(table.get())
                ? Optional.ofNullable(
                    admins.on(cloud).getDescriptor(table.get()).getValue(TableSchema.KEYS))
                : Optional.empty());
  }

  /** Puts them back where the snapshot had fewer of the same table: more keys are a longer text. */
  private void keep(TableName table, List<Optional<String>> before) throws IOException {
    SchemaChange.requireDone(
        "restoreSnapshot",
        admins.change(
            cloud -> {
              Admin admin = admins.on(cloud);
              TableDescriptor restored = admin.getDescriptor(table);
              String now = restored.getValue(TableSchema.KEYS);
              Optional<String> kept =
                  before
                      .get(cloud.index())
                      .filter(own -> now != null && own.length() > now.length())
                      .filter(own -> TableSchema.idOfKeys(own).equals(TableSchema.idOfKeys(now)));
              if (kept.isPresent()) {
                admin.modifyTable(InnerDescriptor.withKeys(restored, kept.get()));
              }
              return null;
            }));
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
