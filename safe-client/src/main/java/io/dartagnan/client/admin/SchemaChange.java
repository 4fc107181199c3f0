package io.dartagnan.client.admin;

import io.dartagnan.client.configuration.ConfiguredSchemas;
import io.dartagnan.client.rpc.CloudConsensus;
import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudOutcome;
import io.dartagnan.client.rpc.IOFunction;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerDescriptor;
import io.dartagnan.schema.InstalledSuites;
import io.dartagnan.schema.SealedProtection.Encryption;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.InvalidFamilyOperationException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A change of a table's descriptor on all three clouds. Each cloud's descriptor is changed from
 * what it is there, so that a change which ended half-way is finished by making it again.
 */
final class SchemaChange {

  private final CloudAdmins admins;
  private final TableCatalogue catalogue;
  private final ConfiguredSchemas configured;

  /**
   * For any table.
   *
   * @param catalogue told of tables that change
   * @param configured what a table, or a new family, declares that declares nothing itself
   */
  SchemaChange(CloudAdmins admins, TableCatalogue catalogue, ConfiguredSchemas configured) {
    this.admins = admins;
    this.catalogue = catalogue;
    this.configured = configured;
  }

  /** Gives the table another descriptor. Its suite stays where that names none. */
  void modifyTable(TableDescriptor declared) throws IOException {
    TableDescriptor next = configured.complete(declared);
    change("modifyTable", declared.getTableName(), current -> withSuiteOf(current, next));
  }

  /**
   * A program may change a table by the descriptor by which it made it, which has not the suite
   * that the table got.
   *
   * @throws IllegalArgumentException if the suite does not compute on what the table is to store
   */
  private static TableDescriptor withSuiteOf(TableDescriptor current, TableDescriptor next) {
    String suite = current.getValue(TableSchema.SUITE);
    if (suite == null || next.getValue(TableSchema.SUITE) != null) {
      return next;
    }
    TableDescriptor kept =
        TableDescriptorBuilder.newBuilder(next).setValue(TableSchema.SUITE, suite).build();
    InstalledSuites.requireFor(
        TableSchema.of(kept),
        "the schema of table %s cannot be used: the descriptor names no '%s', and the table keeps the one that it has"
            .formatted(next.getTableName(), TableSchema.SUITE),
        suite);
    return kept;
  }

  /**
   * Adds a family.
   *
   * @throws InvalidFamilyOperationException if the table has it on all three clouds
   */
  void addFamily(TableName table, ColumnFamilyDescriptor family) throws IOException {
    boolean added =
        change(
            "addColumnFamily",
            table,
            current -> {
              ColumnFamilyDescriptor there = current.getColumnFamily(family.getName());
              if (there != null && !there.equals(family)) {
                throw alreadyThere(table, family);
              }
              return there == null ? with(current, family) : current;
            });
    if (!added) {
      throw alreadyThere(table, family);
    }
  }

  private TableDescriptor with(TableDescriptor table, ColumnFamilyDescriptor family) {
    return configured.completeFamily(
        TableDescriptorBuilder.newBuilder(table).setColumnFamily(family).build(), family.getName());
  }

  private static IOException alreadyThere(TableName table, ColumnFamilyDescriptor family) {
    return new InvalidFamilyOperationException(
        "Column family '%s' in table '%s' already exists so cannot be added"
            .formatted(family.getNameAsString(), table));
  }

  /**
   * Gives a family other settings.
   *
   * @throws InvalidFamilyOperationException if the table does not have it
   */
  void modifyFamily(TableName table, ColumnFamilyDescriptor family) throws IOException {
    change(
        "modifyColumnFamily",
        table,
        current -> {
          if (!current.hasColumnFamily(family.getName())) {
            throw notThere(family.getName(), "modified");
          }
          return TableDescriptorBuilder.newBuilder(current).modifyColumnFamily(family).build();
        });
  }

  /**
   * Deletes a family with its cells and what the schema declares of it.
   *
   * @throws InvalidFamilyOperationException if the table does not have it on any cloud, or no other
   */
  void deleteFamily(TableName table, byte[] family) throws IOException {
    boolean deleted =
        change(
            "deleteColumnFamily",
            table,
            current -> current.hasColumnFamily(family) ? without(current, family) : current);
    if (!deleted) {
      throw notThere(family, "deleted");
    }
  }

