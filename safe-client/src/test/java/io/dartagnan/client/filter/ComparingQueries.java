package io.dartagnan.client.filter;

import io.dartagnan.client.filter.random.RandomFilters;
import io.dartagnan.client.filter.random.RandomQuery;
import io.dartagnan.client.filter.random.RandomScans;
import io.dartagnan.client.filter.random.RandomTable;
import io.dartagnan.client.filter.random.RandomTable.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;

/**
 * Random queries whose filters are mostly comparisons of columns, with the filters of HBase beside
 * them that do not make a plan let all rows come.
 */
final class ComparingQueries {
  private final Random random;
  private final RandomTable table;
  private final RandomFilters filters;

  private ComparingQueries(RandomTable table, long seed) {
    this.random = new Random(seed);
    this.table = table;
    this.filters = new RandomFilters(random, table);
  }

  static RandomQuery of(RandomTable table, long seed) {
    ComparingQueries queries = new ComparingQueries(table, seed);
    Filter filter = queries.tree(1 + queries.random.nextInt(3));
    Scan scan = new RandomScans(queries.random, table).next();
    if (queries.random.nextInt(4) > 0) {
      // HBase takes no filter on whole rows together with a batch.
      scan.setBatch(-1);
    }
    return new RandomQuery(seed, scan, filter);
  }

  private Filter tree(int depth) {
    if (depth == 0 || random.nextInt(5) == 0) {
      return leaf();
    }
    if (random.nextInt(8) == 0) {
      return new SkipFilter(tree(depth - 1));
    }
    List<Filter> children = new ArrayList<>();
    for (int count = 1 + random.nextInt(3); count > 0; count--) {
      children.add(tree(depth - 1));
    }
    return new FilterList(
        random.nextInt(3) == 0
            ? FilterList.Operator.MUST_PASS_ONE
            : FilterList.Operator.MUST_PASS_ALL,
        children);
  }

  private Filter leaf() {
    if (random.nextInt(8) == 0) {
      return byWord();
    }
    boolean compares = random.nextInt(3) > 0;
    while (true) {
      Filter filter = filters.next();
      filter.setReversed(false);
      if (compares ? isComparison(filter) : isOther(filter)) {
        return filter;
      }
    }
  }

  private Filter byWord() {
    List<RandomTable.Column> texts =
        table.columns().stream().filter(column -> column.kind() == Kind.STRING).toList();
    RandomTable.Column column = texts.get(random.nextInt(texts.size()));
    byte[] family = column.familyBytes();
    byte[] qualifier = column.qualifierBytes();
    CompareOperator operator = CompareOperator.values()[random.nextInt(6)];
    WordComparator word = new WordComparator(random.nextBoolean() ? "a" : "ab");
    if (random.nextBoolean()) {
      return new ColumnValueFilter(family, qualifier, operator, word);
    }
    SingleColumnValueFilter filter = new SingleColumnValueFilter(family, qualifier, operator, word);
    filter.setFilterIfMissing(random.nextBoolean());
    filter.setLatestVersionOnly(random.nextBoolean());
    return filter;
  }

  private static boolean isComparison(Filter filter) {
    return filter instanceof SingleColumnValueFilter value
            && value.getCompareOperator() != CompareOperator.NO_OP
        || filter instanceof ColumnValueFilter;
  }

  private static boolean isOther(Filter filter) {
    return !(filter instanceof FilterList
        || filter instanceof SkipFilter
        || filter instanceof WhileMatchFilter
        || filter instanceof ColumnCountGetFilter
        || filter.getClass().getName().startsWith("io.dartagnan"));
  }

  @Override
  public String toString() {
    return "comparing queries of " + table;
  }
}
