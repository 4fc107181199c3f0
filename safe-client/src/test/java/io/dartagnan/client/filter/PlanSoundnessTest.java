package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.dartagnan.client.filter.random.LayoutDependence;
import io.dartagnan.client.filter.random.RandomQuery;
import io.dartagnan.client.filter.random.RandomTable;
import io.dartagnan.client.filter.random.Shrinker;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.encoding.ValueType.Kind;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Plans of random scans and filters, over tables of all protections: HBase's own filter gives over
 * the rows that a plan lets come the answers that it gives over all rows.
 *
 * <p>{@code -Ddartagnan.filters=N} sets the number of queries, {@code -Ddartagnan.seed=N} repeats a
 * run.
 */
class PlanSoundnessTest {
  private static final List<String> SCHEMES =
      List.of("plain", "additive", "xor", "replicated", "search");
  private static final int QUERIES = Integer.getInteger("dartagnan.filters", 5000);
  private static final int QUERIES_PER_TABLE = 250;

  /** What a plan may do for a scan. */
  private enum Effect {
    ANSWERED,
    ANSWERED_BY_A_CLAUSE,
    ASKS_THE_CLOUDS,
    NARROWS_ROWS,
    RUNS_ON_KEYS,
    DROPS_ROWS,
    ALL_ON_CLOUDS,
    IS_EXACT,
    FAILS,
    LEFT_OUT
  }

  private final Map<Effect, Integer> effects = new EnumMap<>(Effect.class);

  @Test
  void answersOverTheRowsThatComeAreThoseOverAllRows() throws IOException {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    for (int done = 0; done < QUERIES; done += QUERIES_PER_TABLE) {
      RandomTable contents = RandomTable.of(random.nextLong());
      ProtectedTable table = declare(contents, random);
      for (int i = 0; i < Math.min(QUERIES_PER_TABLE, QUERIES - done); i++) {
        long own = random.nextLong();
        check(
            contents,
            table,
            random.nextBoolean()
                ? RandomQuery.of(contents, own)
                : ComparingQueries.of(contents, own));
      }
    }
    System.out.println(QUERIES + " queries: " + effects);
    assertThat(effects.getOrDefault(Effect.ANSWERED_BY_A_CLAUSE, 0)).isGreaterThan(QUERIES / 100);
    assertThat(effects.getOrDefault(Effect.DROPS_ROWS, 0)).isGreaterThan(QUERIES / 20);
    assertThat(effects.getOrDefault(Effect.RUNS_ON_KEYS, 0)).isGreaterThan(QUERIES / 100);
    assertThat(effects.getOrDefault(Effect.IS_EXACT, 0)).isGreaterThan(QUERIES / 100);
  }

  private void check(RandomTable contents, ProtectedTable table, RandomQuery query)
      throws IOException {
    if (LayoutDependence.of(contents, query).isPresent()) {
      count(Effect.LEFT_OUT);
      return;
    }
    String difference = difference(contents, table, query, true);
    if (difference != null) {
      RandomQuery smallest =
          Shrinker.shrink(
              query,
              candidate -> {
                try {
                  return LayoutDependence.of(contents, candidate).isEmpty()
                      && difference(contents, table, candidate, false) != null;
                } catch (IOException e) {
                  return false;
                }
              });
      fail("%s, %s%n  %s", contents, smallest, difference(contents, table, smallest, false));
    }
  }

  /** Null if there is none. */
  private String difference(
      RandomTable contents, ProtectedTable table, RandomQuery query, boolean counted)
      throws IOException {
    Scan scan = new Scan(query.scan());
    scan.setFilter(query.filter());
    FilterPlan plan = FilterPlanner.plan(table, scan);
    List<Result> all = contents.rows(scan);
    List<String> expected;
    try {
      expected = answers(scan.getFilter(), scan, table, all);
    } catch (IOException e) {
      count(Effect.FAILS);
      return null;
    }
    List<Result> coming;
    List<String> actual;
    try {
      coming = coming(plan, scan, table, all);
      actual = answers(plan.isExact() ? null : scan.getFilter(), scan, table, coming);
    } catch (IOException e) {
      if (failsBeyondTheLimit(scan, table, all)) {
        count(Effect.FAILS);
        return null;
      }
      return plan + "\n  failed: " + e;
    }
    if (counted) {
      count(plan, expected, all, coming);
    }
    return actual.equals(expected)
        ? null
        : "%s%n  all rows: %s%n  those that come: %s".formatted(plan, expected, actual);
  }

