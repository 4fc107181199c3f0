package io.dartagnan.client.filter;

import io.dartagnan.query.QueryColumn;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.filter.FilterList;

/**
 * A {@code FilterList} with MUST_PASS_ONE: includes the cells that any of its filters includes, and
 * keeps the rows that any of them keeps, which need not be the same filter. Most filters that
 * decide on cells keep every row.
 */
final class OrNode extends ListNode {
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
  OrNode(List<FilterNode> children, boolean reversed) {
    super(children);
    this.reversed = reversed;
  }

  @Override
  Verdict verdict(View view) {
    if (children().isEmpty()) {
      return new Verdict(RowSet.ALL, RowSet.ALL, true, List.of());
    }
    List<Verdict> verdicts =
        children().stream().map(child -> child.verdict(view.inOr(reversed))).toList();
    Verdict verdict =
        new Verdict(
            union(verdicts, Verdict::included),
            union(verdicts, Verdict::kept),
            isExact(verdicts),
            parts(verdicts));
    if (onKeys().filter(view.onKeys()::allows).isPresent()) {
      return verdict.at(Place.CLOUDS_ON_KEYS);
    }
    return verdict.exact() ? verdict : verdict.madeLocal(BESIDE_OTHERS);
  }

  private static RowSet union(List<Verdict> verdicts, Function<Verdict, RowSet> rows) {
    return verdicts.stream().map(rows).reduce(RowSet.NONE, RowSet::or);
  }

  /** Either all of them decide on rows in filterRow alone, or all of them on cells alone. */
  private boolean isExact(List<Verdict> verdicts) {
    List<RowSet> kept = verdicts.stream().map(Verdict::kept).toList();
    List<RowSet> included = verdicts.stream().map(Verdict::included).toList();
    boolean byRow =
        children().stream().allMatch(FilterNode::isStrict) && RowSet.unitesExactly(kept);
    boolean byCell = kept.stream().allMatch(RowSet.ALL::equals) && RowSet.unitesExactly(included);
    return verdicts.stream().allMatch(Verdict::exact) && (byRow || byCell);
  }

  private static List<FilterPart> parts(List<Verdict> verdicts) {
    return verdicts.stream().flatMap(verdict -> verdict.parts().stream()).toList();
  }

  @Override
  Optional<String> rowState() {
    return super.rowState()
        .or(() -> because("a PageFilter below MUST_PASS_ONE counts rows", FilterNode::countsRows))
        .or(() -> because(ENDED_LIST, OrNode::isListThatEnds));
  }

  private Optional<String> because(String reason, Predicate<FilterNode> ofAny) {
    return children().stream().anyMatch(ofAny) ? Optional.of(reason) : Optional.empty();
  }

  /**
   * True if HBase may ask for the {@code filterRow} of the others in an ended list, without having
   * shown them the row. It still shows them the first row after the last, whichever that is.
   */
  private static boolean isListThatEnds(FilterNode node) {
    return node instanceof ListNode && node.endsUnnoticed();
  }

  @Override
  Hiding hiding(QueryColumn column) {
    return isStrict() ? Hiding.NOTHING : hidingInAnyRow(column);
  }

  @Override
  Hiding hidingInAnyRow(QueryColumn column) {
    List<Hiding> ofEach = children().stream().map(child -> child.hidingInAnyRow(column)).toList();
    if (reversed) {
      return new Hiding(Hidden.VERSIONS, Hidden.VERSIONS);
    }
    // HBase includes what any of them does, and skips no more cells than each of them.
    return decidesByName()
        ? ofEach.stream().reduce(Hiding.COLUMN, Hiding::and)
        : ofEach.stream().reduce(Hiding.COLUMN, Hiding::or);
  }

  @Override
  Optional<KeyFilter> onKeys() {
    return onKeys(FilterList.Operator.MUST_PASS_ONE);
  }
}
