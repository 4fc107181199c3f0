package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
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

/** A table with a protected number, the same number protected as text, and a plain column. */
record Numbered(Connection connection, TableName name) {
  static final byte[] FAMILY = Bytes.toBytes("f");
  static final byte[] NUMBER = Bytes.toBytes("number");
  static final byte[] TEXT = Bytes.toBytes("text");
  static final byte[] PLAIN = Bytes.toBytes("plain");

  /** Makes an empty one. */
  static Numbered create(Connection connection, String name, String... splitRows)
      throws IOException {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setValue("dartagnan.column.f:number", "additive int64")
            .setValue("dartagnan.column.f:text", "additive string(12)")
            .setValue("dartagnan.column.f:plain", "plain");
    byte[][] splits = new byte[splitRows.length][];
    for (int i = 0; i < splits.length; i++) {
      splits[i] = Bytes.toBytes(splitRows[i]);
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(descriptor.build(), splits.length == 0 ? null : splits);
    }
    return new Numbered(connection, TableName.valueOf(name));
  }

  static String row(int index) {
    return String.format(Locale.ROOT, "row-%06d", index);
  }

  static Put put(int index, long number) {
    return new Put(Bytes.toBytes(row(index)))
        .addColumn(FAMILY, NUMBER, Bytes.toBytes(number))
        .addColumn(FAMILY, TEXT, Bytes.toBytes("is " + number));
  }

  /** Row {@code i} gets the number {@code i}. */
  Numbered load(int rows) throws IOException {
    try (BufferedMutator mutator = connection.getBufferedMutator(name)) {
      for (int i = 0; i < rows; i++) {
        mutator.mutate(put(i, i));
      }
    }
    return this;
  }

  void write(int index, long number) throws IOException {
    try (Table table = connection.getTable(name)) {
      table.put(put(index, number));
    }
  }

  void delete(int index) throws IOException {
    try (Table table = connection.getTable(name)) {
      table.delete(new Delete(Bytes.toBytes(row(index))).addColumns(FAMILY, NUMBER));
    }
  }

  /** The number in a row. */
  long read(int index) throws IOException {
    return find(index).orElseThrow();
  }

  /** The number in a row, if it has one. */
  OptionalLong find(int index) throws IOException {
    try (Table table = connection.getTable(name)) {
      Result row = table.get(new Get(Bytes.toBytes(row(index))));
      return row.containsColumn(FAMILY, NUMBER)
          ? OptionalLong.of(number(row))
          : OptionalLong.empty();
    }
  }

  /** Checks that reads of a sealed cell that no client wrote are errors that name it. */
  void requireForeign(int index, byte[] column) {
    assertThatThrownBy(() -> read(index))
        .hasMessageContaining("column f:" + Bytes.toString(column))
        .hasMessageContaining("of row " + row(index) + " of table " + name)
        .hasMessageContaining("no client wrote there under the table's key 1");
    assertThatThrownBy(() -> scan(new Scan())).hasMessageContaining("no client wrote there");
  }

  static long number(Result row) {
    return Bytes.toLong(row.getValue(FAMILY, NUMBER));
  }

  static String text(Result row) {
    return Bytes.toString(row.getValue(FAMILY, TEXT));
  }

  static Scan where(CompareOperator operator, long operand) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(FAMILY, NUMBER, operator, new LongComparator(operand));
    filter.setFilterIfMissing(true);
    return new Scan().setFilter(filter);
  }

  List<Result> scan(Scan scan) throws IOException {
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(scan)) {
      List<Result> rows = new ArrayList<>();
      scanner.forEach(rows::add);
      return rows;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** The numbers, in row order, of the rows that a filter returns. */
  List<Long> numbers(CompareOperator operator, long operand) throws IOException {
    return scan(where(operator, operand)).stream().map(Numbered::number).toList();
  }
}