  /** True if HBase fails as well, at rows behind those that the scan wants. */
  private static boolean failsBeyondTheLimit(Scan scan, ProtectedTable table, List<Result> all)
      throws IOException {
    try {
      answers(scan.getFilter(), new Scan(scan).setLimit(-1), table, all);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private void count(FilterPlan plan, List<String> answers, List<Result> all, List<Result> coming) {
    if (!answers.isEmpty()) {
      count(Effect.ANSWERED);
    }
    if (plan.where().isPresent()) {
      count(Effect.ASKS_THE_CLOUDS);
      if (!answers.isEmpty()) {
        count(Effect.ANSWERED_BY_A_CLAUSE);
      }
    }
    if (plan.columns().isPresent()) {
      count(Effect.RUNS_ON_KEYS);
    }
    if (!plan.ranges().isAll()) {
      count(Effect.NARROWS_ROWS);
    }
    if (coming.size() < all.size()) {
      count(Effect.DROPS_ROWS);
    }
    if (plan.local().isEmpty()) {
      count(Effect.ALL_ON_CLOUDS);
    }
    if (plan.isExact()) {
      count(Effect.IS_EXACT);
    }
  }

  private void count(Effect effect) {
    effects.merge(effect, 1, Integer::sum);
  }

  /** The rows that the clouds return, as the client puts them together, in the scan's order. */
  private static List<Result> coming(
      FilterPlan plan, Scan scan, ProtectedTable table, List<Result> all) throws IOException {
    List<Result> rows = all.stream().filter(row -> plan.ranges().contains(row.getRow())).toList();
    if (plan.columns().isPresent()) {
      rows = onKeys(plan.columns().get(), scan, table, rows);
    }
    return rows.stream()
        .filter(row -> plan.where().isEmpty() || plan.where().get().holds(selected(row, scan)))
        .toList();
  }

  private static List<Result> onKeys(
      Filter filter, Scan scan, ProtectedTable table, List<Result> rows) throws IOException {
    Scan inner =
        new Scan(scan)
            .setFilter((Filter) null)
            .setReversed(false)
            .readAllVersions()
            .setLimit(-1)
            .setBatch(-1)
            .setAllowPartialResults(false)
            .setMaxResultsPerColumnFamily(-1)
            .setRowOffsetPerColumnFamily(0);
    ResidualFilter judge = ResidualFilter.of(filter, inner, families(table));
    List<Result> ascending = new ArrayList<>(rows);
    if (scan.isReversed()) {
      Collections.reverse(ascending);
    }
    List<Result> passing = new ArrayList<>();
    for (Result row : ascending) {
      passing.addAll(judge.judge(row));
    }
    if (scan.isReversed()) {
      Collections.reverse(passing);
    }
    return passing;
  }

  /** The cells that the scan selects. */
  private static Result selected(Result row, Scan scan) {
    return Result.create(
        Arrays.stream(row.rawCells()).filter(cell -> isSelected(cell, scan)).toList());
  }

  private static boolean isSelected(Cell cell, Scan scan) {
    byte[] family = CellUtil.cloneFamily(cell);
    NavigableSet<byte[]> qualifiers = scan.getFamilyMap().get(family);
    TimeRange time = scan.getColumnFamilyTimeRange().getOrDefault(family, scan.getTimeRange());
    return time.withinTimeRange(cell.getTimestamp())
        && (!scan.hasFamilies()
            || scan.getFamilyMap().containsKey(family)
                && (qualifiers == null || qualifiers.contains(CellUtil.cloneQualifier(cell))));
  }

  private static List<String> answers(
      Filter filter, Scan scan, ProtectedTable table, List<Result> rows) throws IOException {
    ResidualFilter judge = ResidualFilter.of(filter, scan, families(table));
    List<String> answers = new ArrayList<>();
    for (Result row : rows) {
      if (judge.done()) {
        break;
      }
      for (Result answer : judge.judge(row)) {
        answers.add(
            Stream.of(answer.rawCells())
                .map(cell -> cell + "=" + Bytes.toStringBinary(CellUtil.cloneValue(cell)))
                .toList()
                .toString());
      }
    }
    return answers;
  }

  private static Map<byte[], Integer> families(ProtectedTable table) {
    return table.versions();
  }

  private static ProtectedTable declare(RandomTable contents, Random random) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf("t"));
    contents
        .versions()
        .forEach(
            (family, versions) ->
                table.setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
                        .setMaxVersions(versions)
                        .build()));
    for (RandomTable.Column column : contents.columns()) {
      ValueType type =
          switch (column.kind()) {
            case INT64 -> ValueType.INT64;
            case STRING -> ValueType.string(column.maxLength());
            case BYTES -> ValueType.bytes(column.maxLength());
          };
      String scheme = SCHEMES.get(random.nextInt(SCHEMES.size()));
      TableSchema.declare(
          table,
          column.family(),
          column.qualifier(),
          Protection.parse(
              scheme.equals("plain") || scheme.equals("search") && type.kind() != Kind.STRING
                  ? "plain"
                  : scheme + " " + type));
    }
    if (random.nextBoolean()) {
      TableSchema.declareRest(table, Protection.PLAIN);
    }
    return new ProtectedTable(table.build());
  }

  @Test
  void rangesOfAScanAreItsRowsInEitherDirection() {
    Scan scan = new Scan().withStartRow(Bytes.toBytes("b")).withStopRow(Bytes.toBytes("d"));
    assertThat(Stream.of("a", "b", "c", "d").filter(row -> contains(scan, row)))
        .containsExactly("b", "c");
    Scan reversed =
        new Scan()
            .setReversed(true)
            .withStartRow(Bytes.toBytes("d"), false)
            .withStopRow(Bytes.toBytes("b"), true);
    assertThat(Stream.of("a", "b", "c", "d").filter(row -> contains(reversed, row)))
        .containsExactly("b", "c");
  }

  private static boolean contains(Scan scan, String row) {
    return RowRanges.of(scan).contains(Bytes.toBytes(row));
  }
}
