package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterPlan.Part;
import io.dartagnan.client.filter.FilterPlan.Place;
import io.dartagnan.client.filter.KeyFilters.KeyFilter;
import io.dartagnan.query.QueryColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.filter.FilterList;

/** A {@code FilterList}. */
abstract class ListNode extends FilterNode {
  final List<FilterNode> children;
  private final FilterList.Operator operator;

  private ListNode(List<FilterNode> children, FilterList.Operator operator) {
    this.children = List.copyOf(children);
    this.operator = operator;
  }

  @Override
  final boolean is(Trait trait) {
    return switch (trait) {
      case STRICT ->
          !is(Trait.ENDS_UNNOTICED) && children.stream().allMatch(child -> child.is(trait));
      case NEEDS_SOME_FAMILIES, DECIDES_BY_NAME, CHOOSES_WHOLE_ROWS ->
          !children.isEmpty() && children.stream().allMatch(child -> child.is(trait));
      case LEAVES_OTHERS_THEIR_ROWS, REMOVES_ONLY_MATCHES -> false;
      case PASSES_OVER_ROWS, ENDS_UNNOTICED, REMOVES_CELLS, COUNTS_ROWS, COUNTS_CELLS ->
          children.stream().anyMatch(child -> child.is(trait));
    };
  }

  @Override
  final List<Part> localParts(String because) {
    return children.stream().flatMap(child -> child.localParts(because).stream()).toList();
  }

  @Override
  Optional<String> rowState() {
    return children.stream().flatMap(child -> child.rowState().stream()).findFirst();
  }

  /** HBase calls {@code filterRowCells} of all filters of a list, whatever its operator. */
  @Override
  final RowSet survivors() {
    return children.stream().map(FilterNode::survivors).reduce(RowSet.ALL, RowSet::and);
  }

  @Override
  final Stream<QueryColumn> columns() {
    return children.stream().flatMap(FilterNode::columns);
  }

  @Override
  final Optional<KeyFilter> onKeys() {
    List<KeyFilter> onKeys = children.stream().flatMap(child -> child.onKeys().stream()).toList();
    return onKeys.isEmpty() || onKeys.size() < children.size()
        ? Optional.empty()
        : Optional.of(
            new KeyFilter(
                new FilterList(operator, onKeys.stream().map(KeyFilter::filter).toList()),
                onKeys.stream().anyMatch(KeyFilter::dropsCells)));
  }

  /**
   * A list with MUST_PASS_ALL: includes the cells that all of its filters include, and keeps the
   * rows that all of them keep.
   *
   * <p>A filter gets the cells that those before it include. So what stands beside it may hide its
   * column, and HBase then takes the column for missing.
   */
  static final class And extends ListNode {
    private static final String AFTER_A_PAGE =
        "a PageFilter before it counts rows, and counts those that this one drops";
    private static final String PASSED_OVER =
        "in a reversed scan, below MUST_PASS_ONE, HBase may pass over cells to which one beside it leads";

    And(List<FilterNode> children) {
      super(children, FilterList.Operator.MUST_PASS_ALL);
    }

    @Override
    Verdict verdict(View view) {
      RowSet included = RowSet.ALL;
      RowSet kept = RowSet.ALL;
      boolean exact = true;
      boolean counted = false;
      List<Part> parts = new ArrayList<>();
      for (int i = 0; i < children.size(); i++) {
        Verdict own = children.get(i).verdict(view.without(hiddenFrom(i)));
        included = included.and(own.included());
        if (!counted) {
          kept = kept.and(own.kept());
        } else if (!own.kept().equals(own.included()) && !own.kept().equals(RowSet.ALL)) {
          own = own.madeLocal(AFTER_A_PAGE);
        }
        counted |= children.get(i).is(Trait.COUNTS_ROWS);
        exact &= own.exact();
        parts.addAll(own.parts());
      }
      Verdict verdict = new Verdict(included, kept, exact, parts);
      return view.belowReversedOr() && !is(Trait.STRICT)
          ? verdict.withoutKept(PASSED_OVER)
          : verdict;
    }

