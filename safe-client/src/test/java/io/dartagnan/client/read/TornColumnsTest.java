package io.dartagnan.client.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.dartagnan.client.fixture.Standings;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.Protection;
import io.dartagnan.write.NewestOnly;
import io.dartagnan.write.VersionStanding.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of which the clouds were read at different times. */
class TornColumnsTest {
  private final List<Get> asked = new ArrayList<>();

  /** As when a scan reads one cloud, the row is overwritten, and then it reads the others. */
  @Test
  void aColumnThatTheCloudsShowedAtDifferentTimesIsReadAgain() throws IOException {
    List<Cell> before = Tables.shares(10, 1, 111);
    List<Cell> after = Tables.shares(50, 2, 222);
    List<Result> seen = List.of(row(before, 0), row(after, 1), row(after, 2));

    Result row = reconcile(new Scan().addFamily(Tables.FAMILY), seen, List.of(rows(after)));

    assertThat(Bytes.toLong(row.getValue(Tables.FAMILY, Tables.NUMBER))).isEqualTo(222);
    assertThat(asked).hasSize(1);
    assertThat(asked.get(0).getFamilyMap()).containsOnlyKeys(Tables.FAMILY);
    assertThat(asked.get(0).getFamilyMap().get(Tables.FAMILY)).as("the whole family").isNull();
  }

  @Test
  void aRowThatWasDeletedMeanwhileIsGone() throws IOException {
    List<Cell> before = Tables.shares(10, 1, 111);
    List<Result> seen = List.of(row(before, 0), Result.EMPTY_RESULT, row(before, 2));
    List<Result> gone = List.of(Result.EMPTY_RESULT, Result.EMPTY_RESULT, Result.EMPTY_RESULT);

    assertThat(reconcile(new Get(Tables.ROW), seen, List.of(gone)).isEmpty()).isTrue();
  }

  @Test
  void aWriteThatWasLeftHalfDoneIsReadOnceMore() throws IOException {
    List<Cell> half = Tables.shares(10, 1, 111);
    List<Result> seen = List.of(row(half, 0), Result.EMPTY_RESULT, row(half, 2));

    assertThat(reconcile(new Get(Tables.ROW), seen, List.of(seen)).isEmpty()).isTrue();
    assertThat(asked).hasSize(1);
  }

  /** Joined to what was read first, the row would be one that nobody wrote. */
  @Test
  void aRowThatTheCloudsChoseIsReadAgainWholeAndLeftOutIfItNoLongerHolds() throws IOException {
    List<Cell> before = Tables.shares(10, 1, 111);
    List<Cell> after = Tables.shares(50, 2, 222);
    Cell judged = Tables.plain(10, "judged");
    List<Result> seen =
        List.of(
            Tables.result(before.get(0), judged),
            Tables.result(after.get(1), judged),
            Tables.result(after.get(2), judged));
    QueryColumn plain = new QueryColumn(Tables.FAMILY, Tables.PLAIN, Protection.PLAIN);
    for (boolean holds : new boolean[] {true, false}) {
      asked.clear();
      DeepReconciliation.Clouds clouds =
          gets -> {
            asked.addAll(gets);
            return rows(after).stream().map(result -> new Result[] {result}).toList();
          };
      Result row =
          DeepReconciliation.of(new Scan(), Tables.TABLE, clouds)
              .leaving(List.of(plain), read -> holds)
              .reconcile(seen);

      assertThat(asked).hasSize(1);
      assertThat(asked.get(0).hasFamilies()).as("columns asked for").isFalse();
      assertThat(row.size()).isEqualTo(holds ? 1 : 0);
      assertThat(row.containsColumn(Tables.FAMILY, Tables.PLAIN)).isFalse();
    }
  }

