package io.dartagnan.client.admin;

import io.dartagnan.client.rpc.CloudCall;
import io.dartagnan.client.rpc.Unsupported;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerDescriptor;
import io.dartagnan.schema.InstalledSuites;
import io.dartagnan.schema.Placement;
import io.dartagnan.schema.SealedProtection;
import io.dartagnan.schema.SealedProtection.Encryption;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creation of a table on all three clouds, or on none as far as that can be done. */
final class TableCreation {

  /** Makes it on one cloud. */
  @FunctionalInterface
  interface OnOneCloud {
    void create(Party cloud, TableDescriptor inner) throws Exception;
  }

  /** Looks at the table on one cloud once it is there. */
  @FunctionalInterface
  interface Check {
    void require(Party cloud, TableName table) throws Exception;
  }

  private static final Logger LOG = LoggerFactory.getLogger(TableCreation.class);

  private final CloudAdmins admins;
  private final Check check;

  /**
   * For tables to come.
   *
   * @param check that what protects the table is loaded on a cloud
   */
  TableCreation(CloudAdmins admins, Check check) {
    this.admins = admins;
    this.check = check;
  }

  /**
   * Checks the declarations and makes the table, with the suite named that it gets where it names
   * none.
   *
   * @throws IllegalArgumentException if the descriptor does not declare how the table is protected,
   *     or names a protocol suite that is not installed or does not fit, or asks for tags where the
   *     client has no key; nothing was sent
   * @throws UnsupportedOperationException if a family has a setting that is refused; nothing was
   *     sent
   * @throws IOException if a cloud failed, or does not protect the table, naming it and what became
   *     of the table on the others
   */
  void create(TableDescriptor given, OnOneCloud onOneCloud) throws IOException {
    TableDescriptor declared = TableSchema.withSuite(given);
    requireUsable(declared, admins.placement());
    TableSchema schema = TableSchema.of(declared);
    if (schema.withstandsLies() && !schema.isTagged()) {
      LOG.warn(
          "table {} is of suite {} and its values carry no tags: its reads need all three clouds, and fail where a client died in a write, until the cell is written again; '{}' = '{}' in the descriptor, with a key from 'dartagnan keys create', has both go on",
          schema.table(),
          schema.suite().orElseThrow(),
          TableSchema.TAG,
          TableSchema.TAG_ALGORITHM);
    }
    warnOfLeakage(schema, admins.placement());
    TableDescriptor inner =
        TableKeysChange.withKeys(admins, List.of(InnerDescriptor.of(declared, admins.placement())))
            .get(0);
    AllOrNone creation = of(declared.getTableName());
    creation.make(
        cloud -> {
          onOneCloud.create(cloud, inner);
          return null;
        });
    creation.check(
        cloud -> {
          check.require(cloud, declared.getTableName());
          return null;
        });
  }

  private static void warnOfLeakage(TableSchema schema, Placement placement) {
    String other = placement.isOneCluster() ? "'std'" : "'replicated' or 'xor'";
    schema
        .protections()
        .filter(SealedProtection.class::isInstance)
        .map(protection -> ((SealedProtection) protection).encryption())
        .distinct()
        .forEach(encryption -> warnOfLeakage(schema, "columns", encryption, "take " + other));
    schema
        .rowKeys()
        .ifPresent(
            encryption ->
                warnOfLeakage(
                    schema, "row keys", encryption, "keep what clouds must not learn in a column"));
  }

  private static void warnOfLeakage(
      TableSchema schema, String what, Encryption encryption, String instead) {
    encryption
        .leakage()
        .ifPresent(
            leakage ->
                LOG.warn(
                    "table {} has {} of scheme {}: {}; {} where they must not",
                    schema.table(),
                    what,
                    encryption,
                    leakage,
                    instead));
  }

  /** Makes a table after one that is there, or was there when a snapshot was taken. */
  void copy(TableName table, CloudCall<Object> onOneCloud) throws IOException {
    of(table).make(onOneCloud);
  }

  /** Checks what a descriptor declares, without asking anyone. */
  static void requireUsable(TableDescriptor declared, Placement placement) {
    String where =
        "the schema of table %s cannot be used: '%s'"
            .formatted(declared.getTableName(), TableSchema.SUITE);
    TableSchema schema = TableSchema.of(declared);
    schema.suite().ifPresent(suite -> InstalledSuites.requireFor(schema, where, suite));
    schema.requireFor(placement);
    if (placement.isOneCluster()) {
      return;
    }
    Unsupported.throwIfAny("form of table " + declared.getTableName(), Unsupported.of(declared));
  }

  private AllOrNone of(TableName table) {
    return new AllOrNone(
        admins,
        "table " + table,
        cloud -> {
          Admin admin = admins.on(cloud);
          if (admin.isTableEnabled(table)) {
            admin.disableTable(table);
          }
          admin.deleteTable(table);
          return null;
        });
  }
}
