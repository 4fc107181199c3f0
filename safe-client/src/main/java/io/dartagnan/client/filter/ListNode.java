package io.dartagnan.client.filter;

import io.dartagnan.query.QueryColumn;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.filter.FilterList;

/** A {@code FilterList}. */
abstract class ListNode extends FilterNode {
  private final List<FilterNode> children;

  ListNode(List<FilterNode> children) {
    this.children = List.copyOf(children);
  }

  final List<FilterNode> children() {
    return children;
  }

  @Override
  final List<FilterPart> localParts(String because) {
    return children.stream().flatMap(child -> child.localParts(because).stream()).toList();
  }

  @Override
  Optional<String> rowState() {
    return children.stream().flatMap(child -> child.rowState().stream()).findFirst();
  }

  @Override
  final boolean isStrict() {
    return !endsUnnoticed() && children.stream().allMatch(FilterNode::isStrict);
  }

  @Override
  final boolean passesOverRows() {
    return children.stream().anyMatch(FilterNode::passesOverRows);
  }

  @Override
  final boolean endsUnnoticed() {
    return children.stream().anyMatch(FilterNode::endsUnnoticed);
  }

  @Override
  final boolean needsAllFamilies() {
    return children.isEmpty() || children.stream().anyMatch(FilterNode::needsAllFamilies);
  }

  @Override
  final boolean removesCells() {
    return children.stream().anyMatch(FilterNode::removesCells);
  }

  @Override
  final boolean countsCells() {
    return children.stream().anyMatch(FilterNode::countsCells);
  }

  @Override
  final boolean decidesByName() {
    return !children.isEmpty() && children.stream().allMatch(FilterNode::decidesByName);
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

  final Optional<KeyFilter> onKeys(FilterList.Operator operator) {
    List<KeyFilter> onKeys = children.stream().flatMap(child -> child.onKeys().stream()).toList();
    return onKeys.isEmpty() || onKeys.size() < children.size()
        ? Optional.empty()
        : Optional.of(
            new KeyFilter(
                new FilterList(operator, onKeys.stream().map(KeyFilter::filter).toList()),
                onKeys.stream().anyMatch(KeyFilter::dropsCells)));
  }
}
