package io.dartagnan.client.filter;

import io.dartagnan.query.QueryColumn;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A {@code SkipFilter}: drops a row of which the filter in it does not include a cell that it sees.
 * HBase asks that filter about cells alone, never about keys or whole rows.
 */
final class SkipNode extends FilterNode {
  private static final String REASON = "a SkipFilter around it looks at each cell";

  private final FilterNode inner;

  SkipNode(FilterNode inner) {
    this.inner = inner;
  }

  @Override
  Verdict verdict(View view) {
    Optional<Verdict> known =
        inner instanceof ComparedColumnNode compared ? compared.inSkip(view) : Optional.empty();
    return known.orElse(Verdict.unknown(localParts(REASON)));
  }

  @Override
  List<FilterPart> localParts(String because) {
    return inner.localParts(because);
  }

  @Override
  Optional<String> rowState() {
    return inner
        .rowState()
        .or(
            () ->
                inner.countsRows()
                    ? Optional.of("a PageFilter in a SkipFilter counts rows")
                    : Optional.empty());
  }

  @Override
  boolean passesOverRows() {
    return inner.passesOverRows();
  }

  @Override
  boolean needsAllFamilies() {
    return inner.needsAllFamilies();
  }

  @Override
  boolean countsCells() {
    return true;
  }

  @Override
  Hiding hidingInAnyRow(QueryColumn column) {
    return new Hiding(Hidden.VERSIONS, Hidden.VERSIONS);
  }

  @Override
  Stream<QueryColumn> columns() {
    return inner.columns();
  }
}
