package io.dartagnan.client.cli;

import io.dartagnan.schema.TableSchema;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * How a file becomes a table.
 *
 * @param keyColumn the column whose values are the row keys
 * @param keyReason why this one
 * @param columns the other columns, in the order of the file
 */
record ImportSchema(String keyColumn, String keyReason, List<Declared> columns) {

  /**
   * One column to be stored.
   *
   * @param index where it is in the file
   * @param profile what was seen in the file
   * @param format how it is declared
   * @param reason why
   */
  record Declared(
      int index, String name, ColumnProfile profile, ColumnFormat format, String reason) {}

  ImportSchema {
    columns = List.copyOf(columns);
  }

  /** The table to create; beside the protection it records what the command line has to know. */
  TableDescriptor descriptor(TableName table, String family) {
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
    builder.setValue(TableColumns.KEY, keyColumn);
    for (int i = 0; i < columns.size(); i++) {
      Declared column = columns.get(i);
      String name = family + ":" + column.name();
      TableSchema.declare(builder, family, column.name(), column.format().protection());
      builder.setValue(TableColumns.POSITION_PREFIX + name, Integer.toString(i));
      if (column.format().scale() > 0) {
        builder.setValue(
            TableColumns.DECIMAL_PREFIX + name, Integer.toString(column.format().scale()));
      }
    }
    return builder.build();
  }
}