  private static TableDescriptor without(TableDescriptor table, byte[] family) throws IOException {
    if (table.getColumnFamilyCount() == 1) {
      throw new InvalidFamilyOperationException(
          "Family '%s' is the only column family in the table, so it cannot be deleted"
              .formatted(Bytes.toString(family)));
    }
    TableDescriptorBuilder rest = TableDescriptorBuilder.newBuilder(table);
    rest.removeColumnFamily(family);
    byte[] ofFamily = Bytes.add(Bytes.toBytes(TableSchema.COLUMN_PREFIX), family, new byte[] {':'});
    table.getValues().keySet().stream()
        .map(key -> key.copyBytes())
        .filter(key -> Bytes.startsWith(key, ofFamily))
        .forEach(rest::removeValue);
    return rest.build();
  }

  private static IOException notThere(byte[] family, String done) {
    return new InvalidFamilyOperationException(
        "Family '%s' does not exist, so it cannot be %s".formatted(Bytes.toString(family), done));
  }

  /** Whether there was anything to change on any cloud. */
  private boolean change(
      String operation, TableName table, IOFunction<TableDescriptor, TableDescriptor> step)
      throws IOException {
    try {
      List<TableDescriptor> current = admins.ask(cloud -> admins.on(cloud).getDescriptor(table));
      List<TableDescriptor> next = TableKeysChange.withKeys(admins, next(current, step));
      List<Party> changing =
          admins.placement().clouds(cloud -> !of(cloud, next).equals(of(cloud, current)));
      List<CloudOutcome<Void>> outcomes =
          admins.change(
              cloud -> {
                if (changing.contains(cloud)) {
                  Admin admin = admins.on(cloud);
                  // They may have been changed since.
                  String keys = admin.getDescriptor(table).getValue(TableSchema.KEYS);
                  TableDescriptor own = of(cloud, next);
                  admin.modifyTable(keys == null ? own : InnerDescriptor.withKeys(own, keys));
                }
                return null;
              });
      requireDone(operation, outcomes);
      return !changing.isEmpty();
    } finally {
      catalogue.forget(table);
    }
  }

  private List<TableDescriptor> next(
      List<TableDescriptor> current, IOFunction<TableDescriptor, TableDescriptor> step)
      throws IOException {
    List<TableDescriptor> before = current.stream().map(InnerDescriptor::declared).toList();
    List<TableDescriptor> after = new ArrayList<>(before.size());
    for (TableDescriptor each : before) {
      after.add(step.apply(each));
    }
    TableDescriptor agreed = CloudConsensus.onDeclarations(after);
    TableCreation.requireUsable(agreed, admins.placement());
    StoredColumns.of(before).requireReadable(agreed);
    requireSameRowKeys(before, agreed);
    return InnerDescriptor.of(after, current, admins.placement());
  }

  /** Rows are stored under the keys that the table was made with. */
  private static void requireSameRowKeys(List<TableDescriptor> before, TableDescriptor next) {
    Optional<Encryption> scheme = TableSchema.of(next).rowKeys();
    before.stream()
        .map(each -> TableSchema.of(each).rowKeys())
        .filter(each -> !each.equals(scheme))
        .findFirst()
        .ifPresent(
            each -> {
              throw new IllegalArgumentException(
                  "'%s' of table %s is '%s', and '%s' was given; copy the rows into a new table to change it"
                      .formatted(
                          TableSchema.ROW_KEYS,
                          next.getTableName(),
                          each.map(Encryption::toString).orElse("plain"),
                          scheme.map(Encryption::toString).orElse("plain")));
            });
  }

  private static TableDescriptor of(Party cloud, List<TableDescriptor> byCloud) {
    return byCloud.get(cloud.index());
  }

  /** Checks that a change is made on all clouds. */
  static <T> void requireDone(String operation, List<CloudOutcome<T>> outcomes) throws IOException {
    try {
      CloudFailures.values(outcomes);
    } catch (IOException e) {
      List<Party> done =
          outcomes.stream().filter(outcome -> !outcome.failed()).map(CloudOutcome::cloud).toList();
      throw CloudFailures.withFate(
          e,
          done.isEmpty()
              ? ""
              : ("the table is changed on %s alone, and until the clouds agree new connections are refused it; call %s again to finish it, or modifyTable with the earlier descriptor to undo it")
                  .formatted(RepeatableChange.clouds(done), operation));
    }
  }
}
