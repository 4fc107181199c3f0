package io.dartagnan.client.filter.random;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** Text of a filter tree, one line for each filter, complete where HBase's own is shortened. */
public final class FilterText {
  private FilterText() {}

  public static String of(Filter filter) {
    return of(filter, "\n    ");
  }

  private static String of(Filter filter, String indent) {
    if (filter instanceof FilterList list) {
      StringBuilder text = new StringBuilder(list.getOperator().name()).append(" of");
      for (Filter child : list.getFilters()) {
        text.append(indent).append("- ").append(of(child, indent + "  "));
      }
      return list.getFilters().isEmpty() ? text.append(" none").toString() : text.toString();
    }
    if (filter instanceof SkipFilter skip) {
      return "SkipFilter of " + of(skip.getFilter(), indent);
    }
    if (filter instanceof WhileMatchFilter match) {
      return "WhileMatchFilter of " + of(match.getFilter(), indent);
    }
    return leaf(filter);
  }

  private static String leaf(Filter filter) {
    if (filter instanceof SingleColumnValueFilter value) {
      return value
          + comparator(value.getComparator())
          + (value.getFilterIfMissing() ? " filterIfMissing" : "")
          + (value.getLatestVersionOnly() ? "" : " of all versions");
    }
    if (filter instanceof CompareFilter compare && compare.getComparator() != null) {
      return compare + comparator(compare.getComparator());
    }
    if (filter instanceof TimestampsFilter timestamps) {
      Set<Long> all = new TreeSet<>(timestamps.getTimestamps());
      return timestamps + " " + all;
    }
    if (filter instanceof MultiRowRangeFilter ranges) {
      return "MultiRowRangeFilter " + ranges(ranges.getRowRanges());
    }
    return filter.toString();
  }

  private static String comparator(ByteArrayComparable comparator) {
    return " " + comparator.getClass().getSimpleName();
  }

  private static List<String> ranges(List<MultiRowRangeFilter.RowRange> ranges) {
    return ranges.stream()
        .map(
            range ->
                (range.isStartRowInclusive() ? "[" : "(")
                    + Bytes.toStringBinary(range.getStartRow())
                    + ", "
                    + Bytes.toStringBinary(range.getStopRow())
                    + (range.isStopRowInclusive() ? "]" : ")"))
        .toList();
  }
}
