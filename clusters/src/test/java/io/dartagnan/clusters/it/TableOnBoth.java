package io.dartagnan.clusters.it;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/** A table on plain HBase and on the clouds, which is dropped from both. */
record TableOnBoth(TableName name, Connection plain, Connection safe) implements AutoCloseable {

  @Override
  public void close() throws IOException {
    try {
      drop(plain);
    } finally {
      drop(safe);
    }
  }

  private void drop(Connection connection) throws IOException {
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
