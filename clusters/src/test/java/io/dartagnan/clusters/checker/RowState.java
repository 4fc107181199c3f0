package io.dartagnan.clusters.checker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The numbers that the columns of one row hold. Above one that was made durable there may be others
 * that were not, and deletes: each is what the column holds until it is lost.
 */
final class RowState {
  static final RowState EMPTY = new RowState(filled());

  private static final long ABSENT = Long.MIN_VALUE;

  /** Set in a number that is lost where a cloud loses writes, and not with its memory alone. */
  private static final long LOST_BY_WRITES = 1L << 62;

  /** By column: the durable number, and above it those that are not, the newest last. */
  private final long[][] numbers;

  private RowState(long[][] numbers) {
    this.numbers = numbers;
  }

  private static long[][] filled() {
    long[][] numbers = new long[Column.values().length][];
    Arrays.fill(numbers, new long[] {ABSENT});
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
    return newest(numbers[column.ordinal()]) != ABSENT;
  }

  /** The number of a column that the row has. */
  long number(Column column) {
    if (!has(column)) {
      throw new IllegalArgumentException("the row has no " + column);
    }
    return newest(numbers[column.ordinal()]);
  }

  private static long newest(long[] numbers) {
    return number(numbers[numbers.length - 1]);
  }

  private static long number(long marked) {
    return marked < 0 ? marked : marked & ~LOST_BY_WRITES;
  }

  /** The row with this number in some columns, for good. */
  RowState with(int columns, long number) {
    return changed(columns, before -> new long[] {number});
  }

  /**
   * The row with this number in some columns, until it is lost by what is named. Of several that
   * are lost where a cloud loses writes, one above the other, only the lowest is: else a row could
   * be in too many states.
   */
  RowState with(int columns, long number, Fault.Loss lostBy) {
    return switch (lostBy) {
      case NOTHING -> with(columns, number);
      case MEMORY -> changed(columns, before -> plus(before, number));
      case WRITES ->
          changed(
              columns,
              before ->
                  before.length == 1 ? plus(before, number | LOST_BY_WRITES) : new long[] {number});
    };
  }

  /**
   * The row without some columns, until that is lost. A delete of what is not there changes
   * nothing: what loses one of two deletes may lose both.
   */
  RowState fleetinglyWithout(int columns) {
    return changed(columns, before -> newest(before) == ABSENT ? before : plus(before, ABSENT));
  }

  private static long[] plus(long[] before, long number) {
    long[] after = Arrays.copyOf(before, before.length + 1);
    after[before.length] = number;
    return after;
  }

  /**
   * The rows that have lost the newest number of one column, or the delete of it, where that is not
   * durable.
   *
   * @param writes whether writes are lost, too, of those that may be
   */
  List<RowState> losses(boolean writes) {
    List<RowState> losses = new ArrayList<>();
    for (int column = 0; column < numbers.length; column++) {
      int more = numbers[column].length - 1;
      long newest = numbers[column][more];
      if (more > 0 && (writes || (newest != ABSENT && newest == number(newest)))) {
        losses.add(changed(1 << column, before -> Arrays.copyOf(before, more)));
      }
    }
    return losses;
  }

  /** Whether this is what a reader of some columns sees. */
  boolean shows(int columns, RowState seen) {
    for (int column = 0; column < numbers.length; column++) {
      long shown = (columns >> column & 1) == 1 ? newest(numbers[column]) : ABSENT;
      if (shown != newest(seen.numbers[column])) {
        return false;
      }
    }
    return true;
  }

  private RowState changed(int columns, UnaryOperator<long[]> change) {
    long[][] changed = numbers.clone();
    for (int column = 0; column < numbers.length; column++) {
      if ((columns >> column & 1) == 1) {
        changed[column] = change.apply(numbers[column]);
      }
    }
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
    return other instanceof RowState that && Arrays.deepEquals(numbers, that.numbers);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(numbers);
  }

  /**
   * The numbers in the order of the columns, nothing for one that is not there; before one that may
   * be lost what would be seen then.
   */
  @Override
  public String toString() {
    return Arrays.stream(numbers)
        .map(
            column ->
                Arrays.stream(column)
                    .mapToObj(number -> number == ABSENT ? "" : String.valueOf(number(number)))
                    .collect(Collectors.joining("<")))
        .collect(Collectors.joining(","));
  }
}
