package io.dartagnan.clusters.it;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * A table on plain HBase and through the Safe Client, which is dropped from both.
 *
 * @param safeName its name there, since both may be on one cluster
 */
record TableOnBoth(TableName name, TableName safeName, Connection plain, Connection safe)
    implements AutoCloseable {

  /** One of the same name on both, which are different clusters. */
  TableOnBoth(TableName name, Connection plain, Connection safe) {
    this(name, name, plain, safe);
  }

  @Override
  public void close() throws IOException {
    try {
      drop(plain, name);
    } finally {
      drop(safe, safeName);
    }
  }

  private static void drop(Connection connection, TableName name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        return;
      }
      if (admin.isTableEnabled(name)) {
        admin.disableTable(name);
      }
      admin.deleteTable(name);
    }
  }
}