    private Function<QueryColumn, Hidden> hiddenFrom(int child) {
      return column -> {
        Hidden hidden = Hidden.NOTHING;
        for (FilterNode before : children.subList(0, child)) {
          hidden = hidden.or(before.hiding(column).after());
        }
        boolean counted = children.get(child).is(Trait.COUNTS_ROWS);
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
      for (FilterNode child : children.subList(first, children.size())) {
        hiding = hiding.or(dropped ? child.hidingInAnyRow(column) : child.hiding(column));
        dropped |= child.is(Trait.COUNTS_ROWS);
      }
      return hiding;
    }

    @Override
    Hiding hiding(QueryColumn column) {
      return hidingFrom(0, false, column);
    }

    @Override
    Hiding hidingInAnyRow(QueryColumn column) {
      return hidingFrom(0, true, column);
    }
  }

  /**
   * A list with MUST_PASS_ONE: includes the cells that any of its filters includes, and keeps the
   * rows that any of them keeps, which need not be the same filter. Most filters that decide on
   * cells keep every row.
   */
  static final class Or extends ListNode {
    private static final String BESIDE_OTHERS =
        "the clouds cannot tell which rows pass a filter beside it under MUST_PASS_ONE";
    private static final String ENDED_LIST =
        "a list below MUST_PASS_ONE, ended by a filter in it, answers otherwise for the first row after";

    private final boolean reversed;

    /**
     * A list.
     *
     * @param reversed whether the scan is; HBase then may pass over cells to which a filter led it
     */
    Or(List<FilterNode> children, boolean reversed) {
      super(children, FilterList.Operator.MUST_PASS_ONE);
      this.reversed = reversed;
    }

    @Override
    Verdict verdict(View view) {
      if (children.isEmpty()) {
        return new Verdict(RowSet.ALL, RowSet.ALL, true, List.of());
      }
      List<Verdict> verdicts =
          children.stream().map(child -> child.verdict(view.inOr(reversed))).toList();
      List<RowSet> included = verdicts.stream().map(Verdict::included).toList();
      List<RowSet> kept = verdicts.stream().map(Verdict::kept).toList();
      // Either all of them decide on rows in filterRow alone, or all of them on cells alone.
      boolean byRow =
          children.stream().allMatch(child -> child.is(Trait.STRICT)) && RowSet.unitesExactly(kept);
      boolean byCell = kept.stream().allMatch(RowSet.ALL::equals) && RowSet.unitesExactly(included);
      Verdict verdict =
          new Verdict(
              included.stream().reduce(RowSet.NONE, RowSet::or),
              kept.stream().reduce(RowSet.NONE, RowSet::or),
              verdicts.stream().allMatch(Verdict::exact) && (byRow || byCell),
              verdicts.stream().flatMap(each -> each.parts().stream()).toList());
      if (onKeys().filter(view.onKeys()::allows).isPresent()) {
        return verdict.at(Place.CLOUDS_ON_KEYS);
      }
      return verdict.exact() ? verdict : verdict.madeLocal(BESIDE_OTHERS);
    }

    @Override
    Optional<String> rowState() {
      return super.rowState()
          .or(
              () ->
                  because(
                      "a PageFilter below MUST_PASS_ONE counts rows",
                      child -> child.is(Trait.COUNTS_ROWS)))
          .or(() -> because(ENDED_LIST, Or::isListThatEnds));
    }

    private Optional<String> because(String reason, Predicate<FilterNode> ofAny) {
      return children.stream().anyMatch(ofAny) ? Optional.of(reason) : Optional.empty();
    }

    /**
     * True if HBase may ask for the {@code filterRow} of the others in an ended list, without
     * having shown them the row. It still shows them the first row after the last, whichever that
     * is.
     */
    private static boolean isListThatEnds(FilterNode node) {
      return node instanceof ListNode && node.is(Trait.ENDS_UNNOTICED);
    }

    @Override
    Hiding hiding(QueryColumn column) {
      return is(Trait.STRICT) ? Hiding.NOTHING : hidingInAnyRow(column);
    }

    @Override
    Hiding hidingInAnyRow(QueryColumn column) {
      if (reversed) {
        return Hiding.VERSIONS;
      }
      // HBase includes what any of them does, and skips no more cells than each of them.
      return children.stream()
          .map(child -> child.hidingInAnyRow(column))
          .reduce(Hiding.COLUMN, is(Trait.DECIDES_BY_NAME) ? Hiding::and : Hiding::or);
    }
  }
}
