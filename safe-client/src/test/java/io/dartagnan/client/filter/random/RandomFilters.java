package io.dartagnan.client.filter.random;

import io.dartagnan.client.filter.random.RandomTable.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RandomRowFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;

/**
 * Filters of every class of hbase-client and of a user's own, alone and in trees.
 *
 * <p>{@code RandomRowFilter} has a chance of 0 or 1: with any other its answers differ from one
 * scan to the next, in HBase too.
 */
public final class RandomFilters {
  private static final int DEEPEST = 4;
  private static final CompareOperator[] OPERATORS = CompareOperator.values();

  private final Random random;
  private final Operands operands;
  private final RandomComparators comparators;
  private final Map<Class<? extends Filter>, Supplier<Filter>> leaves = new LinkedHashMap<>();
  private final Map<Class<? extends Filter>, IntFunction<Filter>> branches = new LinkedHashMap<>();
  private final List<Supplier<Filter>> anyLeaf;

  /** Filters over what a table holds. */
  public RandomFilters(Random random, RandomTable table) {
    this.random = random;
    this.operands = new Operands(random, table);
    this.comparators = new RandomComparators(random);
    addColumnValues();
    addKeysAndNames();
    addRows();
    addColumns();
    leaves.put(ScriptedFilter.class, this::scripted);
    anyLeaf = new ArrayList<>(leaves.values());
    branches.put(FilterList.class, this::list);
    branches.put(SkipFilter.class, depth -> new SkipFilter(tree(depth)));
    branches.put(WhileMatchFilter.class, depth -> new WhileMatchFilter(tree(depth)));
  }

  private void addColumnValues() {
    leaves.put(SingleColumnValueFilter.class, () -> columnValue(false));
    leaves.put(SingleColumnValueExcludeFilter.class, () -> columnValue(true));
    leaves.put(
        ColumnValueFilter.class,
        () -> {
          Column column = operands.column();
          return new ColumnValueFilter(
              column.familyBytes(), qualifierOf(column), operator(), comparator(column));
        });
    leaves.put(ValueFilter.class, () -> new ValueFilter(operator(), comparator(operands.value())));
    leaves.put(DependentColumnFilter.class, this::dependentColumn);
  }

  private void addKeysAndNames() {
    leaves.put(RowFilter.class, () -> new RowFilter(operator(), comparator(operands.row())));
    leaves.put(
        FamilyFilter.class, () -> new FamilyFilter(operator(), comparator(operands.family())));
    leaves.put(
        QualifierFilter.class,
        () -> new QualifierFilter(operator(), comparator(operands.qualifier())));
    leaves.put(PrefixFilter.class, () -> new PrefixFilter(prefix(operands.row())));
    leaves.put(
        ColumnPrefixFilter.class, () -> new ColumnPrefixFilter(prefix(operands.qualifier())));
    leaves.put(
        MultipleColumnPrefixFilter.class,
        () -> new MultipleColumnPrefixFilter(names(1 + random.nextInt(3)).toArray(new byte[0][])));
    leaves.put(ColumnRangeFilter.class, this::columnRange);
  }

  private void addRows() {
    leaves.put(FuzzyRowFilter.class, this::fuzzyRow);
    leaves.put(InclusiveStopFilter.class, () -> new InclusiveStopFilter(operands.row()));
    leaves.put(MultiRowRangeFilter.class, this::rowRanges);
    leaves.put(PageFilter.class, () -> new PageFilter(random.nextInt(6)));
    leaves.put(RandomRowFilter.class, () -> new RandomRowFilter(random.nextInt(2)));
  }

  @SuppressWarnings("deprecation") // it is a class of hbase-client all the same
  private void addColumns() {
    leaves.put(ColumnCountGetFilter.class, () -> new ColumnCountGetFilter(random.nextInt(6)));
    leaves.put(ColumnPaginationFilter.class, this::pagination);
    leaves.put(FirstKeyOnlyFilter.class, FirstKeyOnlyFilter::new);
    leaves.put(
        org.apache.hadoop.hbase.filter.FirstKeyValueMatchingQualifiersFilter.class,
        () ->
            new org.apache.hadoop.hbase.filter.FirstKeyValueMatchingQualifiersFilter(
                names(random.nextInt(3))));
    leaves.put(KeyOnlyFilter.class, () -> new KeyOnlyFilter(random.nextBoolean()));
    leaves.put(TimestampsFilter.class, this::timestamps);
  }

  /** The filter classes that are made. */
  public Set<Class<? extends Filter>> classes() {
    Set<Class<? extends Filter>> classes = new LinkedHashSet<>(leaves.keySet());
    classes.addAll(branches.keySet());
    return classes;
  }

  /** The comparator classes that are made. */
  public Set<Class<? extends ByteArrayComparable>> comparatorClasses() {
    return comparators.classes();
  }

  /** A filter: of one class alone in half of all cases, else a tree of up to four levels. */
  public Filter next() {
    Filter filter = random.nextBoolean() ? leaf() : tree(random.nextInt(DEEPEST + 1));
    if (random.nextInt(8) == 0) {
      filter.setReversed(true);
    }
    return filter;
  }

