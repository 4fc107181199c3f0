package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.fixture.Schemas;
import io.dartagnan.client.refusal.UnsupportedOptions;
import io.dartagnan.mpc.predicate.Ordering;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a plan says about a row is what HBase's own filter, run over the row's cells, says. */
class FilterSemanticsTest {
  private static final byte[] V = Bytes.toBytes("v");
  private static final byte[] W = Bytes.toBytes("w");
  private static final byte[] NUMBER = Bytes.toBytes("number");
  private static final byte[] TEXT = Bytes.toBytes("text");
  private static final byte[] NOTE = Bytes.toBytes("note");

  static List<Long> seeds() {
    return new Random().longs(20).boxed().toList();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void plansAgreeWithHBaseOnEveryRowAndSelection(long seed) throws IOException {
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      Scan scan = randomSelection(random);
      SingleColumnValueFilter filter = randomFilter(random);
      scan.setFilter(filter);
      FilterPlan plan = FilterTranslation.plan(Schemas.visits(), scan, UnsupportedOptions.of(scan));
      List<Cell> row = select(scan, randomRow(random));
      // HBase never emits a row without any selected cell.
      if (!row.isEmpty()) {
        assertThat(passes(plan, row))
            .as("seed %d, filter %s, scan %s, row %s", seed, filter, scan, row)
            .isEqualTo(hbasePasses(filter, row));
      }
    }
  }

  @Test
  void aFilterOnAColumnThatTheScanLeavesOutPassesAllRowsOrNone() {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(V, TEXT, CompareOperator.EQUAL, Bytes.toBytes("a"));
    List<Scan> without =
        List.of(
            new Scan().addFamily(W),
            new Scan().addColumn(V, NUMBER),
            new Scan().addColumn(W, NOTE).addColumn(V, NUMBER));
    List<Scan> with =
        List.of(new Scan(), new Scan().addFamily(V), new Scan().addColumn(V, TEXT).addFamily(W));

    for (Scan scan : without) {
      filter.setFilterIfMissing(false);
      assertThat(plan(scan, filter)).isInstanceOf(FilterPlan.AllRows.class);
      filter.setFilterIfMissing(true);
      assertThat(plan(scan, filter)).isInstanceOf(FilterPlan.NoRows.class);
    }
    for (Scan scan : with) {
      assertThat(plan(scan, filter)).isInstanceOf(FilterPlan.Evaluate.class);
    }
  }

  private static FilterPlan plan(Scan scan, Filter filter) {
    return FilterTranslation.plan(
        Schemas.visits(), scan.setFilter(filter), UnsupportedOptions.of(scan));
  }

  private static boolean hbasePasses(SingleColumnValueFilter filter, List<Cell> row)
      throws IOException {
    filter.reset();
    for (Cell cell : row) {
      if (filter.filterCell(cell) == Filter.ReturnCode.NEXT_ROW) {
        break;
      }
    }
    return !filter.filterRow();
  }

  private static boolean passes(FilterPlan plan, List<Cell> row) {
    if (!(plan instanceof FilterPlan.Evaluate evaluate)) {
      return plan instanceof FilterPlan.AllRows;
    }
    return row.stream()
        .filter(cell -> CellUtil.matchingColumn(cell, evaluate.family(), evaluate.qualifier()))
        .findFirst()
        .map(newest -> holds(evaluate, CellUtil.cloneValue(newest)))
        .orElse(evaluate.keepMissing());
  }

  private static boolean holds(FilterPlan.Evaluate evaluate, byte[] value) {
    int sign =
        evaluate.comparison().ordering() == Ordering.SIGNED
            ? Long.compare(Bytes.toLong(value), Bytes.toLong(evaluate.operand()))
            : Arrays.compareUnsigned(value, evaluate.operand());
    return evaluate.comparison().operator().holds(sign);
  }

  private static SingleColumnValueFilter randomFilter(Random random) {
    CompareOperator operator = CompareOperator.values()[random.nextInt(6)];
    SingleColumnValueFilter filter =
        switch (random.nextInt(3)) {
          case 0 ->
              new SingleColumnValueFilter(
                  V, NUMBER, operator, new LongComparator(randomNumber(random)));
          case 1 ->
              new SingleColumnValueFilter(
                  V, NUMBER, operator, new BinaryComparator(Bytes.toBytes(randomNumber(random))));
          default -> new SingleColumnValueFilter(V, TEXT, operator, randomText(random));
        };
    filter.setFilterIfMissing(random.nextBoolean());
    return filter;
  }

  private static Scan randomSelection(Random random) {
    Scan scan = new Scan();
    if (random.nextBoolean()) {
      return scan;
    }
    if (random.nextBoolean()) {
      scan.addFamily(W);
    }
    return switch (random.nextInt(4)) {
      case 0 -> scan.addFamily(V);
      case 1 -> scan.addColumn(V, NUMBER);
      case 2 -> scan.addColumn(V, TEXT);
      default -> scan.addColumn(V, NUMBER).addColumn(V, TEXT);
    };
  }

  /** In HBase's order: column by column, the newest version first. */
  private static List<Cell> randomRow(Random random) {
    List<Cell> row = new ArrayList<>();
    addVersions(row, V, NUMBER, random.nextInt(3), () -> Bytes.toBytes(randomNumber(random)));
    addVersions(row, V, TEXT, random.nextInt(3), () -> randomText(random));
    addVersions(row, W, NOTE, random.nextInt(2), () -> randomText(random));
    return row;
  }

  private static void addVersions(
      List<Cell> row, byte[] family, byte[] qualifier, int versions, Supplier<byte[]> value) {
    for (int timestamp = versions; timestamp > 0; timestamp--) {
      row.add(new KeyValue(Bytes.toBytes("row"), family, qualifier, timestamp, value.get()));
    }
  }

  private static List<Cell> select(Scan scan, List<Cell> row) {
    return row.stream().filter(cell -> isSelected(scan, cell)).toList();
  }

  private static boolean isSelected(Scan scan, Cell cell) {
    byte[] family = CellUtil.cloneFamily(cell);
    NavigableSet<byte[]> qualifiers = scan.getFamilyMap().get(family);
    return !scan.hasFamilies()
        || (scan.getFamilyMap().containsKey(family)
            && (qualifiers == null || qualifiers.contains(CellUtil.cloneQualifier(cell))));
  }

  private static long randomNumber(Random random) {
    return random.nextInt(5) - 2L;
  }

  private static byte[] randomText(Random random) {
    byte[] text = new byte[random.nextInt(3)];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('a' + random.nextInt(2));
    }
    return text;
  }
}
