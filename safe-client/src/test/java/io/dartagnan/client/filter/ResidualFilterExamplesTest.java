package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.filter.LocalRegion.Layout;
import io.dartagnan.client.filter.random.RandomQuery;
import io.dartagnan.client.filter.random.RandomTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small examples that random queries seldom make, each compared with HBase's own region. */
class ResidualFilterExamplesTest {
  private static final RandomTable EMPTY =
      new RandomTable(1, 0, List.of(), new TreeMap<>(Map.of("a", 1, "b", 3)));

  @TempDir private Path folder;
  private final Map<String, List<Cell>> rows = new TreeMap<>();

  @BeforeEach
  void fill() {
    put("r1", "a:1@1=x");
    put("r2", "a:1@1=y", "b:1@3=x", "b:1@2=y", "b:1@1=x");
    put("r3", "a:1@1=x", "b:1@1=x", "b:2@1=z");
  }

  @Test
  void showsTheCellsOfRowsThatAreOutByTheirKey() throws IOException {
    Filter untilY =
        new WhileMatchFilter(
            new ValueFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(Bytes.toBytes("y"))));
    Filter notR2 =
        new RowFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(Bytes.toBytes("r2")));
    Filter both = new FilterList(untilY, notR2);

    assertThat(answers(new Scan().addFamily(Bytes.toBytes("a")), both))
        .containsExactly("r1 a:1@1=x");
    assertThat(answers(new Scan().addFamily(Bytes.toBytes("a")).setReversed(true), both))
        .containsExactly("r3 a:1@1=x", "r1 a:1@1=x");
  }

  /** Filter that leads from the first cell that it sees to the last row, and passes the rest. */
  public static final class ToLastRowFilter extends FilterBase {
    private boolean led;

    @Override
    public ReturnCode filterCell(Cell cell) {
      return led ? ReturnCode.INCLUDE : ReturnCode.SEEK_NEXT_USING_HINT;
    }

    @Override
    public Cell getNextCellHint(Cell cell) {
      led = true;
      return KeyValueUtil.createFirstOnRow(Bytes.toBytes(isReversed() ? "r1" : "r3"));
    }

    /** The filter, as HBase reads it. */
    public static ToLastRowFilter parseFrom(byte[] bytes) {
      return new ToLastRowFilter();
    }
  }

  @Test
  void leadsOneFamilyAlongAHint() throws IOException {
    assertThat(answers(new Scan(), new ToLastRowFilter()))
        .containsExactly("r2 b:1@3=x", "r3 a:1@1=x b:1@1=x b:2@1=z");
    assertThat(answers(new Scan().setReversed(true), new ToLastRowFilter()))
        .containsExactly("r3 b:1@1=x b:2@1=z", "r2 b:1@3=x", "r1 a:1@1=x");
  }

  @Test
  void endsAFamilyForAllRows() throws IOException {
    put("r4", "b:1@1=x");

    assertThat(answers(new Scan(), new ColumnCountGetFilter(1)))
        .containsExactly("r1 a:1@1=x", "r2 a:1@1=y", "r3 a:1@1=x");
  }

  @Test
  void showsMoreVersionsThanItReturns() throws IOException {
    Filter y = new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(Bytes.toBytes("y")));

    assertThat(answers(new Scan().addFamily(Bytes.toBytes("b")), y)).containsExactly("r2 b:1@2=y");
    assertThat(answers(new Scan().addFamily(Bytes.toBytes("b")).readVersions(2), null))
        .containsExactly("r2 b:1@3=x b:1@2=y", "r3 b:1@1=x b:2@1=z");
  }

  @Test
  void loadsFamiliesOnDemandForRowsThatPass() throws IOException {
    SingleColumnValueFilter x =
        new SingleColumnValueFilter(
            Bytes.toBytes("b"), Bytes.toBytes("1"), CompareOperator.EQUAL, Bytes.toBytes("x"));
    x.setFilterIfMissing(true);

    for (boolean onDemand : new boolean[] {true, false}) {
      assertThat(answers(new Scan().setLoadColumnFamiliesOnDemand(onDemand), x))
          .containsExactly("r2 a:1@1=y b:1@3=x", "r3 a:1@1=x b:1@1=x b:2@1=z");
    }
  }

  private void put(String key, String... cells) {
    Put put = new Put(Bytes.toBytes(key));
    for (String cell : cells) {
      String[] parts = cell.split("[:@=]");
      put.addColumn(
          Bytes.toBytes(parts[0]),
          Bytes.toBytes(parts[1]),
          Long.parseLong(parts[2]),
          Bytes.toBytes(parts[3]));
    }
    List<Cell> row = new ArrayList<>();
    put.getFamilyCellMap().values().forEach(row::addAll);
    rows.put(key, row);
  }

  /** The answers of {@link ResidualFilter}, after they were found to be HBase's. */
  private List<String> answers(Scan scan, Filter filter) throws IOException {
    RandomQuery query = new RandomQuery(0, scan, filter);
    Path home = folder.resolve(String.valueOf(System.nanoTime()));
    List<Result> results = new ArrayList<>();
    try (LocalRegion region = LocalRegion.load(EMPTY, Layout.MEMORY, home)) {
      List<Result> given = new ArrayList<>();
      for (List<Cell> row : rows.values()) {
        Put put = new Put(CellUtil.cloneRow(row.get(0)));
        for (Cell cell : row) {
          put.add(cell);
        }
        region.region().put(put);
        List<Cell> selected =
            row.stream()
                .filter(
                    cell ->
                        !scan.hasFamilies()
                            || scan.getFamilyMap().containsKey(CellUtil.cloneFamily(cell)))
                .toList();
        if (!selected.isEmpty()) {
          given.add(scan.isReversed() ? 0 : given.size(), Result.create(selected));
        }
      }
      Map<byte[], Integer> versions = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      for (ColumnFamilyDescriptor family :
          region.region().getTableDescriptor().getColumnFamilies()) {
        versions.put(family.getName(), family.getMaxVersions());
      }
      ResidualFilter judge = ResidualFilter.of(filter, scan, versions);
      for (Result row : given) {
        results.addAll(judge.judge(row));
      }
      assertThat(region.scan(query.received(), -1).text())
          .isEqualTo(new Answers(results, null).text());
    }
    return results.stream().map(ResidualFilterExamplesTest::text).toList();
  }

  private static String text(Result result) {
    StringBuilder text = new StringBuilder(Bytes.toString(result.getRow()));
    Arrays.stream(result.rawCells())
        .forEach(
            cell ->
                text.append(' ')
                    .append(Bytes.toString(CellUtil.cloneFamily(cell)))
                    .append(':')
                    .append(Bytes.toString(CellUtil.cloneQualifier(cell)))
                    .append('@')
                    .append(cell.getTimestamp())
                    .append('=')
                    .append(Bytes.toString(CellUtil.cloneValue(cell))));
    return text.toString();
  }
}
