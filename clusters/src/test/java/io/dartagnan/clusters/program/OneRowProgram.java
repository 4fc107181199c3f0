package io.dartagnan.clusters.program;

import io.dartagnan.client.configuration.ClientKeys;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Program that makes a table with one row, gets the row, and finds it by a filter: {@code
 * OneRowProgram TABLE SHARED PLAIN}, or {@code OneRowProgram TABLE SEALED PLAIN KEYFILE ROW}, where
 * clients encrypt the row key too. It prints the value that it got of the protected column, and
 * then how many rows it found.
 */
public final class OneRowProgram {
  /** Key of the row. */
  public static final byte[] ROW = Bytes.toBytes("row");

  /** Family of both columns. */
  public static final byte[] FAMILY = Bytes.toBytes("f");

  /** Qualifier of the column whose values are shared. */
  public static final byte[] SHARED = Bytes.toBytes("shared");

  private static final byte[] PLAIN = Bytes.toBytes("plain");

  private OneRowProgram() {}

  public static void main(String[] arguments) throws Exception {
    TableName name = TableName.valueOf(arguments[0]);
    byte[] shared = Bytes.toBytes(arguments[1]);
    byte[] plain = Bytes.toBytes(arguments[2]);
    boolean sealed = arguments.length > 3;
    byte[] row = sealed ? Bytes.toBytes(arguments[4]) : ROW;
    Configuration settings = HBaseConfiguration.create();
    if (sealed) {
      settings.set(ClientKeys.KEY_FILE, arguments[3]);
    }
    try (Connection connection = ConnectionFactory.createConnection(settings);
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setValue("dartagnan.key", sealed ? "ope" : "plain")
              .setValue("dartagnan.column.f:shared", (sealed ? "det" : "xor") + " string(40)")
              .setValue("dartagnan.column.f:plain", "plain")
              .build());
      try (Table table = connection.getTable(name)) {
        table.put(new Put(row).addColumn(FAMILY, SHARED, shared).addColumn(FAMILY, PLAIN, plain));
        System.out.println(Bytes.toString(table.get(new Get(row)).getValue(FAMILY, SHARED)));
        Scan scan =
            new Scan()
                .setFilter(
                    new SingleColumnValueFilter(FAMILY, SHARED, CompareOperator.EQUAL, shared));
        int found = 0;
        try (ResultScanner rows = table.getScanner(scan)) {
          for (Result each = rows.next(); each != null; each = rows.next()) {
            found++;
          }
        }
        System.out.println(found);
      }
    }
  }
}
