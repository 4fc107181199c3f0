package io.dartagnan.client.filter;

import io.dartagnan.query.QueryColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.hbase.filter.FilterList;

/**
 * A {@code FilterList} with MUST_PASS_ALL: includes the cells that all of its filters include, and
 * keeps the rows that all of them keep.
 *
 * <p>A filter gets the cells that those before it include. So what stands beside it may hide its
 * column, and HBase then takes the column for missing.
 */
final class AndNode extends ListNode {
  private static final String AFTER_A_PAGE =
      "a PageFilter before it counts rows, and counts those that this one drops";
  private static final String PASSED_OVER =
      "in a reversed scan, below MUST_PASS_ONE, HBase may pass over cells to which one beside it leads";

  AndNode(List<FilterNode> children) {
    super(children);
  }

  @Override
  Verdict verdict(View view) {
    RowSet included = RowSet.ALL;
    RowSet kept = RowSet.ALL;
    boolean exact = true;
    boolean counted = false;
    List<FilterPart> parts = new ArrayList<>();
    for (int i = 0; i < children().size(); i++) {
      Verdict own = children().get(i).verdict(view.without(hiddenFrom(i)));
      included = included.and(own.included());
      if (!counted) {
        kept = kept.and(own.kept());
      } else if (!own.kept().equals(own.included()) && !own.kept().equals(RowSet.ALL)) {
        own = own.madeLocal(AFTER_A_PAGE);
      }
      counted |= children().get(i).countsRows();
      exact &= own.exact();
      parts.addAll(own.parts());
    }
    Verdict verdict = new Verdict(included, kept, exact, parts);
    return view.belowReversedOr() && !isStrict() ? verdict.withoutKept(PASSED_OVER) : verdict;
  }

  private Function<QueryColumn, Hidden> hiddenFrom(int child) {
    return column -> {
      Hidden hidden = Hidden.NOTHING;
      for (int i = 0; i < child; i++) {
        hidden = hidden.or(children().get(i).hiding(column).after());
      }
      boolean counted = children().get(child).countsRows();
      return hidden.or(hidingFrom(child + 1, counted, column).before());
    };
  }

  /**
   * The cells that the children from one on hide.
   *
   * @param counted whether one before them counts rows: it counts before HBase asks for their
   *     filterRow, and so also rows that they drop
   */
  private Hiding hidingFrom(int first, boolean counted, QueryColumn column) {
    Hiding hiding = Hiding.NOTHING;
    boolean dropped = counted;
    for (FilterNode child : children().subList(first, children().size())) {
      hiding = hiding.or(dropped ? child.hidingInAnyRow(column) : child.hiding(column));
      dropped |= child.countsRows();
    }
    return hiding;
  }

  @Override
  boolean countsRows() {
    return children().stream().anyMatch(FilterNode::countsRows);
  }

  @Override
  Hiding hiding(QueryColumn column) {
    return hidingFrom(0, false, column);
  }

  @Override
  Hiding hidingInAnyRow(QueryColumn column) {
    return children().stream()
        .map(child -> child.hidingInAnyRow(column))
        .reduce(Hiding.NOTHING, Hiding::or);
  }

  @Override
  Optional<KeyFilter> onKeys() {
    return onKeys(FilterList.Operator.MUST_PASS_ALL);
  }
}
