package io.dartagnan.client.filter;

import io.dartagnan.query.QueryColumn;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.filter.Filter;

/** A filter that decides on cells by family and qualifier. */
final class ColumnNameNode extends LeafNode {

  private final Optional<KeyFilter> onKeys;
  private final Predicate<QueryColumn> included;
  private final Hidden ofBefore;

  /**
   * A node.
   *
   * @param onKeys the filter, if each cloud can run it
   * @param skips whether it makes HBase skip columns behind one that it does not include
   */
  ColumnNameNode(
      String text, Optional<Filter> onKeys, boolean skips, Predicate<QueryColumn> included) {
    super(text);
    this.onKeys = onKeys.map(filter -> KeyFilter.copyOf(filter, true));
    this.included = included;
    this.ofBefore = skips ? Hidden.COLUMN : Hidden.NOTHING;
  }

  @Override
  Verdict verdict(View view) {
    boolean onClouds = onKeys().filter(view.onKeys()::allows).isPresent();
    return onClouds
        ? Verdict.unknown(List.of(partAt(Place.CLOUDS_ON_KEYS)))
        : narrowed(RowSet.ALL, RowSet.ALL, "it decides on cells by the names of their columns");
  }

  @Override
  boolean isStrict() {
    return false;
  }

  @Override
  boolean decidesByName() {
    return onKeys.isPresent();
  }

  @Override
  Hiding hiding(QueryColumn column) {
    return included.test(column) ? Hiding.NOTHING : new Hiding(ofBefore, Hidden.COLUMN);
  }

  @Override
  Optional<KeyFilter> onKeys() {
    return onKeys;
  }
}
