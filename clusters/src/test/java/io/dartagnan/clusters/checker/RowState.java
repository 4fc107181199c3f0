package io.dartagnan.clusters.checker;

import java.util.Arrays;
import java.util.StringJoiner;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** The numbers that the columns of one row hold. */
final class RowState {
  static final RowState EMPTY = new RowState(filled());

  private static final long ABSENT = Long.MIN_VALUE;

  private final long[] numbers;

  private RowState(long[] numbers) {
    this.numbers = numbers;
  }

  private static long[] filled() {
    long[] numbers = new long[Column.values().length];
    Arrays.fill(numbers, ABSENT);
    return numbers;
  }

  /** The numbers that a row of the table holds. */
  static RowState of(Result row) {
    RowState state = EMPTY;
    for (Column column : Column.values()) {
      byte[] value = row.getValue(Column.FAMILY, column.qualifier());
      if (value != null) {
        state = state.with(1 << column.ordinal(), Bytes.toLong(value));
      }
    }
    return state;
  }

  boolean has(Column column) {
    return numbers[column.ordinal()] != ABSENT;
  }

  /** The number of a column that the row has. */
  long number(Column column) {
    if (!has(column)) {
      throw new IllegalArgumentException("the row has no " + column);
    }
    return numbers[column.ordinal()];
  }

  /** The row with this number in some columns. */
  RowState with(int columns, long number) {
    long[] changed = numbers.clone();
    Column.of(columns).forEach(column -> changed[column.ordinal()] = number);
    return new RowState(changed);
  }

  /** The row without some columns. */
  RowState without(int columns) {
    return with(columns, ABSENT);
  }

  /** The row with some columns alone. */
  RowState only(int columns) {
    return without(Column.all() & ~columns);
  }

  /** Reads what {@link #toString} writes. */
  static RowState parse(String text) {
    RowState state = EMPTY;
    String[] numbers = text.split(",", -1);
    for (Column column : Column.values()) {
      String number = numbers[column.ordinal()];
      if (!number.isEmpty()) {
        state = state.with(1 << column.ordinal(), Long.parseLong(number));
      }
    }
    return state;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowState that && Arrays.equals(numbers, that.numbers);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(numbers);
  }

  /** The numbers in the order of the columns, nothing for one that is not there. */
  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(",");
    for (long number : numbers) {
      text.add(number == ABSENT ? "" : String.valueOf(number));
    }
    return text.toString();
  }
}
