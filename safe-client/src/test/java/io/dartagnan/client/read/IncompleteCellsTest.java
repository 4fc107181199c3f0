package io.dartagnan.client.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.fixture.Standings;
import io.dartagnan.client.fixture.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

/** Incomplete versions that readers hand over. */
class IncompleteCellsTest {
  private final List<Cell> met = new ArrayList<>();

  private final DeepReconciliation.Clouds clouds =
      new DeepReconciliation.Clouds() {
        @Override
        public List<Result[]> get(List<Get> gets) {
          if (Standings.areAskedBy(gets)) {
            return Standings.of(gets, seenAgain);
          }
          return seenAgain.stream().map(row -> new Result[] {row}).toList();
        }

        @Override
        public void met(Result incomplete) {
          met.addAll(Arrays.asList(incomplete.rawCells()));
        }
      };

  private List<Result> seenAgain = List.of();

  private List<Long> read(Get get, Result... rows) throws IOException {
    met.clear();
    seenAgain = List.of(rows);
    DeepReconciliation.of(get, Tables.TABLE, clouds).reconcile(seenAgain);
    return met.stream().map(Cell::getTimestamp).distinct().toList();
  }

  private static Get get() {
    return new Get(Tables.ROW);
  }

  @Test
  void completeVersionsAreNotHandedOver() throws IOException {
    List<Cell> old = Tables.shares(10, 1, 111);
    List<Cell> cells = Tables.shares(20, 2, 222);
    assertThat(
            read(
                get(),
                Tables.result(cells.get(0), old.get(0)),
                Tables.result(cells.get(1), old.get(1)),
                Tables.result(cells.get(2), old.get(2))))
        .isEmpty();
  }

  @Test
  void anIncompleteVersionAboveTheCompleteOneIsHandedOver() throws IOException {
    List<Cell> cells = Tables.shares(20, 2, 222);
    List<Cell> half = Tables.shares(30, 3, 333);
    assertThat(
            read(
                get(),
                Tables.result(half.get(0), cells.get(0)),
                Tables.result(cells.get(1)),
                Tables.result(half.get(2), cells.get(2))))
        .containsExactly(30L);
  }

  /** Clouds drop what is not needed each in its own time. */
  @Test
  void whatLiesBelowTheVersionsThatCountIsNotHandedOver() throws IOException {
    List<Cell> old = Tables.shares(10, 1, 111);
    List<Cell> cells = Tables.shares(20, 2, 222);
    assertThat(
            read(
                get(),
                Tables.result(cells.get(0), old.get(0)),
                Tables.result(cells.get(1)),
                Tables.result(cells.get(2))))
        .isEmpty();
  }

  @Test
  void aVersionOfARowThatOneCloudDoesNotHaveIsHandedOver() throws IOException {
    List<Cell> cells = Tables.shares(20, 2, 222);
    assertThat(read(get(), Tables.result(cells.get(0)), Result.EMPTY_RESULT, Result.EMPTY_RESULT))
        .containsExactly(20L);
  }

  @Test
  void versionsOfTwoWritesAtOneTimestampAreHandedOver() throws IOException {
    List<Cell> some = Tables.shares(20, 2, 222);
    List<Cell> others = Tables.shares(20, 3, 333);
    assertThat(
            read(
                get(),
                Tables.result(some.get(0)),
                Tables.result(others.get(1)),
                Tables.result(others.get(2))))
        .containsExactly(20L);
  }
}
