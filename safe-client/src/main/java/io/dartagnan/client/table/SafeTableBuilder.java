package io.dartagnan.client.table;

import io.dartagnan.client.rpc.CloudTables;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/** A builder of tables that hands every setting to the three clouds' own builders. */
public final class SafeTableBuilder implements TableBuilder {
  private final ConnectionParts connection;
  private final TableName name;
  private final CloudTables.Builder tables;

  /** Takes over the builder of the three clouds' tables. */
  public SafeTableBuilder(ConnectionParts connection, TableName name, CloudTables.Builder tables) {
    this.connection = connection;
    this.name = name;
    this.tables = tables;
  }

  @Override
  public TableBuilder setOperationTimeout(int timeout) {
    return each(builder -> builder.setOperationTimeout(timeout));
  }

  @Override
  public TableBuilder setRpcTimeout(int timeout) {
    return each(builder -> builder.setRpcTimeout(timeout));
  }

  @Override
  public TableBuilder setReadRpcTimeout(int timeout) {
    return each(builder -> builder.setReadRpcTimeout(timeout));
  }

  @Override
  public TableBuilder setWriteRpcTimeout(int timeout) {
    return each(builder -> builder.setWriteRpcTimeout(timeout));
  }

  @Override
  public TableBuilder setRequestAttribute(String key, byte[] value) {
    return each(builder -> builder.setRequestAttribute(key, value));
  }

  @Override
  public Table build() {
    return new SafeTable(connection, name, tables.build());
  }

  private TableBuilder each(Consumer<TableBuilder> setting) {
    tables.each(setting);
    return this;
  }
}
