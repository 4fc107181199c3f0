package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterPlan.Part;
import io.dartagnan.client.filter.KeyFilters.KeyFilter;
import io.dartagnan.query.QueryColumn;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.Filter;

/** A filter that decides on cells by family and qualifier. */
final class ColumnNameNode extends LeafNode {
  private static final byte[] ANY_ROW = {0};

  private final Filter filter;
  private final Hidden before;

  /**
   * A node.
   *
   * @param before what it hides by making HBase skip columns behind one that it does not include
   */
  ColumnNameNode(Filter filter, Hidden before) {
    super(
        Part.textOf(filter),
        takesAnyName(filter) ? Optional.of(KeyFilter.copyOf(filter, true)) : Optional.empty(),
        Hiding.NOTHING,
        "it decides on cells by the names of their columns");
    this.filter = filter;
    this.before = before;
  }

  private static boolean takesAnyName(Filter filter) {
    return !(filter instanceof CompareFilter compare)
        || ComparatorRegistry.takesAnyKey(compare.getComparator());
  }

  @Override
  boolean is(Trait trait) {
    return trait == Trait.DECIDES_BY_NAME && onKeys().isPresent();
  }

  @Override
  Hiding hiding(QueryColumn column) {
    return includes(column) ? Hiding.NOTHING : new Hiding(before, Hidden.COLUMN);
  }

  /** Asks the filter, which keeps nothing in mind. */
  private boolean includes(QueryColumn column) {
    try {
      return filter.filterCell(
              new KeyValue(ANY_ROW, column.family(), column.qualifier(), 1L, new byte[0]))
          == Filter.ReturnCode.INCLUDE;
    } catch (IOException | RuntimeException e) {
      // A comparator that does not bear this name; HBase tells when it meets it.
      return false;
    }
  }
}
