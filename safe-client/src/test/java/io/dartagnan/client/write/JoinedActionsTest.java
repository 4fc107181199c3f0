package io.dartagnan.client.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import io.dartagnan.client.OverMemoryClouds;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which actions of a batch go to the clouds as one, and what becomes of each. */
@Timeout(60)
class JoinedActionsTest extends OverMemoryClouds {
  private static final byte[] OTHER = Tables.bytes("other");

  /** Unjoined they take two minutes, and are too old for real clouds. */
  @Test
  void aHundredThousandPutsToOneRowTakeAStampForEachThousand() throws Exception {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      puts.add(number(Tables.ROW, i));
    }
    try (BufferedMutator mutator = connection.getBufferedMutator(table.getName())) {
      mutator.mutate(puts);
    }

    assertThat(stamps()).hasSize(100);
    assertThat(read()).isEqualTo(99_999);
  }

  /** Their stamps would be half a minute apart, and the first too old when they are sent. */
  @Test
  void noCallHasMoreStampsOfARowThanAreDrawnInAFewSeconds() throws Exception {
    List<Integer> calls = countedOn(clouds.get(1));
    List<Row> actions = alternating(2 * TableWriter.MOST_STAMPS);
    actions.add(TableWriter.MOST_STAMPS, number(OTHER, 7));
    actions.add(number(Tables.ROW, 1_000_000));
    Object[] results = new Object[actions.size()];

    table.batch(actions, results);

    assertThat(calls).containsExactly(TableWriter.MOST_STAMPS + 1, TableWriter.MOST_STAMPS, 1);
    assertThat(results).allMatch(Result.class::isInstance);
    assertThat(read()).isEqualTo(1_000_000);
  }

  @Test
  void whatASecondCallWouldBeRefusedForIsRefusedBeforeTheFirst() {
    List<Integer> calls = countedOn(clouds.get(1));
    List<Row> actions = alternating(TableWriter.MOST_STAMPS + 2);
    actions.add(new Put(OTHER).addColumn(Tables.FAMILY, Tables.NUMBER, new byte[1]));

    assertThatThrownBy(() -> table.batch(actions, new Object[actions.size()]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(calls).isEmpty();
  }

  /** Each would wait for it anew. */
  @Test
  void onceACloudDoesNotAnswerWhatIsLeftIsNotSent() {
    List<Integer> calls = countedOn(clouds.get(0));
    clouds.get(1).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(Mutation mutation) throws IOException {
            throw new ConnectException("connection refused");
          }
        };
    clouds.forEach(cloud -> cloud.operationTimeoutMs = 10);
    List<Row> actions = alternating(TableWriter.MOST_STAMPS + 2);
    Object[] results = new Object[actions.size()];

    assertThatThrownBy(() -> table.batch(actions, results))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);

    assertThat(results[TableWriter.MOST_STAMPS - 1])
        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
        .hasMessageStartingWith("cloud 1 failed: connection refused");
    assertThat(results[TableWriter.MOST_STAMPS])
        .isSameAs(results[TableWriter.MOST_STAMPS + 1])
        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
        .hasMessageStartingWith("not sent, since one before it failed: cloud 1 failed: ");
    assertThat(calls.get(0)).isEqualTo(TableWriter.MOST_STAMPS);
  }

  /** Puts to one row, each of which takes a stamp. */
  private static List<Row> alternating(int count) {
    List<Row> actions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      actions.add(number(Tables.ROW, i).setPriority(i % 2));
    }
    return actions;
  }

  /** Returns a list that gets the number of writes in each call of a batch. */
  private static List<Integer> countedOn(MemoryCloud cloud) {
    List<Integer> calls = Collections.synchronizedList(new ArrayList<>());
    cloud.fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(String operation) {
            if (operation.equals("batch")) {
              calls.add(0);
            }
          }

          @Override
          public void before(Mutation mutation) {
            calls.set(calls.size() - 1, calls.get(calls.size() - 1) + 1);
          }
        };
    return calls;
  }

  @Test
  void putsOfOneRowAreOneWhateverIsBetweenThem() throws Exception {
    Put text = new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.TEXT, Tables.bytes("t"));
    Object[] results = new Object[5];

    table.batch(
        List.of(
            number(Tables.ROW, 1), number(OTHER, 2), text, new Get(OTHER), number(Tables.ROW, 3)),
        results);

    assertThat(results).allMatch(Result.class::isInstance);
    assertThat(read()).as("the last of several at the same coordinates").isEqualTo(3);
    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.visible()).hasSize(3);
      assertThat(
              cloud.visible().stream()
                  .filter(
                      cell ->
                          Bytes.equals(
                              cell.getRowArray(), cell.getRowOffset(), 1, Tables.ROW, 0, 1))
                  .map(Cell::getTimestamp)
                  .distinct())
          .hasSize(1);
    }
  }

  @Test
  void otherActionsOnTheRowStandBetweenPuts() throws Exception {
    Delete delete = new Delete(Tables.ROW).addColumns(Tables.FAMILY, Tables.TEXT);
    Increment increment = new Increment(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER, 1);
    for (Row between : List.of(delete, increment, new Get(Tables.ROW))) {
      assertThat(joined(number(Tables.ROW, 1), between, number(Tables.ROW, 2)))
          .as("%s", between)
          .containsExactly(List.of(0), List.of(1), List.of(2));
    }
  }

  @Test
  void putsThatDifferInMoreThanTheirCellsAreNotJoined() throws Exception {
    for (Put other :
        List.of(
            number(Tables.ROW, 2).setDurability(Durability.SKIP_WAL),
            number(Tables.ROW, 2).setPriority(7),
            number(Tables.ROW, 2).setTTL(1_000),
            number(Tables.ROW, 2).setAttribute("a", new byte[0]),
            new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER, 5, Bytes.toBytes(2L)))) {
      assertThat(joined(number(Tables.ROW, 1), other))
          .as("%s", other)
          .containsExactly(List.of(0), List.of(1));
      assertThat(joined(other, other, number(Tables.ROW, 1), other))
          .as("%s", other)
          .containsExactly(List.of(0, 1), List.of(2), List.of(3));
    }
  }

  @Test
  void aPutWithoutCellsIsRefusedBesideOthers() {
    assertThatThrownBy(() -> table.put(List.of(number(Tables.ROW, 1), new Put(Tables.ROW))))
        .hasMessageContaining("No columns");
    assertThat(stamps()).isEmpty();
  }

  @Test
  void noMoreAreJoinedThanACloudDoesAtOnce() {
    assertThat(joined(Collections.nCopies(2_500, number(Tables.ROW, 1)).toArray(Row[]::new)))
        .extracting(List::size)
        .containsExactly(1_000, 1_000, 500);
    Put large =
        new Put(Tables.ROW)
            .addColumn(Tables.FAMILY, Tables.PLAIN, new byte[(int) JoinedActions.MOST_BYTES / 3]);
    assertThat(joined(large, large, large, large)).extracting(List::size).containsExactly(2, 2);
  }

  /** Many buffered mutations may each have a large put to a row that has small ones. */
  @Test
  void aPutThatIsTooLargeToBeJoinedTakesNoMemoryInThoseBeforeIt() {
    Put large = number(Tables.ROW, 3);
    Cell one = large.getFamilyCellMap().get(Tables.FAMILY).get(0);
    large.getFamilyCellMap().put(Tables.FAMILY, Collections.nCopies(1_000_000, one));
    List<JoinedActions> all =
        JoinedActions.of(List.of(number(Tables.ROW, 1), number(Tables.ROW, 2), large));
    assertThat(all).extracting(JoinedActions::places).containsExactly(List.of(0, 1), List.of(2));

    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = thread.getCurrentThreadAllocatedBytes();
    Mutation joined = all.get(0).write();
    long allocated = thread.getCurrentThreadAllocatedBytes() - before;

    assertThat(joined.size()).isEqualTo(2);
    assertThat(allocated).isLessThan(1 << 20);
  }

  @Test
  void timestampsOfTheApplicationsOwnStay() throws Exception {
    table.put(List.of(at(7, 70), at(5, 50), at(6, 60), at(7, 71)));

    assertThat(table.get(new Get(Tables.ROW).readVersions(9)).rawCells())
        .extracting(Cell::getTimestamp)
        .containsExactly(7L, 6L);
    assertThat(read()).isEqualTo(71);
  }

  @Test
  void whatTheyFailWithIsSaidOfEachOfThem() {
    clouds.get(1).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(Mutation mutation) throws IOException {
            if (Bytes.equals(mutation.getRow(), Tables.ROW)) {
              throw new DoNotRetryIOException("not allowed");
            }
          }
        };
    List<Row> puts = List.of(number(Tables.ROW, 1), number(OTHER, 2), number(Tables.ROW, 3));
    Object[] results = new Object[3];

    RetriesExhaustedWithDetailsException failure =
        catchThrowableOfType(
            RetriesExhaustedWithDetailsException.class, () -> table.batch(puts, results));

    assertThat(failure.getNumExceptions()).isEqualTo(2);
    assertThat(failure.getRow(0)).isSameAs(puts.get(0));
    assertThat(failure.getRow(1)).isSameAs(puts.get(2));
    assertThat(failure.getCauses())
        .allSatisfy(
            cause -> assertThat(cause).hasMessageStartingWith("cloud 1 failed: not allowed"));
    assertThat(results[0]).isInstanceOf(IOException.class).isSameAs(results[2]);
    assertThat(results[1]).isInstanceOf(Result.class);
    assertThat(stamps()).as("it was taken back").hasSize(1);
  }

  private static List<List<Integer>> joined(Row... actions) {
    return JoinedActions.of(List.of(actions)).stream().map(JoinedActions::places).toList();
  }

  /** The timestamps of what the clouds show. */
  private Set<Long> stamps() {
    Set<Long> stamps = new TreeSet<>();
    clouds.get(0).visible().forEach(cell -> stamps.add(cell.getTimestamp()));
    return stamps;
  }

  private long read() throws IOException {
    return Bytes.toLong(table.get(new Get(Tables.ROW)).getValue(Tables.FAMILY, Tables.NUMBER));
  }

  private static Put number(byte[] row, long number) {
    return new Put(row).addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(number));
  }

  private static Put at(long timestamp, long number) {
    return new Put(Tables.ROW)
        .addColumn(Tables.FAMILY, Tables.NUMBER, timestamp, Bytes.toBytes(number));
  }
}
