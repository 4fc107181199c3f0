package io.dartagnan.clusters.bench;

import java.util.Random;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rows of a measurement: five {@code int64} columns, their values drawn from 0 to 999 alike, so
 * that one row in a thousand has a given value. The same seed gives the same rows.
 */
final class MeasuredRows {
  static final byte[] FAMILY = Bytes.toBytes("f");
  static final int COLUMNS = 5;
  static final int VALUES = 1000;

  private final int[][] columns;

  MeasuredRows(int rows, long seed) {
    Random random = new Random(seed);
    this.columns = new int[COLUMNS][rows];
    for (int row = 0; row < rows; row++) {
      for (int[] column : columns) {
        column[row] = random.nextInt(VALUES);
      }
    }
  }

  int count() {
    return columns[0].length;
  }

  int value(int column, int row) {
    return columns[column][row];
  }

  static byte[] qualifier(int column) {
    return Bytes.toBytes("c" + column);
  }

  static byte[] key(int row) {
    return Bytes.toBytes("row%09d".formatted(row));
  }

  Put put(int row) {
    Put put = new Put(key(row));
    for (int column = 0; column < COLUMNS; column++) {
      put.addColumn(FAMILY, qualifier(column), Bytes.toBytes((long) columns[column][row]));
    }
    return put;
  }
}
