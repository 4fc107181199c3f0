package io.dartagnan.client;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/** Hands every setting to the three clouds' builders. */
final class SafeTableBuilder implements TableBuilder {
  private final SafeConnection connection;
  private final TableName name;
  private final List<TableBuilder> inner;

  SafeTableBuilder(SafeConnection connection, TableName name, List<TableBuilder> inner) {
    this.connection = connection;
    this.name = name;
    this.inner = inner;
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
    List<Table> tables = new ArrayList<>(inner.size());
    inner.forEach(builder -> tables.add(builder.build()));
    return new SafeTable(connection, name, tables);
  }

  private TableBuilder each(Consumer<TableBuilder> setting) {
    inner.forEach(setting);
    return this;
  }
}
