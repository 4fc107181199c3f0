package io.dartagnan.client.filter;

import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** The table of these tests: a column of each type, in two families, and an undeclared rest. */
final class Schemas {
  static final TableName TABLE = TableName.valueOf("visits");

  private Schemas() {}

  static TableSchema visits() {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TABLE);
    table.setColumnFamily(ColumnFamilyDescriptorBuilder.of("v"));
    table.setColumnFamily(ColumnFamilyDescriptorBuilder.of("w"));
    declare(table, "number", "additive int64");
    declare(table, "blob", "additive bytes(12)");
    declare(table, "text", "additive string(12)");
    declare(table, "open", "plain");
    TableSchema.declare(table, "w", "note", Protection.PLAIN);
    return TableSchema.of(table.build());
  }

  private static void declare(TableDescriptorBuilder table, String qualifier, String protection) {
    TableSchema.declare(table, "v", qualifier, Protection.parse(protection));
  }
}
