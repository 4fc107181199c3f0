package io.dartagnan.client;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** The tables that a connection has met, as all three clouds describe them. */
final class ProtectedTables {

  /** Reads the descriptors that the three clouds have of a table. */
  @FunctionalInterface
  interface Descriptors {
    List<TableDescriptor> of(TableName table) throws IOException;
  }

  private final Descriptors descriptors;
  private final Map<TableName, ProtectedTable> known = new ConcurrentHashMap<>();

  ProtectedTables(Descriptors descriptors) {
    this.descriptors = descriptors;
  }

  /**
   * A table's schema, asked of the clouds the first time.
   *
   * @throws org.apache.hadoop.hbase.TableNotFoundException if there is no such table
   * @throws IllegalArgumentException if the table does not declare how it is protected
   * @throws IOException if the clouds cannot be asked, or differ
   */
  ProtectedTable get(TableName name) throws IOException {
    ProtectedTable table = known.get(name);
    if (table == null) {
      table = new ProtectedTable(Agreement.onDeclarations(descriptors.of(name)));
      known.put(name, table);
    }
    return table;
  }

  /** Asks the clouds again the next time; the table is about to change, or has. */
  void forget(TableName name) {
    known.remove(name);
  }
}
