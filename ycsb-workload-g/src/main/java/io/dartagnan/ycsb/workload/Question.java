package io.dartagnan.ycsb.workload;

import io.dartagnan.ycsb.model.Column;
import io.dartagnan.ycsb.model.Domain;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;

/**
 * A comparison of a column, as HBase's filter and as a condition on the numbers of its values. Both
 * order values by their bytes.
 */
final class Question {
  private final Column column;
  private final OperationKind operation;
  private final long operand;
  private final long span;

  private Question(Column column, OperationKind operation, long operand, long span) {
    this.column = column;
    this.operation = operation;
    this.operand = operand;
    this.span = span;
  }

  /**
   * The question of an operation; aggregates ask for equality.
   *
   * @param operand number of a value within the column's domain
   * @param span number of values within the range of {@link OperationKind#FILTER_RANGE}
   */
  static Question of(OperationKind operation, Column column, long operand, long span) {
    return new Question(column, operation, operand, span);
  }

  /** The filter that HBase is given. */
  Filter filter() {
    Domain domain = column.domain();
    return switch (operation) {
      case FILTER_GREATER -> comparison(CompareOperator.GREATER_OR_EQUAL, operand);
      case FILTER_RANGE ->
          new FilterList(
              FilterList.Operator.MUST_PASS_ALL,
              comparison(CompareOperator.GREATER_OR_EQUAL, operand),
              comparison(CompareOperator.LESS_OR_EQUAL, last(domain)));
      default -> comparison(CompareOperator.EQUAL, operand);
    };
  }

  private Filter comparison(CompareOperator operator, long number) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            column.family(), column.qualifier(), operator, column.domain().value(number));
    filter.setFilterIfMissing(true);
    return filter;
  }

  private long last(Domain domain) {
    long greatest = domain.size() - 1;
    long last = operand + span - 1;
    boolean beyond =
        Long.compareUnsigned(last, operand) < 0 || Long.compareUnsigned(last, greatest) > 0;
    return beyond ? greatest : last;
  }

  /** Whether a row, by what was written in it, belongs to the answer. */
  boolean holdsFor(long row) {
    long number = column.number(row);
    return switch (operation) {
      case FILTER_GREATER -> Long.compareUnsigned(number, operand) >= 0;
      case FILTER_RANGE ->
          Long.compareUnsigned(number, operand) >= 0
              && Long.compareUnsigned(number, last(column.domain())) <= 0;
      default -> number == operand;
    };
  }

  /** The column and operator; never the operand. */
  @Override
  public String toString() {
    return operation.measurement() + " on " + column;
  }
}
