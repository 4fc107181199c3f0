package io.dartagnan.client.filter;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * The filter classes of hbase-client 2.6. This is the table of what is supported; a class that is
 * not in it is an application's own, and the client judges all rows of the scan by it.
 */
final class FilterRegistry {
  private static final String UNKNOWN =
      "it is of no class of HBase, and may look at rows in any way";

  private static final List<FilterAdapter<?>> ADAPTERS =
      Stream.of(
              ColumnValueAdapters.ADAPTERS,
              RowKeyNode.ADAPTERS,
              ColumnNameNode.ADAPTERS,
              CellNode.ADAPTERS,
              TreeAdapters.ADAPTERS)
          .<FilterAdapter<?>>flatMap(List::stream)
          .toList();

  private static final Map<Class<?>, FilterAdapter<?>> BY_TYPE = new LinkedHashMap<>();

  static {
    ADAPTERS.forEach(adapter -> BY_TYPE.put(adapter.type(), adapter));
  }

  private FilterRegistry() {}

  /** The adapters, in the order of the table. */
  static List<FilterAdapter<?>> adapters() {
    return ADAPTERS;
  }

  /** The node of a filter of a scan. */
  static FilterNode node(Filter filter, PlannedScan scan) {
    FilterAdapter<?> adapter = BY_TYPE.get(filter.getClass());
    return adapter == null ? RowStateNode.of(filter, UNKNOWN) : adapter.node(filter, scan);
  }
}