  private Filter leaf() {
    // Half of what programs use is this one.
    return random.nextInt(5) == 0 ? columnValue(false) : operands.of(anyLeaf).get();
  }

  private Filter tree(int depth) {
    if (depth == 0 || random.nextInt(4) == 0) {
      return leaf();
    }
    return switch (random.nextInt(8)) {
      case 0 -> branches.get(SkipFilter.class).apply(depth - 1);
      case 1 -> branches.get(WhileMatchFilter.class).apply(depth - 1);
      default -> branches.get(FilterList.class).apply(depth - 1);
    };
  }

  private Filter list(int depth) {
    List<Filter> children = new ArrayList<>();
    int count = random.nextInt(12) == 0 ? 0 : 1 + random.nextInt(4);
    while (children.size() < count) {
      children.add(tree(depth));
    }
    return new FilterList(
        random.nextBoolean()
            ? FilterList.Operator.MUST_PASS_ALL
            : FilterList.Operator.MUST_PASS_ONE,
        children);
  }

  private Filter columnValue(boolean exclude) {
    Column column = operands.column();
    byte[] family = column.familyBytes();
    byte[] qualifier = qualifierOf(column);
    ByteArrayComparable comparator = comparator(column);
    SingleColumnValueFilter filter =
        exclude
            ? new SingleColumnValueExcludeFilter(family, qualifier, operator(), comparator)
            : new SingleColumnValueFilter(family, qualifier, operator(), comparator);
    filter.setFilterIfMissing(random.nextBoolean());
    filter.setLatestVersionOnly(random.nextInt(3) > 0);
    return filter;
  }

  private Filter dependentColumn() {
    Column column = operands.column();
    byte[] family = column.familyBytes();
    byte[] qualifier = qualifierOf(column);
    boolean drop = random.nextBoolean();
    return random.nextBoolean()
        ? new DependentColumnFilter(family, qualifier, drop)
        : new DependentColumnFilter(family, qualifier, drop, operator(), comparator(column));
  }

  private Filter columnRange() {
    byte[] min = random.nextInt(5) == 0 ? null : operands.qualifier();
    byte[] max = random.nextInt(5) == 0 ? null : operands.qualifier();
    return new ColumnRangeFilter(min, random.nextBoolean(), max, random.nextBoolean());
  }

  private Filter fuzzyRow() {
    List<Pair<byte[], byte[]>> keys = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    while (keys.size() < count) {
      byte[] key = operands.row();
      byte[] mask = new byte[key.length];
      for (int i = 0; i < mask.length; i++) {
        mask[i] = (byte) random.nextInt(2);
      }
      keys.add(new Pair<>(key, mask));
    }
    return new FuzzyRowFilter(keys);
  }

  private Filter rowRanges() {
    while (true) {
      List<RowRange> ranges = new ArrayList<>();
      int count = 1 + random.nextInt(3);
      while (ranges.size() < count) {
        byte[] one = operands.row();
        byte[] other = random.nextInt(6) == 0 ? new byte[0] : operands.row();
        boolean ordered = other.length == 0 || Bytes.compareTo(one, other) <= 0;
        ranges.add(
            new RowRange(
                ordered ? one : other,
                random.nextBoolean(),
                ordered ? other : one,
                random.nextBoolean()));
      }
      try {
        return new MultiRowRangeFilter(ranges);
      } catch (IllegalArgumentException e) {
        // HBase takes no empty ranges.
        continue;
      }
    }
  }

  private Filter pagination() {
    int limit = random.nextInt(5);
    return random.nextBoolean()
        ? new ColumnPaginationFilter(limit, random.nextInt(5))
        : new ColumnPaginationFilter(limit, operands.qualifier());
  }

  private Filter timestamps() {
    List<Long> timestamps = new ArrayList<>();
    int count = random.nextInt(6);
    while (timestamps.size() < count) {
      timestamps.add(operands.timestamp());
    }
    return new TimestampsFilter(timestamps, random.nextBoolean());
  }

  private Filter scripted() {
    int codes = random.nextInt(1 << Filter.ReturnCode.values().length);
    return new ScriptedFilter(random.nextInt(), codes, random.nextInt(1 << 7));
  }

  private byte[] qualifierOf(Column column) {
    return random.nextInt(8) == 0 ? operands.qualifier() : column.qualifierBytes();
  }

  private byte[] prefix(byte[] of) {
    return Bytes.head(of, random.nextInt(of.length + 1));
  }

  private NavigableSet<byte[]> names(int count) {
    NavigableSet<byte[]> names = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    for (int i = 0; i < count; i++) {
      byte[] name = operands.qualifier();
      names.add(random.nextBoolean() ? name : prefix(name));
    }
    return names;
  }

  private CompareOperator operator() {
    return OPERATORS[random.nextInt(OPERATORS.length)];
  }

  private ByteArrayComparable comparator(byte[] operand) {
    return comparators.next(operand);
  }

  private ByteArrayComparable comparator(Column column) {
    return comparators.next(operands.value(column));
  }
}
