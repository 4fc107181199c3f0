package io.dartagnan.testcontainers;

import static org.apache.hadoop.hbase.util.Bytes.toBytes;

import io.dartagnan.client.aggregate.PrivateAggregation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** Protected table of appointments: a type and a fee, neither of which any cloud has. */
final class Appointments {
  private static final byte[] F = toBytes("f");
  private static final byte[] TYPE = toBytes("type");
  private static final byte[] FEE = toBytes("fee");

  private final Connection hbase;
  private final TableName name;

  private Appointments(Connection hbase, String name) {
    this.hbase = hbase;
    this.name = TableName.valueOf(name);
  }

  /** One that is there. */
  static Appointments in(Connection hbase, String name) {
    return new Appointments(hbase, name);
  }

  /** A new one. */
  static Appointments create(Connection hbase, String name) throws IOException {
    try (Admin admin = hbase.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .setValue("dartagnan.column.f:type", "xor string(15)")
              .setValue("dartagnan.column.f:fee", "additive int64")
              .build());
    }
    return in(hbase, name);
  }

  void put(String row, String type, long fee) throws IOException {
    try (Table table = hbase.getTable(name)) {
      table.put(
          new Put(toBytes(row)).addColumn(F, TYPE, toBytes(type)).addColumn(F, FEE, toBytes(fee)));
    }
  }

  /** "type fee" of a row. */
  String get(String row) throws IOException {
    try (Table table = hbase.getTable(name)) {
      Result result = table.get(new Get(toBytes(row)));
      return Bytes.toString(result.getValue(F, TYPE)) + " " + Bytes.toLong(result.getValue(F, FEE));
    }
  }

  /** Keys of the rows of a type. */
  List<String> ofType(String type) throws IOException {
    List<String> rows = new ArrayList<>();
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(F, TYPE, CompareOperator.EQUAL, toBytes(type));
    try (Table table = hbase.getTable(name);
        ResultScanner found = table.getScanner(new Scan().setFilter(filter))) {
      found.forEach(row -> rows.add(Bytes.toString(row.getRow())));
    }
    return rows;
  }

  /** Number of rows with at least this fee. */
  long countFrom(long fee) throws IOException {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            F, FEE, CompareOperator.GREATER_OR_EQUAL, new LongComparator(fee));
    return PrivateAggregation.over(hbase).count(name, new Scan().setFilter(filter));
  }
}
