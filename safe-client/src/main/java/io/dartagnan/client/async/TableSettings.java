package io.dartagnan.client.async;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/**
 * The settings of an asynchronous table. Each of its calls opens a table of its own with them,
 * since {@link Table} is for one thread at a time, and cheap.
 *
 * @param name of the table
 * @param operationMs longest time of a call; each timeout is in milliseconds and empty for the
 *     configuration's
 * @param rpcMs longest time of a request of a kind for which there is no other
 * @param readMs longest time of a request that reads
 * @param writeMs longest time of a request that writes
 * @param attributes sent along with each request
 */
record TableSettings(
    TableName name,
    OptionalInt operationMs,
    OptionalInt rpcMs,
    OptionalInt readMs,
    OptionalInt writeMs,
    Map<String, byte[]> attributes) {

  /** Copies the attributes. */
  TableSettings {
    attributes = Map.copyOf(attributes);
  }

  /** Opens a table; its user closes it. It may ask a cloud for the table's descriptor. */
  @SuppressWarnings("deprecation") // A builder would give each table threads of its own.
  Table open(Connection connection) throws IOException {
    Table table = attributes.isEmpty() ? connection.getTable(name) : withAttributes(connection);
    operationMs.ifPresent(table::setOperationTimeout);
    rpcMs.ifPresent(table::setRpcTimeout);
    readMs.ifPresent(table::setReadRpcTimeout);
    writeMs.ifPresent(table::setWriteRpcTimeout);
    return table;
  }

  /** Only a builder takes them. */
  private Table withAttributes(Connection connection) {
    TableBuilder builder = connection.getTableBuilder(name, null);
    attributes.forEach(builder::setRequestAttribute);
    return builder.build();
  }
}
