package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.filter.LocalRegion.Layout;
import io.dartagnan.client.filter.random.LayoutDependence;
import io.dartagnan.client.filter.random.RandomQuery;
import io.dartagnan.client.filter.random.RandomTable;
import io.dartagnan.client.filter.random.RandomTable.Column;
import io.dartagnan.client.filter.random.RandomTable.Kind;
import io.dartagnan.client.filter.random.ScriptedFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryComponentComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.Filter.ReturnCode;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Evidence from HBase for each rule of {@link LayoutDependence}: the same contents, two answers.
 */
class LayoutDependenceTest {
  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] N = Bytes.toBytes("n");

  @TempDir private Path folder;

  @Test
  void aReversedFuzzyFilterMayHintWhereItIs() {
    Random random = new Random(1);
    int endless = 0;
    for (int i = 0; i < 1000; i++) {
      byte[] row = {'k', (byte) random.nextInt(3), (byte) random.nextInt(3)};
      Cell cell = new KeyValue(row, A, N, 1L, N);
      FuzzyRowFilter filter =
          fuzzy("k" + (char) random.nextInt(3) + (char) random.nextInt(3), 0, 1, 0);
      filter.setReversed(true);
      if (filter.filterCell(cell) == ReturnCode.SEEK_NEXT_USING_HINT) {
        Cell hint = filter.getNextCellHint(cell);
        // Asked again at the same row, it looks for a hint before the row and finds this one.
        endless +=
            hint != null && CellComparator.getInstance().compareRows(hint, cell) >= 0 ? 1 : 0;
      }
    }

    assertThat(endless).isPositive();
  }

  @Test
  void componentsReadBehindShorterValues() {
    ByteArrayComparable component = new BinaryComponentComparator(Bytes.toBytes("b"), 1);

    assertThat(component.compareTo(Bytes.toBytes("ab"), 0, 1)).isZero();
    assertThat(component.compareTo(Bytes.toBytes("ac"), 0, 1)).isNotZero();
  }

  @Test
  void theEngineJoniSearchesByOffset() {
    ByteArrayComparable pattern =
        new RegexStringComparator("^b", RegexStringComparator.EngineType.JONI);

    assertThat(pattern.compareTo(Bytes.toBytes("b"), 0, 1)).isZero();
    assertThat(pattern.compareTo(Bytes.toBytes("aaab"), 3, 1)).isNotZero();
  }

  @Test
  void aStartRowIsMadeUpOnceThereAreFiles() throws IOException {
    RandomTable table = twoFamilies(20);
    Scan scan = new Scan().addColumn(A, N);
    RandomQuery query = new RandomQuery(0, scan, new PrefixFilter(Bytes.toBytes("k1")));

    assertThat(LayoutDependence.of(table, query)).contains(LayoutDependence.START_ROW_MADE_UP);
    assertThat(answers(table, Layout.MEMORY, query).failure()).isNull();
    assertThat(answers(table, Layout.ONE_FILE, query).failure())
        .isInstanceOf(ArrayIndexOutOfBoundsException.class);
  }

  @Test
  void aBatchLosesRowsToFamiliesOnDemand() throws IOException {
    // Passes every cell, and needs the first of two families for that.
    Filter filter = ScriptedFilter.needing("a", "b");
    RandomQuery query = new RandomQuery(0, new Scan().setBatch(2), filter);
    try (LocalRegion local = region("batch")) {
      for (String key : List.of("k1", "k2", "k3")) {
        Put put = new Put(Bytes.toBytes(key)).addColumn(A, N, 1, N);
        for (String qualifier : List.of("1", "2", "3")) {
          put.addColumn(Bytes.toBytes("b"), Bytes.toBytes(qualifier), 1, N);
        }
        local.region().put(put);
      }

      assertThat(LayoutDependence.of(twoFamilies(0), query))
          .contains(LayoutDependence.BATCH_LOADS_ON_DEMAND);
      assertThat(keys(local.scan(query.received(), -1))).containsExactly("k1", "k1", "k3", "k3");
    }
  }

  @Test
  void rowsOutsideTheTimeRangeAreSkippedWithTheirFile() throws IOException {
    try (LocalRegion one = region("one");
        LocalRegion two = region("two")) {
      for (LocalRegion local : List.of(one, two)) {
        put(local.region(), "k1", 1);
        put(local.region(), "k3", 1);
        if (local == two) {
          local.region().flush(true);
        }
        put(local.region(), "k2", 9);
        local.region().flush(true);
      }
      Scan scan = new Scan().setTimeRange(0, 5);
      RandomQuery query = new RandomQuery(0, scan, untilK2());

      assertThat(keys(one.scan(query.received(), -1))).containsExactly("k1");
      assertThat(keys(two.scan(query.received(), -1))).containsExactly("k1", "k3");
    }
  }

  @Test
  void deletedRowsAreAskedAboutUntilACompaction() throws IOException {
    try (LocalRegion local = region("deleted")) {
      HRegion region = local.region();
      put(region, "k1", 1);
      put(region, "k2", 1);
      put(region, "k3", 1);
      region.delete(new Delete(Bytes.toBytes("k2")));
      region.flush(true);
      RandomQuery query = new RandomQuery(0, new Scan(), untilK2());

      assertThat(keys(local.scan(query.received(), -1))).containsExactly("k1");
      region.compact(true);
      assertThat(keys(local.scan(query.received(), -1))).containsExactly("k1", "k3");
    }
  }

  private static Filter untilK2() {
    return new WhileMatchFilter(
        new RowFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(Bytes.toBytes("k2"))));
  }

  private static FuzzyRowFilter fuzzy(String key, int... mask) {
    byte[] bytes = new byte[mask.length];
    for (int i = 0; i < mask.length; i++) {
      bytes[i] = (byte) mask[i];
    }
    return new FuzzyRowFilter(List.of(new Pair<>(Bytes.toBytes(key), bytes)));
  }

  private static RandomTable twoFamilies(int rows) {
    List<Column> columns =
        List.of(new Column("a", "n", Kind.INT64, 8), new Column("b", "n", Kind.INT64, 8));
    return new RandomTable(3, rows, columns, Map.of("a", 1, "b", 1));
  }

  private LocalRegion region(String name) throws IOException {
    return LocalRegion.load(twoFamilies(0), Layout.MEMORY, folder.resolve(name));
  }

  private static void put(HRegion region, String row, long timestamp) throws IOException {
    region.put(new Put(Bytes.toBytes(row)).addColumn(A, N, timestamp, N));
  }

  private Answers answers(RandomTable table, Layout layout, RandomQuery query) throws IOException {
    try (LocalRegion region = LocalRegion.load(table, layout, folder.resolve(layout.name()))) {
      return region.scan(query.received(), -1);
    }
  }

  private static List<String> keys(Answers answers) {
    assertThat(answers.failure()).isNull();
    List<String> keys = new ArrayList<>();
    answers.results().forEach(result -> keys.add(Bytes.toString(result.getRow())));
    return keys;
  }
}
