package io.dartagnan.client.table;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/** The key under which clouds store a row, for whoever looks at one cloud alone. */
public final class StoredRowKey {
  private StoredRowKey() {}

  /**
   * The stored key of a row; the same unless clients of the table encrypt row keys.
   *
   * @throws IllegalArgumentException if the connection is none of the Safe Client
   */
  public static byte[] of(Connection connection, TableName table, byte[] row) throws IOException {
    return PartsOwner.partsOf(connection, "the key of a stored row takes")
        .catalogue()
        .forReading(table)
        .rowKeys()
        .stored(row);
  }
}
