package io.dartagnan.clusters.bench;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** A question that is measured; about one row in a thousand answers it, or half of them. */
enum Question {
  /** Rows with one value. */
  EQUAL("=", false) {
    @Override
    Filter filter() {
      return compare(0, CompareOperator.EQUAL, 7);
    }

    @Override
    boolean holds(MeasuredRows rows, int row) {
      return rows.value(0, row) == 7;
    }
  },
  /** Rows with the greatest values. */
  GREATER(">=", false) {
    @Override
    Filter filter() {
      return compare(0, CompareOperator.GREATER_OR_EQUAL, GREATEST);
    }

    @Override
    boolean holds(MeasuredRows rows, int row) {
      return rows.value(0, row) >= GREATEST;
    }
  },
  /** Rows with great values in two columns. */
  TWO_COLUMNS("and", false) {
    @Override
    Filter filter() {
      return new FilterList(
          compare(0, CompareOperator.GREATER_OR_EQUAL, GREAT),
          compare(1, CompareOperator.GREATER_OR_EQUAL, GREAT));
    }

    @Override
    boolean holds(MeasuredRows rows, int row) {
      return rows.value(0, row) >= GREAT && rows.value(1, row) >= GREAT;
    }
  },
  /** Half of the rows. */
  HALF("half", false) {
    @Override
    Filter filter() {
      return compare(0, CompareOperator.GREATER_OR_EQUAL, MeasuredRows.VALUES / 2);
    }

    @Override
    boolean holds(MeasuredRows rows, int row) {
      return rows.value(0, row) >= MeasuredRows.VALUES / 2;
    }
  },
  /** The number of the rows with the greatest values. */
  COUNT("count", true) {
    @Override
    Filter filter() {
      return GREATER.filter();
    }

    @Override
    boolean holds(MeasuredRows rows, int row) {
      return GREATER.holds(rows, row);
    }
  };

  private static final int GREATEST = MeasuredRows.VALUES - 1;

  /** One row in thirty-one has such a value, and one in a thousand two of them. */
  private static final int GREAT = 968;

  private final String label;
  private final boolean aggregate;

  Question(String label, boolean aggregate) {
    this.label = label;
    this.aggregate = aggregate;
  }

  /** The filter of the rows asked for. */
  abstract Filter filter();

  /** Whether a row is one of them. */
  abstract boolean holds(MeasuredRows rows, int row);

  String label() {
    return label;
  }

  /** Whether the number of rows is asked for, and not the rows. */
  boolean isCount() {
    return aggregate;
  }

  /**
   * The scan that asks.
   *
   * @param byShareColumns whether the clouds may answer from what they keep in memory
   */
  Scan scan(boolean byShareColumns) {
    return new Scan().setFilter(filter()).setCacheBlocks(byShareColumns);
  }

  /** Number of rows that match. */
  long answer(MeasuredRows rows) {
    IntPredicate holding = row -> holds(rows, row);
    return IntStream.range(0, rows.count()).filter(holding).count();
  }

  private static Filter compare(int column, CompareOperator operator, long operand) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            MeasuredRows.FAMILY,
            MeasuredRows.qualifier(column),
            operator,
            new BinaryComparator(Bytes.toBytes(operand)));
    filter.setFilterIfMissing(true);
    return filter;
  }
}
