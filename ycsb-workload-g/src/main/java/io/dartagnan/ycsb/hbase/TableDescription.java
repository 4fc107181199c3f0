package io.dartagnan.ycsb.hbase;

import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** A table that is there, as its clusters describe it. */
public final class TableDescription {
  private static final String PLAIN = "plain";

  private final TableDescriptor descriptor;

  private TableDescription(TableDescriptor descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * The table of this name.
   *
   * @throws IOException in one sentence, if it is not there, or is one of three clouds and was
   *     asked for on a plain cluster
   */
  public static TableDescription of(Cluster cluster, TableName name) throws IOException {
    TableDescriptor descriptor = null;
    for (Connection connection : cluster.connections()) {
      try (Admin admin = connection.getAdmin()) {
        if (!admin.tableExists(name)) {
          throw new IOException(
              "there is no table %s on system=%s; make it with ycsb-workload-g/ycsb table and the same properties"
                  .formatted(name, cluster.target().id()));
        }
        descriptor = admin.getDescriptor(name);
      }
      if (!cluster.protects() && TableSchema.isDeclaredIn(descriptor)) {
        throw new IOException(
            "table %s holds one cloud's shares or sealed values of a protected table, and system=%s reads them as values; use system=safe, safe1 or another table"
                .formatted(name, cluster.target().id()));
      }
    }
    return new TableDescription(descriptor);
  }

  public boolean hasFamily(String family) {
    return descriptor.hasColumnFamily(Bytes.toBytes(family));
  }

  /**
   * The scheme that protects the columns, {@code plain} without any; several with a plus between
   * them, and among these {@code key-} and that of the row keys.
   */
  public String scheme() {
    String schemes =
        Stream.concat(
                protections().map(Protection::scheme),
                Stream.ofNullable(descriptor.getValue(TableSchema.ROW_KEYS))
                    .map(scheme -> "key-" + scheme))
            .distinct()
            .sorted()
            .filter(scheme -> !scheme.equals(PLAIN))
            .collect(Collectors.joining("+"));
    return schemes.isEmpty() ? PLAIN : schemes;
  }

  private Stream<Protection> protections() {
    return descriptor.getValues().entrySet().stream()
        .filter(value -> text(value.getKey()).startsWith(TableSchema.COLUMN_PREFIX))
        .map(value -> Protection.parse(text(value.getValue())));
  }

  /** The protocol suite that the table names, {@code plain} if no column is shared. */
  public String suite() {
    if (protections().noneMatch(Protection::needsSuite)) {
      return PLAIN;
    }
    String suite = descriptor.getValue(TableSchema.SUITE);
    return suite == null ? ProtocolSuites.DEFAULT : suite;
  }

  private static String text(Bytes bytes) {
    return Bytes.toString(bytes.get(), bytes.getOffset(), bytes.getLength());
  }
}
