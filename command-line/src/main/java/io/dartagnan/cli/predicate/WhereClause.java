package io.dartagnan.cli.predicate;

import io.dartagnan.cli.column.TableColumns.Column;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * A predicate over the columns of one row: a condition, or several combined by AND and OR. A
 * negation is resolved when it is read, by {@link #negated()}.
 *
 * <p>It follows SQL where a row lacks a column: a condition on that column is neither true nor
 * false, and neither is its negation. {@code NOT City = 'Utrecht'} therefore means {@code City !=
 * 'Utrecht'}, and a row without a city satisfies neither of them. HBase says the same with {@code
 * setFilterIfMissing(true)} on every condition.
 */
public sealed interface WhereClause permits Condition, Combination {

  /**
   * Whether a row satisfies it.
   *
   * @param row the row's value of a column; null if it has none
   */
  boolean matches(Function<Column, byte[]> row);

  /** The clause that is true where this one is false. */
  WhereClause negated();

  /** The filter that an HBase program would write. */
  Filter filter();

  /** Its conditions, from left to right. */
  Stream<Condition> conditions();

  /** The clause as {@code --where} reads it. */
  String text();

  /** Its columns, each once, from left to right. */
  default List<Column> columns() {
    return conditions().map(Condition::column).distinct().toList();
  }
}