  /**
   * One cloud was read before a put and a delete, another after both: put together the row has the
   * old value of one column and none of the other, which it never had at a time.
   */
  @Test
  void aRowThatTheCloudsChoseWithoutAColumnThatOneHasIsReadAgain() throws IOException {
    List<Cell> before = Tables.shares(10, 1, 111);
    Cell kept = Tables.plain(10, "kept");
    Cell after = Tables.plain(50, "after");
    List<Result> seen =
        List.of(
            Tables.result(before.get(0), kept),
            Tables.result(after, kept),
            Tables.result(after, kept));
    DeepReconciliation.Clouds clouds =
        gets -> {
          asked.addAll(gets);
          return Collections.nCopies(3, new Result[] {Tables.result(after, kept)});
        };

    Result row =
        DeepReconciliation.of(new Scan(), Tables.TABLE, clouds)
            .leaving(List.of(Tables.numberColumn()), read -> true)
            .reconcile(seen);

    assertThat(asked).hasSize(1);
    assertThat(Bytes.toString(row.getValue(Tables.FAMILY, Tables.PLAIN))).isEqualTo("after");
  }

  /**
   * One cloud was read before a version was overwritten, the others after they had dropped it: the
   * version that all three have is older than one that was complete when the row was asked for.
   */
  @Test
  void aRowOfWhichCloudsShowDifferentNewerVersionsIsReadAgain() throws IOException {
    List<Cell> old = Tables.shares(10, 1, 111);
    List<Cell> hidden = Tables.shares(20, 2, 222);
    List<Cell> newest = Tables.shares(30, 3, 333);
    List<Result> seen =
        List.of(
            Tables.result(hidden.get(0), old.get(0)),
            Tables.result(newest.get(1), old.get(1)),
            Tables.result(newest.get(2), old.get(2)));
    DeepReconciliation.Clouds clouds =
        gets -> {
          asked.addAll(gets);
          return IntStream.range(0, 3)
              .mapToObj(cloud -> new Result[] {Tables.result(newest.get(cloud), old.get(cloud))})
              .toList();
        };

    Result row = DeepReconciliation.of(new Scan(), Tables.TABLE, clouds).reconcile(seen);

    assertThat(asked).hasSize(1);
    assertThat(Bytes.toLong(row.getValue(Tables.FAMILY, Tables.NUMBER))).isEqualTo(333);
  }

  /** Clouds leave out at first what lies below a version that they know to be everywhere. */
  @Test
  void anOlderVersionIsFoundBelowOneThatAnotherCloudHasDeleted() throws IOException {
    List<Cell> old = Tables.shares(10, 1, 111);
    List<Cell> deleted = Tables.shares(20, 2, 222);
    List<Result> seen =
        List.of(
            Tables.result(old.get(0)),
            Tables.result(deleted.get(1)),
            Tables.result(deleted.get(2)));
    DeepReconciliation.Clouds clouds =
        gets -> {
          if (Standings.areAskedBy(gets)) {
            return Standings.of(gets, seen, State.SETTLED, State.DELETED);
          }
          asked.addAll(gets);
          return List.of(
              new Result[] {Tables.result(old.get(0))},
              new Result[] {Tables.result(deleted.get(1), old.get(1))},
              new Result[] {Tables.result(deleted.get(2), old.get(2))});
        };
    Scan scan = new Scan();

    Result row = DeepReconciliation.of(scan, Tables.TABLE, clouds).reconcile(seen);

    assertThat(Bytes.toLong(row.getValue(Tables.FAMILY, Tables.NUMBER))).isEqualTo(111);
    assertThat(asked).as("again once the delete is known").hasSize(2);
    assertThat(NewestOnly.isAskedBy(asked.get(0))).isFalse();
    assertThat(NewestOnly.isAskedBy(ReadPlan.firstLook(new Get(Tables.ROW), Tables.TABLE)))
        .isTrue();
    assertThat(
            NewestOnly.isAskedBy(
                ReadPlan.firstLook(new Get(Tables.ROW).readVersions(2), Tables.TABLE)))
        .as("a read of several versions")
        .isFalse();
  }

