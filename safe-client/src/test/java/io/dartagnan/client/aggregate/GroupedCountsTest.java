package io.dartagnan.client.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.rpc.IOSupplier;
import io.dartagnan.client.scan.QuestionGroup;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.wire.CloudDeviationException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Counts of rows whose number is less than an operand: as many as that. */
@Timeout(60)
class GroupedCountsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final RowInterval ALL = new RowInterval(new byte[0], new byte[0]);

  private final QuestionGroup.Groups<IOSupplier<Long>> groups =
      new QuestionGroup.Groups<>(PATIENCE);
  private final List<Integer> asked = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile CountDownLatch held = new CountDownLatch(1);
  private volatile boolean holdsSeveral;
  private volatile boolean knowsOneAlone;
  private volatile boolean deviates;

  private long count(long operand) throws IOException {
    return count(operand, 256);
  }

  private long count(long operand, int mostTogether) throws IOException {
    WhereClause where =
        WhereClause.compare(
            Tables.numberColumn(), Operator.LESS, Ordering.SIGNED, Bytes.toBytes(operand));
    return GroupedCounts.count(
        groups.of(Tables.TABLE.schema().table(), new Scan(), ALL),
        ALL,
        where,
        mostTogether,
        this::evaluate);
  }

  private GroupedCounts.Answer evaluate(QuestionGroup.Joint joint) throws IOException {
    List<WhereClause> each = joint.each();
    asked.add(each.size());
    List<Long> operands =
        each.stream().map(one -> Bytes.toLong(((WhereClause.Compare) one).operand())).toList();
    if (operands.get(0) == 0 || holdsSeveral && each.size() > 1) {
      try {
        held.await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
    }
    if (deviates && each.size() > 1) {
      throw new CloudDeviationException("cloud 1 lied");
    }
    if (knowsOneAlone && each.size() > 1) {
      throw new IOException("of an earlier release");
    }
    return new GroupedCounts.Answer(operands, 100);
  }

  private Future<Long> begin(long operand) {
    FutureTask<Long> task = new FutureTask<>(() -> count(operand));
    Thread thread = new Thread(task);
    threads.add(thread);
    thread.start();
    return task;
  }

  /** A count that is evaluated until all others may be, after one that says how few rows are. */
  private Future<Long> holdOne() throws IOException {
    count(1);
    asked.clear();
    Future<Long> first = begin(0);
    awaitThat(() -> asked.size() == 1);
    return first;
  }

  private Future<Long> waiting(long operand) {
    Future<Long> count = begin(operand);
    Thread thread = threads.get(threads.size() - 1);
    awaitThat(() -> thread.getState() == Thread.State.TIMED_WAITING);
    return count;
  }

  private static void awaitThat(Callable<Boolean> holds) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(2)).until(holds);
  }

  @AfterEach
  void nobodyWaitsAnyMore() throws InterruptedException {
    held.countDown();
    for (Thread thread : threads) {
      thread.join(PATIENCE.toMillis());
      assertThat(thread.isAlive()).isFalse();
    }
  }

  @Test
  void whatWaitsIsAskedAsOneAndEachTakesItsNumber() throws Exception {
    Future<Long> first = holdOne();
    List<Future<Long>> others = List.of(waiting(7), waiting(3), waiting(7));
    held.countDown();

    assertThat(first.get()).isZero();
    assertThat(others.get(0).get()).isEqualTo(7);
    assertThat(others.get(1).get()).isEqualTo(3);
    assertThat(others.get(2).get()).isEqualTo(7);
    assertThat(asked).containsExactly(1, 3);
  }

  /** Else those that wait would begin beside the one that they wait for. */
  @Test
  void whoIsAskedAloneEndsNobodysTurn() throws Exception {
    Future<Long> first = holdOne();
    Future<Long> one = waiting(7);
    assertThat(count(5, 1)).isEqualTo(5);
    Future<Long> other = waiting(3);
    held.countDown();
    first.get();

    assertThat(one.get()).isEqualTo(7);
    assertThat(other.get()).isEqualTo(3);
    assertThat(asked).containsExactly(1, 1, 2);
  }

  @Test
  void whereTheCloudsDoNotKnowSeveralEachIsAskedAlone() throws Exception {
    knowsOneAlone = true;
    Future<Long> first = holdOne();
    List<Future<Long>> others = List.of(waiting(7), waiting(3));
    held.countDown();
    first.get();

    assertThat(others.get(0).get()).isEqualTo(7);
    assertThat(others.get(1).get()).isEqualTo(3);
    assertThat(asked).containsExactly(1, 2, 1, 1);
    // Nor do the next ones wait for each other.
    held = new CountDownLatch(1);
    asked.clear();
    begin(0);
    awaitThat(() -> asked.size() == 1);
    Future<Long> next = begin(5);
    Thread thread = threads.get(threads.size() - 1);
    awaitThat(() -> next.isDone() || thread.getState() == Thread.State.TIMED_WAITING);
    assertThat(next.isDone()).isTrue();
  }

  /** A cloud that lies gets one try, at whichever of them it is. */
  @Test
  void howACloudDeviatedIsToldToAllAndNoneIsAskedAgain() throws Exception {
    Future<Long> first = holdOne();
    List<Future<Long>> others = List.of(waiting(7), waiting(3));
    deviates = true;
    held.countDown();
    first.get();

    for (Future<Long> other : others) {
      assertThatThrownBy(other::get)
          .hasCauseInstanceOf(CloudDeviationException.class)
          .hasMessageContaining("cloud 1 lied");
    }
    assertThat(asked).containsExactly(1, 2);
  }

  @Test
  void whoIsInterruptedWhileItAsksForOthersHoldsUpNobody() throws Exception {
    holdsSeveral = true;
    Future<Long> first = begin(1);
    first.get();
    asked.clear();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    FutureTask<Long> alone =
        new FutureTask<>(
            () ->
                GroupedCounts.count(
                    groups.of(Tables.TABLE.schema().table(), new Scan(), ALL),
                    ALL,
                    new WhereClause.Present(Tables.numberColumn()),
                    256,
                    each -> {
                      begun.countDown();
                      try {
                        end.await();
                      } catch (InterruptedException e) {
                        throw new InterruptedIOException();
                      }
                      return new GroupedCounts.Answer(List.of(9L), 100);
                    }));
    threads.add(new Thread(alone));
    threads.get(threads.size() - 1).start();
    begun.await();
    Future<Long> leader = waiting(7);
    Thread leading = threads.get(threads.size() - 1);
    Future<Long> led = waiting(3);
    end.countDown();
    awaitThat(() -> asked.contains(2));
    leading.interrupt();

    assertThatThrownBy(leader::get).hasCauseInstanceOf(InterruptedIOException.class);
    assertThat(led.get()).isEqualTo(3);
    assertThat(alone.get()).isEqualTo(9);
  }
}
