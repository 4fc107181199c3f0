package io.dartagnan.mpc.predicate;

import java.util.stream.Stream;

/** A leaf of a {@link Predicate}: one column compared with one operand. */
public sealed interface Condition extends Predicate permits SharedCondition, PublicCondition {

  /** The highest number of a column. */
  int MAX_COLUMN = 0xffff;

  /** Place of the column in the query's list of columns, from 0. */
  int column();

  /** Operator and ordering. */
  Comparison comparison();

  @Override
  default int depth() {
    return 1;
  }

  @Override
  default int size() {
    return 1;
  }

  @Override
  default Stream<Condition> conditions() {
    return Stream.of(this);
  }

  /**
   * Checks the number of a column.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  static void requireColumn(int column) {
    if (column < 0 || column > MAX_COLUMN) {
      throw new IllegalArgumentException(
          "column %d was given, columns are numbered 0 to %d".formatted(column, MAX_COLUMN));
    }
  }
}
