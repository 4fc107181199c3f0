package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dartagnan.client.filter.random.ScriptedFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ResidualFilterTest {
  private static final Map<byte[], Integer> FAMILIES = families(Map.of("a", 1, "b", 3));

  @Test
  void cutsRowsIntoBatches() throws IOException {
    ResidualFilter judge = ResidualFilter.of(null, new Scan().setBatch(2), FAMILIES);

    List<Result> answers = judge.judge(row("r", "a:1", "a:2", "a:3", "b:1", "b:2"));

    assertThat(answers)
        .extracting(ResidualFilterTest::columns)
        .containsExactly("a:1 a:2", "a:3 b:1", "b:2");
    assertThat(answers)
        .extracting(Result::mayHaveMoreCellsInRow)
        .containsExactly(true, true, false);
  }

  @Test
  void saysThatARowMayGoOnBehindABatchThatTheFilterMakesItsLast() throws IOException {
    Filter firstTwo = new ColumnPaginationFilter(2, 0);
    ResidualFilter judge = ResidualFilter.of(firstTwo, new Scan().setBatch(1), FAMILIES);

    List<Result> answers = judge.judge(row("r", "a:1", "a:2", "a:3"));

    assertThat(answers).extracting(ResidualFilterTest::columns).containsExactly("a:1", "a:2");
    assertThat(answers).extracting(Result::mayHaveMoreCellsInRow).containsExactly(true, true);
  }

  @Test
  void cutsRowsBySizeIfPartialResultsAreAllowed() throws IOException {
    Result row = row("r", "a:1", "a:2", "b:1");
    long bytesOfTwo = 2L * (Bytes.SIZEOF_INT + row.rawCells()[0].getSerializedSize());
    Scan scan = new Scan().setMaxResultSize(bytesOfTwo);
    Scan partial = new Scan(scan).setAllowPartialResults(true);

    List<Result> parts = ResidualFilter.of(null, partial, FAMILIES).judge(row);

    assertThat(parts).extracting(ResidualFilterTest::columns).containsExactly("a:1 a:2", "b:1");
    assertThat(parts).extracting(Result::mayHaveMoreCellsInRow).containsExactly(true, false);
    assertThat(ResidualFilter.of(null, scan, FAMILIES).judge(row)).hasSize(1);
    Filter wholeRows =
        new SingleColumnValueFilter(
            Bytes.toBytes("a"), Bytes.toBytes("1"), CompareOperator.EQUAL, Bytes.toBytes("a:1"));
    assertThat(ResidualFilter.of(wholeRows, partial, FAMILIES).judge(row)).hasSize(1);
  }

  @Test
  void appliesLimitAndOffsetToEachFamily() throws IOException {
    Scan scan = new Scan().setRowOffsetPerColumnFamily(1).setMaxResultsPerColumnFamily(2);
    ResidualFilter judge = ResidualFilter.of(null, scan, FAMILIES);

    List<Result> answers = judge.judge(row("r", "a:1", "a:2", "a:3", "a:4", "b:1", "b:2"));

    assertThat(answers).extracting(ResidualFilterTest::columns).containsExactly("a:2 a:3 b:2");
  }

  @Test
  void endsWithTheLimitOfRows() throws IOException {
    ResidualFilter judge = ResidualFilter.of(new KeyOnlyFilter(), new Scan().setLimit(2), FAMILIES);

    assertThat(judge.judge(row("r1", "a:1"))).hasSize(1);
    assertThat(judge.done()).isFalse();
    assertThat(judge.judge(row("r2", "a:1"))).hasSize(1);
    assertThat(judge.done()).isTrue();
    assertThat(judge.judge(row("r3", "a:1"))).isEmpty();
  }

  @Test
  void endsAsSoonAsTheFilterIsDone() throws IOException {
    ResidualFilter judge = ResidualFilter.of(new PageFilter(1), new Scan(), FAMILIES);

    assertThat(judge.done()).isFalse();
    assertThat(judge.judge(row("r1", "a:1"))).hasSize(1);
    assertThat(judge.done()).isTrue();
  }

  @Test
  void endsWhenEveryFamilyHasEnded() throws IOException {
    ResidualFilter judge = ResidualFilter.of(new ColumnCountGetFilter(1), new Scan(), FAMILIES);

    assertThat(judge.judge(row("r1", "a:1", "a:2")))
        .extracting(ResidualFilterTest::columns)
        .containsExactly("a:1");
    assertThat(judge.done()).isFalse();
    assertThat(judge.judge(row("r2", "b:1", "b:2")))
        .extracting(ResidualFilterTest::columns)
        .containsExactly("b:1");
    assertThat(judge.done()).isTrue();
  }

  @Test
  void judgesAGetAsAScanOfOneRow() throws IOException {
    Get get = new Get(Bytes.toBytes("r")).addColumn(Bytes.toBytes("a"), Bytes.toBytes("2"));

    List<Result> answers =
        ResidualFilter.of(new KeyOnlyFilter(true), new Scan(get), FAMILIES)
            .judge(row("r", "a:1", "a:2"));

    assertThat(answers).extracting(ResidualFilterTest::columns).containsExactly("a:2");
    assertThat(answers.get(0).value()).isEqualTo(Bytes.toBytes("a:2".length()));
    assertThat(answers.get(0).rawCells()).hasOnlyElementsOfType(KeyValue.class);
  }

  @Test
  void leavesTheFilterOfTheApplicationAlone() throws IOException {
    PageFilter filter = new PageFilter(1);

    for (int scan = 0; scan < 2; scan++) {
      assertThat(ResidualFilter.of(filter, new Scan(), FAMILIES).judge(row("r", "a:1"))).hasSize(1);
    }
    ResidualFilter.of(filter, new Scan().setReversed(true), FAMILIES);

    assertThat(filter.filterAllRemaining()).isFalse();
    assertThat(filter.isReversed()).isFalse();
  }

  @Test
  void asksAboutRowsWithoutASelectedCellToo() throws IOException {
    Filter filter =
        new WhileMatchFilter(
            new RowFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(Bytes.toBytes("r2"))));
    Scan scan = new Scan().addColumn(Bytes.toBytes("a"), Bytes.toBytes("1"));
    ResidualFilter judge = ResidualFilter.of(filter, scan, FAMILIES);

    assertThat(judge.judge(row("r1", "a:1"))).hasSize(1);
    assertThat(judge.judge(row("r2", "a:2"))).isEmpty();
    assertThat(judge.done()).isTrue();
  }

  @Test
  void failsWithoutSayingAValue() throws IOException {
    Filter filter =
        new SingleColumnValueFilter(
            Bytes.toBytes("a"), Bytes.toBytes("1"), CompareOperator.LESS, new LongComparator(4711));
    ResidualFilter judge = ResidualFilter.of(filter, new Scan(), FAMILIES);

    Throwable thrown = catchThrowable(() -> judge.judge(row("r", "a:1")));

    assertThat(thrown)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasNoCause()
        .hasMessage(
            "filter SingleColumnValueFilter failed on a row, as it would in HBase:"
                + " java.lang.IllegalArgumentException in Bytes.explainWrongLengthOrOffset:"
                + " Wrong length: 3, expected 8");
    assertThat(Arrays.stream(thrown.getStackTrace()).map(StackTraceElement::getClassName))
        .contains(LongComparator.class.getName());
    assertThat(judge.done()).isTrue();
  }

  /** Filter of a user's own class that says what it has seen when it fails. */
  public static final class TalkativeFilter extends FilterBase {
    @Override
    public ReturnCode filterCell(Cell cell) throws IOException {
      throw new DoNotRetryIOException("seen " + Bytes.toString(CellUtil.cloneValue(cell)));
    }

    /** The filter, as HBase reads it. */
    public static TalkativeFilter parseFrom(byte[] bytes) {
      return new TalkativeFilter();
    }
  }

  @Test
  void keepsTheMessageOfAUsersFilterToItself() throws IOException {
    ResidualFilter judge = ResidualFilter.of(new TalkativeFilter(), new Scan(), FAMILIES);

    assertThatThrownBy(() -> judge.judge(row("r", "a:1")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasNoCause()
        .hasMessage(
            "filter ResidualFilterTest$TalkativeFilter failed on a row, as it would in HBase:"
                + " org.apache.hadoop.hbase.DoNotRetryIOException in ResidualFilterTest$TalkativeFilter.filterCell");
  }

  @Test
  void refusesAFilterThatHBaseCannotRead() {
    Filter unreadable =
        new FilterBase() {
          @Override
          public ReturnCode filterCell(Cell cell) {
            return ReturnCode.INCLUDE;
          }
        };

    assertThatThrownBy(() -> ResidualFilter.of(unreadable, new Scan(), FAMILIES))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("parseFrom");
  }

  @Test
  void refusesWhatHBaseRefuses() {
    Filter wholeRows = new PageFilter(1);
    SingleColumnValueFilter oneFamily =
        new SingleColumnValueFilter(
            Bytes.toBytes("a"), Bytes.toBytes("1"), CompareOperator.EQUAL, new byte[0]);
    oneFamily.setFilterIfMissing(true);

    assertThatThrownBy(() -> ResidualFilter.of(wholeRows, new Scan().setBatch(2), FAMILIES))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("setBatch(2)");
    assertThatThrownBy(() -> ResidualFilter.of(oneFamily, new Scan().setReversed(true), FAMILIES))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("family b on demand");
    assertThatThrownBy(
            () -> ResidualFilter.of(null, new Scan().addFamily(Bytes.toBytes("z")), FAMILIES))
        .isInstanceOf(NoSuchColumnFamilyException.class)
        .hasMessage("the table has no family z, its families are [a, b]");
    assertThatThrownBy(() -> ResidualFilter.of(null, new Scan().setRaw(true), FAMILIES))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ResidualFilter.of(null, new Scan(), families(Map.of("a", 0))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("family a keeps 0 versions, allowed are 1 and more");
  }

  @Test
  void losesNothingToABatchWithFamiliesOnDemand() throws IOException {
    Filter filter = ScriptedFilter.needing("a", "b");
    ResidualFilter judge = ResidualFilter.of(filter, new Scan().setBatch(2), FAMILIES);

    List<Result> answers = judge.judge(row("r", "a:1", "a:2", "b:1", "b:2"));

    assertThat(answers)
        .extracting(ResidualFilterTest::columns)
        .containsExactly("a:1 a:2", "b:1 b:2");
    assertThat(judge.judge(row("s", "a:1", "b:2"))).hasSize(1);
  }

  private static Map<byte[], Integer> families(Map<String, Integer> versions) {
    Map<byte[], Integer> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    versions.forEach((family, count) -> families.put(Bytes.toBytes(family), count));
    return families;
  }

  /** A row whose cells hold the names of their columns. */
  private static Result row(String key, String... columns) {
    List<Cell> cells = new ArrayList<>();
    for (String column : columns) {
      cells.add(
          new KeyValue(
              Bytes.toBytes(key),
              Bytes.toBytes(column.substring(0, 1)),
              Bytes.toBytes(column.substring(2)),
              1L,
              Bytes.toBytes(column)));
    }
    cells.sort(CellComparator.getInstance());
    return Result.create(cells);
  }

  private static String columns(Result result) {
    return Arrays.stream(result.rawCells())
        .map(
            cell ->
                Bytes.toString(CellUtil.cloneFamily(cell))
                    + ":"
                    + Bytes.toString(CellUtil.cloneQualifier(cell)))
        .reduce((one, other) -> one + " " + other)
        .orElse("");
  }
}
