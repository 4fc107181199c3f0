package io.dartagnan.client.maintenance;

import io.dartagnan.client.scan.SessionFailure;
import io.dartagnan.client.table.ConnectionParts;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
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
      try (Admin admin = cloud(party).getAdmin()) {
        if (admin.tableExists(table) && admin.isTableDisabled(table)) {
          throw new DoNotRetryIOException(
              "table %s is disabled on %s; enable it there first, or delete it there if it is the cloud to rebuild"
                  .formatted(table, SessionFailure.cloud(party)));
        }
      }
    }
  }

  private TableDescriptor descriptor(Party giver) throws IOException {
    try (Admin admin = cloud(giver).getAdmin()) {
      return admin.getDescriptor(table);
    } catch (TableNotFoundException e) {
      throw new DoNotRetryIOException(
          "%s has no table %s; both other clouds must have a table to rebuild it from"
              .formatted(SessionFailure.cloud(giver), table),
          e);
    }
  }

  private Connection cloud(Party party) {
    return connection.clouds().get(party.index());
  }

  /** Whether the cloud has not the table at all. */
  boolean isMissing() throws IOException {
    try (Admin admin = cloud(lost).getAdmin()) {
      return !admin.tableExists(table);
    }
  }

  /** Creates it as the givers have it, in the regions of one of them. */
  void create() throws IOException {
    byte[][] starts;
    try (RegionLocator locator = cloud(lost.next()).getRegionLocator(table)) {
      starts = locator.getStartKeys();
    }
    TableDescriptor descriptor = descriptor(lost.next());
    try (Admin admin = cloud(lost).getAdmin()) {
      createNamespace(admin);
      if (starts.length > 1) {
        admin.createTable(descriptor, Arrays.copyOfRange(starts, 1, starts.length));
      } else {
        admin.createTable(descriptor);
      }
    }
  }

  private void createNamespace(Admin admin) throws IOException {
    String namespace = table.getNamespaceAsString();
    try {
      admin.getNamespaceDescriptor(namespace);
    } catch (NamespaceNotFoundException e) {
      try (Admin giver = cloud(lost.next()).getAdmin()) {
        NamespaceDescriptor descriptor = giver.getNamespaceDescriptor(namespace);
        admin.createNamespace(descriptor);
      }
    }
  }
}
