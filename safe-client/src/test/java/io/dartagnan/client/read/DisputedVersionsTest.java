package io.dartagnan.client.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Standings;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.SystemRandom;
import io.dartagnan.schema.BatchDealer;
import io.dartagnan.schema.StoredValue;
import io.dartagnan.wire.Page;
import io.dartagnan.write.VersionStanding;
import io.dartagnan.write.VersionStanding.Age;
import io.dartagnan.write.VersionStanding.Question;
import io.dartagnan.write.VersionStanding.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DisputedVersionsTest {
  private final List<Party> lost = new ArrayList<>();
  private int questions;

  private static List<Cell> cells(byte[] qualifier, long timestamp, long number) {
    BatchDealer dealer = new BatchDealer();
    StoredValue stored =
        Tables.TABLE
            .schema()
            .require(Tables.FAMILY, qualifier)
            .store(Bytes.toBytes(number), dealer);
    dealer.deal(SystemRandom.get());
    return Party.ALL.stream()
        .<Cell>map(
            cloud ->
                new KeyValue(
                    Tables.ROW,
                    Tables.FAMILY,
                    qualifier,
                    timestamp,
                    stored.on(cloud, 1_000 + timestamp)))
        .toList();
  }

  /** The row where one cloud has the older version alone, and the others the newer one too. */
  private static List<Result> withoutNewer(byte[] qualifier, Party without) {
    List<Cell> older = cells(qualifier, 10, 111);
    List<Cell> newer = cells(qualifier, 20, 222);
    return Party.ALL.stream()
        .map(
            cloud ->
                cloud == without
                    ? Tables.result(older.get(cloud.index()))
                    : Tables.result(newer.get(cloud.index()), older.get(cloud.index())))
        .toList();
  }

  private Result read(List<Result> rows, State there, State absent) throws IOException {
    return read(rows, rows, there, absent);
  }

  private Result read(List<Result> first, List<Result> rows, State there, State absent)
      throws IOException {
    DeepReconciliation.Clouds clouds =
        new DeepReconciliation.Clouds() {
          @Override
          public List<Result[]> get(List<Get> gets) {
            if (Standings.areAskedBy(gets)) {
              questions++;
              return Standings.of(gets, rows, there, absent);
            }
            return rows.stream().map(row -> new Result[] {row}).toList();
          }

          @Override
          public void lost(byte[] row, Party cloud) {
            lost.add(cloud);
          }
        };
    return DeepReconciliation.of(new Get(Tables.ROW), Tables.TABLE, clouds).reconcile(first);
  }

  private static long number(Result row, byte[] qualifier) {
    return Bytes.toLong(row.getValue(Tables.FAMILY, qualifier));
  }

  @ParameterizedTest
  @EnumSource
  void aCommittedValueThatTwoCloudsKnowIsReadAndItsRowRepaired(Party without) throws IOException {
    for (byte[] column : new byte[][] {Tables.REPLICATED_NUMBER, Tables.PLAIN}) {
      for (State absent : new State[] {State.UNKNOWN, State.ABSENT}) {
        lost.clear();
        Result row = read(withoutNewer(column, without), State.SETTLED, absent);
        assertThat(number(row, column)).isEqualTo(222);
        assertThat(lost).containsExactly(without);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRowThatOneCloudLacksIsRead(Party without) throws IOException {
    List<Cell> cells = cells(Tables.REPLICATED_NUMBER, 20, 222);
    List<Result> rows =
        Party.ALL.stream()
            .map(
                cloud ->
                    cloud == without
                        ? Result.EMPTY_RESULT
                        : Tables.result(cells.get(cloud.index())))
            .toList();
    assertThat(number(read(rows, State.SETTLED, State.UNKNOWN), Tables.REPLICATED_NUMBER))
        .isEqualTo(222);

    // A client of the release before takes what stands for the row for a cell of it.
    List<Result> pages =
        rows.stream()
            .map(row -> row.isEmpty() ? Tables.result(Page.absent(Tables.ROW)) : row)
            .toList();
    assertThat(number(read(pages, rows, State.SETTLED, State.UNKNOWN), Tables.REPLICATED_NUMBER))
        .isEqualTo(222);
  }

  /** Never nothing, and never the older value. */
  @ParameterizedTest
  @EnumSource
  void aCommittedValueThatIsLostWithOneCloudIsAnErrorThatNamesIt(Party without) {
    for (byte[] column : new byte[][] {Tables.NUMBER, Tables.XOR_NUMBER}) {
      assertThatThrownBy(() -> read(withoutNewer(column, without), State.SETTLED, State.UNKNOWN))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("cloud %d lacks the version at 20", without.index())
          .hasMessageContaining("row r of table t")
          .hasMessageContaining("dartagnan verify t");
    }
  }

  /** It says so of versions that the two others do not have, however often they are asked. */
  @Test
  void whatOneCloudAloneSaysWasReplacedIsNotPassedOver() throws IOException {
    assertThatThrownBy(
            () -> read(withoutNewer(Tables.NUMBER, Party.P2), State.SETTLED, State.REPLACED))
        .hasMessageContaining("cloud 2 lacks the version at 20");
    Result row =
        read(withoutNewer(Tables.REPLICATED_NUMBER, Party.P2), State.SETTLED, State.REPLACED);
    assertThat(number(row, Tables.REPLICATED_NUMBER)).isEqualTo(222);
    assertThat(
            number(
                read(withoutNewer(Tables.NUMBER, Party.P2), State.UNSETTLED, State.REPLACED),
                Tables.NUMBER))
        .isEqualTo(111);
  }

  /** A cloud that answers late has forgotten a delete that came to the others meanwhile. */
  @Test
  void whatIsDeletedWhileTheCloudsAreAskedIsNotTakenForLost() throws IOException {
    List<Result> first = withoutNewer(Tables.NUMBER, Party.P2);
    List<Cell> older = cells(Tables.NUMBER, 10, 111);
    List<Result> then = older.stream().map(Tables::result).toList();
    DeepReconciliation.Clouds clouds =
        gets -> {
          if (Standings.areAskedBy(gets)) {
            questions++;
            return Standings.of(gets, first, State.SETTLED, State.UNKNOWN);
          }
          return then.stream().map(row -> new Result[] {row}).toList();
        };

    Result row = DeepReconciliation.of(new Get(Tables.ROW), Tables.TABLE, clouds).reconcile(first);

    assertThat(number(row, Tables.NUMBER)).isEqualTo(111);
    assertThat(questions).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETED", "HIDDEN"})
  void whatOneCloudHasDeletedIsPassedOver(State deleted) throws IOException {
    Result row = read(withoutNewer(Tables.NUMBER, Party.P1), State.SETTLED, deleted);
    assertThat(number(row, Tables.NUMBER)).isEqualTo(111);
    assertThat(lost).isEmpty();
  }

  /**
   * The cloud that lacks the newer version was read before the delete, which hides the older too.
   */
  @Test
  void whatADeleteHidesThatCameAfterACloudWasReadIsNotReadInItsPlace() throws IOException {
    List<Result> first = withoutNewer(Tables.NUMBER, Party.P1);
    List<Result> then = List.of(first.get(0), Result.EMPTY_RESULT, first.get(2));
    assertThat(read(first, then, State.SETTLED, State.DELETED).isEmpty()).isTrue();
  }

  /** It may hide what is on all clouds when the row is read, as a delete of a whole row does. */
  @Test
  void whatADeleteHidesThatCameAfterTheRowWasReadAgainIsNotReadWithoutTheRest() throws IOException {
    List<Cell> whole = cells(Tables.NUMBER, 20, 333);
    List<Cell> lost = cells(Tables.REPLICATED_NUMBER, 20, 222);
    List<Result> complete =
        Party.ALL.stream()
            .map(cloud -> Tables.result(whole.get(cloud.index()), lost.get(cloud.index())))
            .toList();
    List<Result> read = List.of(complete.get(0), Tables.result(whole.get(1)), complete.get(2));
    DeepReconciliation.Clouds clouds =
        gets -> {
          if (Standings.areAskedBy(gets)) {
            questions++;
            return questions == 1
                ? Standings.of(gets, complete, State.SETTLED, State.UNKNOWN)
                : Standings.of(gets, read, State.SETTLED, State.DELETED);
          }
          return (questions > 1 ? Collections.nCopies(3, Result.EMPTY_RESULT) : read)
              .stream().map(row -> new Result[] {row}).toList();
        };

    Result row = DeepReconciliation.of(new Get(Tables.ROW), Tables.TABLE, clouds).reconcile(read);

    assertThat(questions).isEqualTo(2);
    assertThat(row.isEmpty()).isTrue();
  }

  /** The older version, which was on all clouds when they were read, went with it. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 10})
  void whatIsDeletedAfterAWaitIsNotReadOlder(int waits) throws IOException {
    List<Result> before = withoutNewer(Tables.NUMBER, Party.P1);
    List<Result> onOne = List.of(before.get(0), Result.EMPTY_RESULT, before.get(2));
    List<Result> onAll = Collections.nCopies(3, Result.EMPTY_RESULT);
    assertThat(afterWaits(waits, before, onOne).isEmpty()).isTrue();
    questions = 0;
    assertThat(afterWaits(waits, before, onAll).isEmpty()).isTrue();
  }

  /** What is read if nobody knows for so many questions, and then a delete has come. */
  private Result afterWaits(int waits, List<Result> before, List<Result> after) throws IOException {
    DeepReconciliation.Clouds clouds =
        gets -> {
          if (Standings.areAskedBy(gets) && questions++ < waits) {
            return Standings.of(gets, before, State.UNSETTLED, Age.NONE, State.UNKNOWN);
          }
          return Standings.areAskedBy(gets)
              ? Standings.of(gets, after, State.UNSETTLED, Age.NONE, State.DELETED)
              : (questions > waits ? after : before)
                  .stream().map(row -> new Result[] {row}).toList();
        };
    return DeepReconciliation.of(new Get(Tables.ROW), Tables.TABLE, clouds).reconcile(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UNSETTLED", "TORN", "NOT_DURABLE", "FOREIGN"})
  void whatWasNeverCompleteIsPassedOver(State there) throws IOException {
    Result row = read(withoutNewer(Tables.NUMBER, Party.P1), there, State.ABSENT);
    assertThat(number(row, Tables.NUMBER)).isEqualTo(111);
    assertThat(lost).isEmpty();
  }

  /** As the clouds do not, a reader cannot know. */
  @ParameterizedTest
  @ValueSource(strings = {"UNSETTLED", "TORN"})
  void whatNobodyKnowsOfIsAnErrorAfterAWhile(State there) {
    assertThatThrownBy(() -> read(withoutNewer(Tables.NUMBER, Party.P2), there, State.UNKNOWN))
        .hasMessageContaining("cloud 2 lacks the version at 20")
        .hasMessageContaining("nobody knows whether it was complete");
    assertThat(questions).isGreaterThan(1);
    assertThat(lost).contains(Party.P2);
  }

  /** By its timestamp the third cloud, which was opened meanwhile, would have it. */
  @Test
  void whatAWriterWroteWhoseClockWasAheadIsNotTakenForAbsent() throws IOException {
    List<Result> rows = withoutNewer(Tables.NUMBER, Party.P2);
    assertThatThrownBy(() -> read(rows, new Age(26_000, 26_000)))
        .hasMessageContaining("nobody knows whether it was complete");

    questions = 0;
    assertThat(number(read(rows, new Age(-1_000, 1_000)), Tables.NUMBER)).isEqualTo(111);
    assertThat(questions).as("where the clock is right").isEqualTo(1);
  }

  private Result read(List<Result> rows, Age age) throws IOException {
    DeepReconciliation.Clouds clouds =
        gets -> {
          if (!Standings.areAskedBy(gets)) {
            return rows.stream().map(row -> new Result[] {row}).toList();
          }
          questions++;
          Question asked = Question.decode(gets.get(0).getAttribute(VersionStanding.ATTRIBUTE));
          return Standings.of(
              gets,
              rows,
              State.UNSETTLED,
              age,
              asked.written().isPresent() ? State.UNKNOWN : State.ABSENT);
        };
    return DeepReconciliation.of(new Get(Tables.ROW), Tables.TABLE, clouds).reconcile(rows);
  }

  @Test
  void whatWasNotMadeDurableIsPassedOverWhereItMayHaveBeenLost() throws IOException {
    Result row = read(withoutNewer(Tables.NUMBER, Party.P0), State.NOT_DURABLE, State.UNKNOWN);
    assertThat(number(row, Tables.NUMBER)).isEqualTo(111);
  }

  @Test
  void cloudsAreAskedForAThousandVersionsInACallAtMost() throws IOException {
    List<Cell> versions = new ArrayList<>();
    for (int i = 2 * DisputedVersions.MOST_AT_ONCE + 1; i > 0; i--) {
      versions.add(Tables.plain(i, "value " + i));
    }
    List<Result> rows =
        List.of(Result.create(versions), Result.create(versions), Result.EMPTY_RESULT);
    DeepReconciliation.Looked looked = new DeepReconciliation.Looked(rows, Result.EMPTY_RESULT);
    List<Integer> asked = new ArrayList<>();

    DisputedVersions.Answer answer =
        DisputedVersions.of(looked, Tables.TABLE, 1, cell -> 1)
            .ask(
                gets -> {
                  asked.add(gets.size());
                  return Standings.of(gets, rows, State.SETTLED, State.UNKNOWN);
                },
                0,
                Map.of());

    assertThat(asked)
        .containsExactly(DisputedVersions.MOST_AT_ONCE, DisputedVersions.MOST_AT_ONCE, 1);
    assertThat(answer.held().get(Party.P2)).containsExactlyElementsOf(versions);
  }

  @Test
  void nobodyIsAskedWhereTheCloudsAgree() throws IOException {
    List<Cell> cells = cells(Tables.NUMBER, 20, 222);
    List<Result> rows = cells.stream().map(cell -> Tables.result(cell)).toList();
    assertThat(number(read(rows, State.SETTLED, State.UNKNOWN), Tables.NUMBER)).isEqualTo(222);
    assertThat(questions).isZero();
  }
}
