package io.dartagnan.client.filter.random;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reduction of a query that fails to a smaller one that fails: without children of lists, with a
 * child in place of its parent, without options of the scan, for as long as it still fails.
 */
public final class Shrinker {
  private static final List<Consumer<Scan>> OPTIONS_LEFT_OUT =
      List.of(
          scan -> scan.setLimit(-1),
          scan -> scan.setBatch(-1),
          scan -> scan.setAllowPartialResults(false),
          scan -> scan.setMaxResultsPerColumnFamily(-1),
          scan -> scan.setRowOffsetPerColumnFamily(0),
          scan -> scan.readVersions(1),
          scan -> scan.setLoadColumnFamiliesOnDemand(false),
          scan -> scan.setReversed(false),
          scan -> scan.withStartRow(new byte[0]),
          scan -> scan.withStopRow(new byte[0]),
          scan -> scan.setFamilyMap(new TreeMap<>(Bytes.BYTES_COMPARATOR)),
          scan -> scan.getColumnFamilyTimeRange().clear(),
          Shrinker::leaveOutTimes);

  private Shrinker() {}

  private static void leaveOutTimes(Scan scan) {
    try {
      scan.setTimeRange(0, Long.MAX_VALUE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The smallest query found from one that fails. */
  public static RandomQuery shrink(RandomQuery failing, Predicate<RandomQuery> stillFails) {
    RandomQuery smallest = failing;
    if (failing.filter() != null) {
      // Not sent to HBase anyway, and lists want it equal in all their children.
      failing.filter().setReversed(false);
    }
    boolean smaller = true;
    while (smaller) {
      smaller = false;
      for (RandomQuery candidate : candidates(smallest)) {
        if (stillFails.test(candidate)) {
          smallest = candidate;
          smaller = true;
          break;
        }
      }
    }
    return smallest;
  }

  private static List<RandomQuery> candidates(RandomQuery query) {
    List<RandomQuery> candidates = new ArrayList<>();
    if (query.filter() != null) {
      candidates.add(query.with((Filter) null));
      smaller(query.filter()).forEach(filter -> candidates.add(query.with(filter)));
    }
    for (Consumer<Scan> option : OPTIONS_LEFT_OUT) {
      Scan scan = copy(query.scan());
      option.accept(scan);
      if (!scan.toString().equals(query.scan().toString())) {
        candidates.add(query.with(scan));
      }
    }
    return candidates;
  }

  private static Scan copy(Scan scan) {
    try {
      return new Scan(scan);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Filter> smaller(Filter filter) {
    List<Filter> smaller = new ArrayList<>();
    if (filter instanceof FilterList list) {
      List<Filter> children = list.getFilters();
      smaller.addAll(children);
      for (int i = 0; i < children.size(); i++) {
        List<Filter> others = new ArrayList<>(children);
        others.remove(i);
        smaller.add(new FilterList(list.getOperator(), others));
      }
      for (int i = 0; i < children.size(); i++) {
        for (Filter child : smaller(children.get(i))) {
          List<Filter> others = new ArrayList<>(children);
          others.set(i, child);
          smaller.add(new FilterList(list.getOperator(), others));
        }
      }
    } else if (filter instanceof SkipFilter skip) {
      smaller.add(skip.getFilter());
      smaller(skip.getFilter()).forEach(inner -> smaller.add(new SkipFilter(inner)));
    } else if (filter instanceof WhileMatchFilter match) {
      smaller.add(match.getFilter());
      smaller(match.getFilter()).forEach(inner -> smaller.add(new WhileMatchFilter(inner)));
    }
    return smaller;
  }
}
