package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterPlan.Part;
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
  private static final String COUNTS_ROWS = "a PageFilter in a SkipFilter counts rows";

  private final FilterNode inner;

  SkipNode(FilterNode inner) {
    this.inner = inner;
  }

  @Override
  boolean is(Trait trait) {
    return switch (trait) {
      case STRICT, COUNTS_CELLS -> true;
      case PASSES_OVER_ROWS, NEEDS_SOME_FAMILIES -> inner.is(trait);
      default -> false;
    };
  }

  @Override
  Verdict verdict(View view) {
    return inner.inSkip(view).orElse(Verdict.unknown(localParts(REASON)));
  }

  @Override
  List<Part> localParts(String because) {
    return inner.localParts(because);
  }

  @Override
  Optional<String> rowState() {
    Optional<String> counts =
        inner.is(Trait.COUNTS_ROWS) ? Optional.of(COUNTS_ROWS) : Optional.empty();
    return inner.rowState().or(() -> counts);
  }

  @Override
  Hiding hidingInAnyRow(QueryColumn column) {
    return Hiding.VERSIONS;
  }

  @Override
  Stream<QueryColumn> columns() {
    return inner.columns();
  }
}
