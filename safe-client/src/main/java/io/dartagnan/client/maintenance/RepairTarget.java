package io.dartagnan.client.maintenance;

import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.IOFunction;
import io.dartagnan.client.scan.SessionFailure;
import io.dartagnan.client.table.ConnectionParts;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** A table on the cloud that is to be rebuilt, after what the two others have. */
final class RepairTarget {
  private final ConnectionParts connection;
  private final TableName table;
  private final Party lost;

  RepairTarget(ConnectionParts connection, TableName table, Party lost) {
    this.connection = connection;
    this.table = table;
    this.lost = lost;
  }

  /**
   * The schema of the table, which the givers have alike.
   *
   * @throws UnsupportedOperationException if values of it are lost with one cloud
   * @throws IOException if they have it not, or not alike
   */
  TableSchema requireRebuildable() throws IOException {
    requireEnabled();
    TableDescriptor ofPrev = descriptor(lost.prev());
    TableDescriptor ofNext = descriptor(lost.next());
    if (TableDescriptor.COMPARATOR.compare(ofPrev, ofNext) != 0) {
      throw new DoNotRetryIOException(
          "table %s is not the same on %s and %s; 'dartagnan verify %s' says what differs, make it the same first"
              .formatted(
                  table,
                  SessionFailure.cloud(lost.prev()),
                  SessionFailure.cloud(lost.next()),
                  table));
    }
    TableSchema schema = TableSchema.of(ofPrev);
    if (!schema.protections().allMatch(Protection::survivesOneCloud)) {
      throw new UnsupportedOperationException(
          "table %s has columns that are not replicated: their values are lost with what one cloud had of them; write them again, or restore the cloud from a backup"
              .formatted(table));
    }
    return schema;
  }

  private void requireEnabled() throws IOException {
    for (Party party : connection.fanOut().placement().clouds()) {
      if (on(party, admin -> admin.tableExists(table) && admin.isTableDisabled(table))) {
        throw new DoNotRetryIOException(
            "table %s is disabled on %s; enable it there first, or delete it there if it is the cloud to rebuild"
                .formatted(table, SessionFailure.cloud(party)));
      }
    }
  }

  private TableDescriptor descriptor(Party giver) throws IOException {
    try {
      return on(giver, admin -> admin.getDescriptor(table));
    } catch (TableNotFoundException e) {
      throw new DoNotRetryIOException(
          "%s has no table %s; both other clouds must have a table to rebuild it from"
              .formatted(SessionFailure.cloud(giver), table),
          e);
    }
  }

  /** Asks one cloud; a failure names it. */
  private <T> T on(Party party, IOFunction<Admin, T> call) throws IOException {
    try (Admin admin = connection.clouds().get(party.index()).getAdmin()) {
      return call.apply(admin);
    } catch (IOException e) {
      throw CloudFailures.naming(party, e);
    }
  }

  /** Whether the cloud has not the table at all. */
  boolean isMissing() throws IOException {
    return !on(lost, admin -> admin.tableExists(table));
  }

  /** Creates it as the givers have it, in the regions of one of them. */
  void create() throws IOException {
    String namespace = table.getNamespaceAsString();
    Party giver = lost.next();
    if (!on(lost, admin -> List.of(admin.listNamespaces()).contains(namespace))) {
      NamespaceDescriptor given = on(giver, admin -> admin.getNamespaceDescriptor(namespace));
      on(
          lost,
          admin -> {
            admin.createNamespace(given);
            return given;
          });
    }
    TableDescriptor given = descriptor(giver);
    byte[][] starts =
        on(
            giver,
            admin -> {
              try (RegionLocator locator = admin.getConnection().getRegionLocator(table)) {
                return locator.getStartKeys();
              }
            });
    // The first region begins with the table.
    byte[][] splits = Arrays.copyOfRange(starts, 1, starts.length);
    on(
        lost,
        admin -> {
          admin.createTable(given, splits);
          return given;
        });
  }
}
