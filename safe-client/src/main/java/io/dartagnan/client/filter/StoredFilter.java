package io.dartagnan.client.filter;

import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.SealedProtection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;

/**
 * A {@link WhereClause} as HBase's own filters over what one cluster stores: sealed values are
 * compared by the marks of operands under each key that the client knows.
 *
 * <p>A cluster does not know of keys. So rows that have a compared column under a later key than
 * those come as well, and the client judges them, by the keys that it then learns.
 */
public final class StoredFilter {
  private static final byte LAST_KEY = -1;

  private StoredFilter() {}

  /**
   * Returns the filter that lets every row pass that satisfies a clause.
   *
   * @throws IOException if this client has not the keys to make a mark
   */
  public static Filter of(WhereClause where) throws IOException {
    try {
      return of(where, true);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Returns whether others may pass that do not. */
  public static boolean letsOthersPass(WhereClause where) {
    return where instanceof WhereClause.Compare compare
        ? compare.column().protection() instanceof SealedProtection
        : where.parts().stream().anyMatch(StoredFilter::letsOthersPass);
  }

  /**
   * The filter of a part.
   *
   * @param holds whether the rows are wanted that satisfy it, or those that do not
   */
  private static Filter of(WhereClause where, boolean holds) {
    if (where instanceof WhereClause.Joined joined) {
      return join(
          joined.all() == holds, joined.parts().stream().map(part -> of(part, holds)).toList());
    }
    if (where instanceof WhereClause.Not not) {
      return of(not.part(), !holds);
    }
    if (where instanceof WhereClause.Present present) {
      return present.column().isAnyCell()
          ? ofKey(holds ? CompareOperator.GREATER_OR_EQUAL : CompareOperator.LESS, new byte[0])
          : condition(present.column(), Operator.GREATER_OR_EQUAL, new byte[0], holds);
    }
    WhereClause.Compare compare = (WhereClause.Compare) where;
    QueryColumn column = compare.column().ofNow();
    if (!(column.protection() instanceof SealedProtection sealed)) {
      return condition(column, compare.comparison().operator(), compare.operand(), holds);
    }
    Predicate stored = sealed.compare(0, compare.comparison(), compare.operand());
    Filter underKnown = of(stored, column, holds);
    byte newest = (byte) sealed.newestKey();
    return newest == LAST_KEY
        ? underKnown
        : join(
            false,
            List.of(
                underKnown,
                condition(
                    column, Operator.GREATER_OR_EQUAL, new byte[] {(byte) (newest + 1)}, true)));
  }

  private static Filter of(Predicate predicate, QueryColumn column, boolean holds) {
    if (predicate instanceof Predicate.Branch branch) {
      return join(
          branch instanceof Predicate.And == holds,
          branch.children().stream().map(child -> of(child, column, holds)).toList());
    }
    if (predicate instanceof Predicate.Not not) {
      return of(not.child(), column, !holds);
    }
    PublicCondition condition = (PublicCondition) predicate;
    return condition(column, condition.comparison().operator(), condition.operand(), holds);
  }

  private static Filter join(boolean all, List<Filter> parts) {
    List<Filter> flat = new ArrayList<>();
    FilterList.Operator operator =
        all ? FilterList.Operator.MUST_PASS_ALL : FilterList.Operator.MUST_PASS_ONE;
    for (Filter part : parts) {
      if (part instanceof FilterList list && list.getOperator() == operator) {
        flat.addAll(list.getFilters());
      } else {
        flat.add(part);
      }
    }
    return flat.size() == 1 ? flat.get(0) : new FilterList(operator, flat);
  }

  /** A row that lacks the column does not satisfy a condition on it, whatever the operator. */
  private static Filter condition(
      QueryColumn column, Operator operator, byte[] operand, boolean holds) {
    CompareOperator compared = holds ? CompareOperator.valueOf(operator.name()) : inverse(operator);
    if (column.isRowKey()) {
      return ofKey(compared, operand);
    }
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            column.family(), column.qualifier(), compared, new BinaryComparator(operand));
    filter.setFilterIfMissing(holds);
    return filter;
  }

  private static Filter ofKey(CompareOperator operator, byte[] operand) {
    return new RowFilter(operator, new BinaryComparator(operand));
  }

  private static CompareOperator inverse(Operator operator) {
    return switch (operator) {
      case EQUAL -> CompareOperator.NOT_EQUAL;
      case NOT_EQUAL -> CompareOperator.EQUAL;
      case LESS -> CompareOperator.GREATER_OR_EQUAL;
      case LESS_OR_EQUAL -> CompareOperator.GREATER;
      case GREATER -> CompareOperator.LESS_OR_EQUAL;
      case GREATER_OR_EQUAL -> CompareOperator.LESS;
    };
  }
}