  /** Another reading, for what became of a version that a cloud lacks, is one like any other. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRowThatIsOverwrittenWhileItIsReadForWhatACloudLacksIsReadOnceMore(boolean isLeft)
      throws IOException {
    List<Cell> old = Tables.shares(10, 1, 111);
    List<Cell> lacking = Tables.shares(20, 2, 222);
    List<Cell> next = Tables.shares(30, 3, 333);
    List<Cell> last = Tables.shares(40, 4, 444);
    List<Result> seen =
        List.of(
            Tables.result(lacking.get(0), old.get(0)),
            Tables.result(lacking.get(1), old.get(1)),
            Tables.result(old.get(2)));
    List<List<Result>> readings =
        List.of(List.of(row(lacking, 0), row(next, 1), row(last, 2)), rows(last));
    DeepReconciliation.Clouds clouds =
        gets -> {
          if (Standings.areAskedBy(gets)) {
            return Standings.of(gets, seen, State.SETTLED, State.DELETED);
          }
          asked.addAll(gets);
          return readings.get(asked.size() - 1).stream()
              .map(result -> new Result[] {result})
              .toList();
        };
    DeepReconciliation reconciliation = DeepReconciliation.of(new Scan(), Tables.TABLE, clouds);
    List<QueryColumn> left = isLeft ? List.of(Tables.numberColumn()) : List.of();

    Result row = reconciliation.leaving(left, read -> true).reconcile(seen);

    assertThat(asked).hasSize(2);
    assertThat(Bytes.toLong(row.getValue(Tables.FAMILY, Tables.NUMBER))).isEqualTo(444);
  }

  /** It may be one that a failed write left: the clouds are asked what became of it. */
  @Test
  void aRowOfWhichOneCloudHasANewerVersionIsNotReadAgain() throws IOException {
    List<Cell> old = Tables.shares(10, 1, 111);
    List<Cell> left = Tables.shares(20, 2, 222);
    List<Result> seen =
        List.of(
            Tables.result(left.get(0), old.get(0)),
            Tables.result(left.get(1), old.get(1)),
            Tables.result(old.get(2)));
    DeepReconciliation.Clouds clouds =
        gets -> {
          assertThat(Standings.areAskedBy(gets))
              .as("asked for more than what became of it")
              .isTrue();
          return Standings.of(gets, seen);
        };

    Result row = DeepReconciliation.of(new Scan(), Tables.TABLE, clouds).reconcile(seen);

    assertThat(Bytes.toLong(row.getValue(Tables.FAMILY, Tables.NUMBER))).isEqualTo(111);
  }

  @Test
  void aRowThatIsWhollyThereIsNotReadAgain() throws IOException {
    List<Cell> cells = Tables.shares(10, 1, 111);

    assertThat(reconcile(new Get(Tables.ROW), rows(cells), List.of()).size()).isEqualTo(1);
    assertThat(asked).isEmpty();
  }

  @Test
  void aRowThatChangesWithEachReadingIsAnErrorInTheEnd() {
    List<List<Result>> readings =
        IntStream.range(0, 100)
            .mapToObj(
                i ->
                    List.of(
                        row(Tables.shares(3 * i, 3 * i, 1), 0),
                        row(Tables.shares(3 * i + 1, 3 * i + 1, 1), 1),
                        row(Tables.shares(3 * i + 2, 3 * i + 2, 1), 2)))
            .toList();

    assertThatIOException()
        .isThrownBy(() -> reconcile(new Get(Tables.ROW), readings.get(0), readings.subList(1, 100)))
        .withMessageContaining("column f:n of row r is written faster")
        .withMessageContaining("read it again");
  }

  private Result reconcile(
      org.apache.hadoop.hbase.client.Query query, List<Result> seen, List<List<Result>> readings)
      throws IOException {
    DeepReconciliation.Clouds clouds =
        gets -> {
          if (Standings.areAskedBy(gets)) {
            return Standings.of(gets, readings.get(asked.size() - 1));
          }
          asked.addAll(gets);
          return readings.get(asked.size() - 1).stream()
              .map(result -> new Result[] {result})
              .toList();
        };
    DeepReconciliation reconciliation =
        query instanceof Scan scan
            ? DeepReconciliation.of(scan, Tables.TABLE, clouds)
            : DeepReconciliation.of((Get) query, Tables.TABLE, clouds);
    return reconciliation.reconcile(seen);
  }

  private static List<Result> rows(List<Cell> cells) {
    return List.of(row(cells, 0), row(cells, 1), row(cells, 2));
  }

  private static Result row(List<Cell> cells, int cloud) {
    return Tables.result(cells.get(cloud));
  }
}
