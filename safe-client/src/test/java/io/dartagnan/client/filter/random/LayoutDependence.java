package io.dartagnan.client.filter.random;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BigDecimalComparator;
import org.apache.hadoop.hbase.filter.BinaryComponentComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Queries whose answer in HBase 2.6.4 depends on more than the contents of a table, such as where
 * its files end, or that HBase does not answer, by name.
 */
public enum LayoutDependence {
  /** A {@code FuzzyRowFilter} in a reversed scan may look for its next row for ever. */
  FUZZY_REVERSED(
      (table, query) -> query.scan().isReversed() && any(query, FuzzyRowFilter.class::isInstance)),

  /** A {@code BinaryComponentComparator} reads the bytes behind a value that ends before it. */
  COMPONENT_BEHIND_VALUE((table, query) -> any(query, filter -> readsBehindValue(filter, table))),

  /** A regular expression of the engine JONI searches by where a value lies in its block. */
  JONI(
      (table, query) ->
          any(
              query,
              filter ->
                  comparator(filter) instanceof RegexStringComparator pattern
                      && Bytes.toString(pattern.toByteArray()).contains("JONI"))),

  /**
   * With a batch, cells of families that a filter does not need are lost in HBase where a batch
   * ends with those that it needs, and rows where one ends with the others. Partial results have
   * these cells last.
   */
  BATCH_LOADS_ON_DEMAND(
      (table, query) ->
          query.filter() != null
              && (query.scan().getBatch() > 0 || query.scan().getAllowPartialResults())
              && !Boolean.FALSE.equals(query.scan().getLoadColumnFamiliesOnDemandValue())
              && table.versions().keySet().stream()
                  .anyMatch(family -> !isEssential(query.filter(), family))),

  /**
   * For a forward scan of named columns HBase asks a filter about the key at which the scan starts,
   * as if it were a row, once there are files.
   */
  START_ROW_MADE_UP(
      (table, query) ->
          makesUpStartRow(query.scan())
              && any(query, filter -> minds(filter, query.scan().getStartRow()))),

  /**
   * A filter is asked about the keys of rows, and families are looked at, that have no cell in the
   * scan's time range, unless these lie in files that hold nothing in that range.
   */
  ROWS_OUTSIDE_TIME_RANGE(
      (table, query) -> hasTimeRange(query.scan()) && noticesUnselectedCells(query.filter()));

  private final BiPredicate<RandomTable, RandomQuery> concerns;

  LayoutDependence(BiPredicate<RandomTable, RandomQuery> concerns) {
    this.concerns = concerns;
  }

  /** The first rule that concerns a query over a table. */
  public static Optional<LayoutDependence> of(RandomTable table, RandomQuery query) {
    return Arrays.stream(values()).filter(rule -> rule.concerns.test(table, query)).findFirst();
  }

  /**
   * Whether an answer may depend on cells that the scan does not select: those of other columns of
   * its families, and those outside its time range. In HBase it does; where only selected cells are
   * given to a filter it cannot.
   */
  public static boolean onUnselectedCells(RandomQuery query) {
    return (hasTimeRange(query.scan())
            || query.scan().getFamilyMap().values().stream().anyMatch(Objects::nonNull))
        && noticesUnselectedCells(query.filter());
  }

  /**
   * Whether an answer may depend on cells that are deleted and not yet removed: in HBase a filter
   * is asked about the key of a row that has no other.
   */
  public static boolean onDeletedCells(RandomQuery query) {
    return noticesUnselectedCells(query.filter());
  }

  /**
   * Whether an answer may depend on what cells take in a server's memory: where it may return parts
   * of rows, a server cuts them by that too, and not only by what is sent.
   */
  public static boolean onSizesInMemory(Scan scan) {
    return scan.getAllowPartialResults() && scan.getMaxResultSize() > 0;
  }

  /**
   * Whether an answer may depend on where a server holds its cells: a {@code LongComparator}
   * refuses what has not eight bytes on the heap, and takes the next eight bytes, whatever they
   * are, of a buffer off the heap.
   */
  public static boolean onBuffers(RandomTable table, RandomQuery query) {
    return any(
        query,
        filter ->
            comparator(filter) instanceof LongComparator
                && compared(filter, table).anyMatch(part -> part.length != Long.BYTES));
  }

  /** All that a filter's comparator may be given of a table. */
  private static Stream<byte[]> compared(Filter filter, RandomTable table) {
    if (filter instanceof RowFilter) {
      return table.keys().stream();
    }
    if (filter instanceof QualifierFilter) {
      return table.cells().stream().map(CellUtil::cloneQualifier);
    }
    if (filter instanceof FamilyFilter) {
      return table.cells().stream().map(CellUtil::cloneFamily);
    }
    return table.cells().stream()
        .filter(
            cell ->
                !(filter instanceof SingleColumnValueFilter value)
                    || CellUtil.matchingColumn(cell, value.getFamily(), value.getQualifier()))
        .map(CellUtil::cloneValue);
  }

