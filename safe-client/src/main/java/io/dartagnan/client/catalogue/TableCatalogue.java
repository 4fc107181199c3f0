package io.dartagnan.client.catalogue;

import io.dartagnan.client.cloud.CloudConsensus;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** The tables that one connection has used, as all three clouds describe them. */
public final class TableCatalogue {

  /** Reads the descriptors that the three clouds have of a table. */
  @FunctionalInterface
  public interface Descriptors {
    List<TableDescriptor> of(TableName table) throws IOException;
  }

  private final Descriptors descriptors;
  private final Map<TableName, ProtectedTable> known = new ConcurrentHashMap<>();
  // How often each table was forgotten: what was read before the last time is not kept.
  private final Map<TableName, Integer> forgotten = new ConcurrentHashMap<>();
  private volatile boolean closed;

  public TableCatalogue(Descriptors descriptors) {
    this.descriptors = descriptors;
  }

  /**
   * A table's schema, asked of the clouds the first time.
   *
   * @throws org.apache.hadoop.hbase.TableNotFoundException if there is no such table
   * @throws IllegalArgumentException if the table does not declare how it is protected
   * @throws IOException if the clouds cannot be asked, or differ, or the connection is closed
   */
  public ProtectedTable get(TableName name) throws IOException {
    if (closed) {
      throw new IOException("the connection to the three clouds is closed");
    }
    ProtectedTable table = known.get(name);
    if (table == null) {
      int before = forgotten.getOrDefault(name, 0);
      ProtectedTable read = new ProtectedTable(CloudConsensus.onDeclarations(descriptors.of(name)));
      known.compute(name, (key, other) -> forgotten.getOrDefault(name, 0) == before ? read : other);
      table = read;
    }
    return table;
  }

  /** Asks the clouds again the next time; the table is about to change, or has. */
  public void forget(TableName name) {
    known.compute(
        name,
        (key, table) -> {
          forgotten.merge(name, 1, Integer::sum);
          return null;
        });
  }

  /** Answers no more: the connection is closed. */
  public void close() {
    closed = true;
  }
}
