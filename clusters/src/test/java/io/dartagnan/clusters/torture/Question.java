package io.dartagnan.clusters.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A predicate over rows of a table, all of its comparisons together.
 *
 * @param first row that is asked about
 * @param end row behind the last
 */
record Question(List<Comparison> comparisons, int first, int end) {

  /**
   * A comparison with one column.
   *
   * @param filterIfMissing whether rows without the column are left out
   */
  record Comparison(
      Column column, CompareOperator operator, long operand, boolean filterIfMissing) {
    private Filter filter() {
      SingleColumnValueFilter filter =
          new SingleColumnValueFilter(
              Column.FAMILY, column.qualifier(), operator, new LongComparator(operand));
      filter.setFilterIfMissing(filterIfMissing);
      return filter;
    }

    private boolean holds(RowValues row) {
      OptionalLong value = row.value(column);
      if (value.isEmpty()) {
        return !filterIfMissing;
      }
      return operator == CompareOperator.EQUAL
          ? value.getAsLong() == operand
          : value.getAsLong() >= operand;
    }

    @Override
    public String toString() {
      return column + " " + operator + " " + operand + (filterIfMissing ? "" : " or missing");
    }
  }

  /** A random one about all rows, which about one in {@link Change#VALUES} answers. */
  static Question equal(Random random, int rows) {
    Comparison comparison =
        new Comparison(Column.NUMBER, CompareOperator.EQUAL, random.nextInt(Change.VALUES), true);
    return new Question(List.of(comparison), 0, rows);
  }

  /** A random one about all rows, or some that follow each other. */
  static Question random(Random random, int rows) {
    List<Comparison> comparisons = new ArrayList<>();
    boolean equal = random.nextInt(3) == 0;
    boolean two = !equal && random.nextBoolean();
    boolean missing = random.nextBoolean();
    CompareOperator operator = equal ? CompareOperator.EQUAL : CompareOperator.GREATER_OR_EQUAL;
    int bound = two ? Change.VALUES / 2 + random.nextInt(Change.VALUES / 2) : 0;
    int operand = equal ? random.nextInt(Change.VALUES) : 85 + random.nextInt(20);
    comparisons.add(new Comparison(Column.NUMBER, operator, two ? bound : operand, missing));
    if (two) {
      comparisons.add(new Comparison(Column.OTHER, operator, 75, random.nextBoolean()));
    }
    int first = random.nextInt(3) == 0 ? random.nextInt(rows) : 0;
    int end = random.nextInt(3) == 0 ? first + random.nextInt(rows - first) + 1 : rows;
    return new Question(comparisons, first, end);
  }

  Scan scan() {
    List<Filter> filters = comparisons.stream().map(Comparison::filter).toList();
    return new Scan()
        .withStartRow(Bytes.toBytes(TorturedTable.key(first)))
        .withStopRow(Bytes.toBytes(TorturedTable.key(end)))
        .setFilter(filters.size() == 1 ? filters.get(0) : new FilterList(filters));
  }

  /** Whether a row with such values is to be in the answer. */
  boolean holds(RowValues row) {
    return !row.isAbsent() && comparisons.stream().allMatch(each -> each.holds(row));
  }

  /** The amount that such a row adds to the sum of the numbers of the answer. */
  long summand(RowValues row) {
    return holds(row) ? row.value(Column.NUMBER).orElse(0) : 0;
  }

  @Override
  public String toString() {
    return comparisons + " of rows " + first + " to " + (end - 1);
  }
}