  private static int shortestKey(RandomTable table) {
    return shortest(table.keys().stream());
  }

  private static int shortest(Stream<byte[]> bytes) {
    return bytes.mapToInt(any -> any.length).min().orElse(0);
  }

  private static boolean readsBehindValue(Filter filter, RandomTable table) {
    ByteArrayComparable comparator = comparator(filter);
    if (filter instanceof SingleColumnValueFilter value) {
      return ends(comparator, table, value.getFamily(), value.getQualifier());
    }
    if (filter instanceof ColumnValueFilter value) {
      return ends(comparator, table, value.getFamily(), value.getQualifier());
    }
    if (filter instanceof DependentColumnFilter value) {
      return ends(comparator, table, value.getFamily(), value.getQualifier());
    }
    int shortest = shortest(table.cells().stream().map(CellUtil::cloneValue));
    if (filter instanceof RowFilter) {
      shortest = shortestKey(table);
    } else if (filter instanceof QualifierFilter) {
      shortest = shortest(table.cells().stream().map(CellUtil::cloneQualifier));
    } else if (filter instanceof FamilyFilter) {
      shortest = shortest(table.cells().stream().map(CellUtil::cloneFamily));
    }
    return end(comparator) > shortest;
  }

  private static ByteArrayComparable comparator(Filter filter) {
    if (filter instanceof SingleColumnValueFilter value) {
      return value.getComparator();
    }
    if (filter instanceof ColumnValueFilter value) {
      return value.getComparator();
    }
    return filter instanceof CompareFilter compare ? compare.getComparator() : null;
  }

  private static boolean isEssential(Filter filter, String family) {
    try {
      return filter.isFamilyEssential(Bytes.toBytes(family));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean ends(
      ByteArrayComparable comparator, RandomTable table, byte[] family, byte[] qualifier) {
    return end(comparator)
        > shortest(
            table.cells().stream()
                .filter(cell -> CellUtil.matchingColumn(cell, family, qualifier))
                .map(CellUtil::cloneValue));
  }

  private static int end(ByteArrayComparable comparator) {
    return comparator instanceof BinaryComponentComparator component
        ? offset(component) + component.getValue().length
        : 0;
  }

  private static int offset(BinaryComponentComparator component) {
    try {
      var field = BinaryComponentComparator.class.getDeclaredField("offset");
      field.setAccessible(true);
      return field.getInt(component);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("BinaryComponentComparator has changed", e);
    }
  }

  private static boolean makesUpStartRow(Scan scan) {
    return !scan.isReversed()
        && scan.includeStartRow()
        && scan.getFamilyMap().values().stream().anyMatch(Objects::nonNull);
  }

  private static boolean hasTimeRange(Scan scan) {
    return !scan.getTimeRange().isAllTime() || !scan.getColumnFamilyTimeRange().isEmpty();
  }

  /**
   * Whether it shows in later rows, or as a failure, that a filter was asked about a key, or at the
   * end of a family's cells whether it is done.
   */
  private static boolean noticesUnselectedCells(Filter filter) {
    return filter != null
        && any(
            filter,
            child ->
                child instanceof WhileMatchFilter
                    || child instanceof ColumnCountGetFilter
                    || child instanceof ScriptedFilter
                    || child instanceof RowFilter row
                        && (row.getComparator() instanceof LongComparator
                            || row.getComparator() instanceof BigDecimalComparator));
  }

  private static boolean minds(Filter filter, byte[] startRow) {
    if (filter instanceof PrefixFilter prefix) {
      return startRow.length < prefix.getPrefix().length;
    }
    if (filter instanceof RowFilter row) {
      ByteArrayComparable comparator = row.getComparator();
      return comparator instanceof LongComparator && startRow.length < Long.BYTES
          || comparator instanceof BigDecimalComparator && startRow.length <= Integer.BYTES
          || end(comparator) > startRow.length;
    }
    return filter instanceof WhileMatchFilter || filter instanceof ScriptedFilter;
  }

  private static boolean any(RandomQuery query, Predicate<Filter> predicate) {
    return query.filter() != null && any(query.filter(), predicate);
  }

  private static boolean any(Filter filter, Predicate<Filter> predicate) {
    return predicate.test(filter)
        || filter instanceof FilterList list
            && list.getFilters().stream().anyMatch(child -> any(child, predicate))
        || filter instanceof SkipFilter skip && any(skip.getFilter(), predicate)
        || filter instanceof WhileMatchFilter match && any(match.getFilter(), predicate);
  }
}
