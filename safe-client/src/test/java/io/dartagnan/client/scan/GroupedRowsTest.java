package io.dartagnan.client.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.read.RowScanner;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.wire.CloudDeviationException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GroupedRowsTest {
  private static final int ROWS = 100;

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private QuestionGroup.Groups<GroupedRows.Answer> groups = new QuestionGroup.Groups<>(PATIENCE);
  private final List<Evaluation> begun = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private long judged = ROWS;
  private int most = 256;
  private byte[] filling = new byte[0];
  private volatile IOException failure;
  private volatile int liesWith = -1;
  private volatile boolean failsIfClosed;

  /** Rows r000 to r099 with the numbers 0 to 99, of which a clause chooses some. */
  private final class Evaluation implements RowScanner {
    private final RowInterval rowsAsked;
    private final WhereClause where;
    private final CompletableFuture<Iterator<Result>> rows = new CompletableFuture<>();
    private volatile boolean closed;

    Evaluation(RowInterval rows, WhereClause where, boolean held) {
      this.rowsAsked = rows;
      this.where = where;
      begun.add(this);
      if (!held) {
        finish();
      }
    }

    void finish() {
      rows.complete(
          IntStream.range(0, ROWS)
              .filter(number -> rowsAsked.contains(row(number).getRow()))
              .filter(number -> number == liesWith || where.holds(row(number)))
              .mapToObj(this::row)
              .iterator());
    }

    private Result row(int number) {
      byte[] key = Bytes.toBytes("r%03d".formatted(number));
      Cell value = new KeyValue(key, Tables.FAMILY, Tables.NUMBER, 1, Bytes.toBytes((long) number));
      return Result.create(List.of(value, new KeyValue(key, Tables.FAMILY, null, 1, filling)));
    }

    @Override
    public Result next() throws IOException {
      try {
        Iterator<Result> found = rows.get();
        return closed || !found.hasNext() ? null : found.next();
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      } catch (ExecutionException e) {
        throw (IOException) e.getCause();
      }
    }

    @Override
    public long judgedRows() {
      return judged;
    }

    @Override
    public void close() {
      closed = true;
      if (failsIfClosed && where instanceof WhereClause.Joined) {
        rows.completeExceptionally(new IOException("closed while it was read"));
      }
      finish();
    }
  }

  @AfterEach
  void everyEvaluationIsClosed() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(PATIENCE.toMillis());
      assertThat(thread.isAlive()).isFalse();
    }
    assertThat(begun).allMatch(each -> each == null || each.closed);
  }

  private static WhereClause number(Operator operator, long operand) {
    return WhereClause.compare(
        Tables.numberColumn(), operator, Ordering.SIGNED, Bytes.toBytes(operand));
  }

  private RowScanner scanner(WhereClause where, boolean held) throws IOException {
    return scanner(interval("", ""), where, held);
  }

  private static RowInterval interval(String start, String stop) {
    return new RowInterval(Bytes.toBytes(start), Bytes.toBytes(stop));
  }

  private RowScanner scanner(RowInterval rows, WhereClause where, boolean held) throws IOException {
    return new GroupedRows(
        groups.of(Tables.TABLE.schema().table(), new Scan(), rows),
        rows,
        where,
        most,
        (some, any) -> {
          if (failure != null) {
            begun.add(null);
            throw failure;
          }
          return new Evaluation(some, any, held);
        });
  }

  private static List<String> read(RowScanner scanner) throws IOException {
    List<String> keys = new ArrayList<>();
    try (scanner) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        keys.add(Bytes.toString(row.getRow()));
      }
    }
    return keys;
  }

  private Future<List<String>> begin(RowScanner scanner) {
    FutureTask<List<String>> task = new FutureTask<>(() -> read(scanner));
    Thread thread = new Thread(task);
    threads.add(thread);
    thread.start();
    return task;
  }

  /** A scan that is evaluated until it is told to end, after one that taught how many rows are. */
  private Future<List<String>> holdOne() throws IOException {
    read(scanner(number(Operator.EQUAL, 0), false));
    begun.clear();
    Future<List<String>> held = begin(scanner(number(Operator.EQUAL, 1), true));
    awaitThat(() -> begun.size() == 1);
    return held;
  }

  private void awaitThat(Callable<Boolean> holds) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(2)).until(holds);
  }

  /** Begins scans one by one, so that they wait in this order. */
  private List<Future<List<String>>> waiting(WhereClause... clauses) throws IOException {
    List<Future<List<String>>> scans = new ArrayList<>();
    for (WhereClause where : clauses) {
      scans.add(begin(scanner(where, false)));
      Thread thread = threads.get(threads.size() - 1);
      awaitThat(() -> thread.getState() == Thread.State.TIMED_WAITING);
    }
    return scans;
  }

  @Test
  void whatWaitsIsEvaluatedAsOneAndEachTakesItsRows() throws Exception {
    Future<List<String>> held = holdOne();
    List<Future<List<String>>> others =
        waiting(
            number(Operator.EQUAL, 5),
            number(Operator.LESS, 3),
            number(Operator.GREATER, 500),
            number(Operator.EQUAL, 5));
    begun.get(0).finish();

    assertThat(held.get()).containsExactly("r001");
    assertThat(others.get(0).get()).containsExactly("r005");
    assertThat(others.get(1).get()).containsExactly("r000", "r001", "r002");
    assertThat(others.get(2).get()).isEmpty();
    assertThat(others.get(3).get()).containsExactly("r005");
    assertThat(begun)
        .extracting(each -> each.where.toString())
        .containsExactly("f:n = ?", "f:n = ? OR f:n < ? OR f:n > ? OR f:n = ?");
    assertThat(begun).allMatch(each -> each.closed);
  }

  /** Each is asked about its own rows alone. */
  @Test
  void whatBeginsElsewhereIsEvaluatedFromTheFirstRowOn() throws Exception {
    Future<List<String>> held = holdOne();
    List<Future<List<String>>> others = new ArrayList<>();
    for (String start : List.of("r050", "r020", "r097")) {
      others.add(begin(scanner(interval(start, ""), number(Operator.GREATER, 95), false)));
      Thread thread = threads.get(threads.size() - 1);
      awaitThat(() -> thread.getState() == Thread.State.TIMED_WAITING);
    }
    others.add(begin(scanner(interval("r021", ""), number(Operator.LESS, 23), false)));
    Thread thread = threads.get(threads.size() - 1);
    awaitThat(() -> thread.getState() == Thread.State.TIMED_WAITING);
    begun.get(0).finish();

    held.get();
    assertThat(others.get(0).get()).containsExactly("r096", "r097", "r098", "r099");
    assertThat(others.get(1).get()).containsExactly("r096", "r097", "r098", "r099");
    assertThat(others.get(2).get()).containsExactly("r097", "r098", "r099");
    assertThat(others.get(3).get()).containsExactly("r021", "r022");
    assertThat(begun).hasSize(2);
    assertThat(begun.get(1).rowsAsked.start()).isEqualTo(Bytes.toBytes("r020"));
    assertThat(begun.get(1).where.toString())
        .isEqualTo(
            "(f:n > ? AND row key >= ?) OR (f:n < ? AND row key >= ?)"
                + " OR (f:n > ? AND row key >= ?) OR (f:n > ? AND row key >= ?)");
  }

  /** How many rows lie before what was asked about so far is not known. */
  @Test
  void whatBeginsBeforeRowsThatAreKnownToBeFewIsEvaluatedAlone() throws Exception {
    read(scanner(interval("r050", ""), number(Operator.EQUAL, 0), false));
    Future<List<String>> held =
        begin(scanner(interval("r060", ""), number(Operator.EQUAL, 61), true));
    awaitThat(() -> begun.size() == 2);

    assertThat(read(scanner(interval("r040", ""), number(Operator.EQUAL, 45), false)))
        .containsExactly("r045");
    begun.get(1).finish();
    assertThat(held.get()).containsExactly("r061");

    begun.clear();
    held = begin(scanner(interval("r060", ""), number(Operator.EQUAL, 61), true));
    awaitThat(() -> begun.size() == 1);
    Future<List<String>> waiting =
        begin(scanner(interval("r040", ""), number(Operator.EQUAL, 46), false));
    Thread thread = threads.get(threads.size() - 1);
    awaitThat(() -> thread.getState() == Thread.State.TIMED_WAITING);
    begun.get(0).finish();
    held.get();
    assertThat(waiting.get()).containsExactly("r046");
  }

  /** A filter on keys may let pass what it would not behind the rows of another scan. */
  @Test
  void whatHasAFilterOnKeysIsEvaluatedWithWhatBeginsAlikeAlone() throws Exception {
    Scan filtered = new Scan().setFilter(new PrefixFilter(Bytes.toBytes("r")));
    TableName table = Tables.TABLE.schema().table();
    assertThat(groups.of(table, filtered, interval("a", "")))
        .isSameAs(groups.of(table, filtered, interval("a", "")))
        .isNotSameAs(groups.of(table, filtered, interval("b", "")));
    assertThat(groups.of(table, new Scan(), interval("a", "")))
        .isSameAs(groups.of(table, new Scan(), interval("b", "")))
        .isNotSameAs(groups.of(table, new Scan(), interval("b", "c")));
    Scan reversed = new Scan().setReversed(true);
    assertThat(groups.of(table, reversed, interval("a", "")))
        .isNotSameAs(groups.of(table, reversed, interval("b", "")));
  }

  /** What begins with one row is asked as before, which the release before understands. */
  @Test
  void whatBeginsAlikeIsAskedWithoutKeys() throws Exception {
    Future<List<String>> held = holdOne();
    List<Future<List<String>>> others = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      others.add(begin(scanner(interval("r010", ""), number(Operator.LESS, 12), false)));
      Thread thread = threads.get(threads.size() - 1);
      awaitThat(() -> thread.getState() == Thread.State.TIMED_WAITING);
    }
    begun.get(0).finish();

    held.get();
    for (Future<List<String>> other : others) {
      assertThat(other.get()).containsExactly("r010", "r011");
    }
    assertThat(begun.get(1).where.toString()).isEqualTo("f:n < ? OR f:n < ?");
  }

  /** A scan that ends before the others is not held up by what they read behind it. */
  @Test
  void whatEndsElsewhereIsNotEvaluatedWithOthers() throws Exception {
    Future<List<String>> held = holdOne();

    assertThat(read(scanner(interval("r010", "r020"), number(Operator.LESS, 12), false)))
        .containsExactly("r010", "r011");
    begun.get(0).finish();
    held.get();
  }

  @Test
  void resultsOfTheSameRowAreEachScansOwn() throws Exception {
    Future<List<String>> held = holdOne();
    List<RowScanner> scanners =
        List.of(
            scanner(number(Operator.EQUAL, 7), false), scanner(number(Operator.EQUAL, 7), false));
    List<FutureTask<Result>> first =
        scanners.stream().map(scanner -> new FutureTask<>(scanner::next)).toList();
    for (FutureTask<Result> task : first) {
      Thread thread = new Thread(task);
      threads.add(thread);
      thread.start();
      awaitThat(() -> thread.getState() == Thread.State.TIMED_WAITING);
    }
    begun.get(0).finish();
    held.get();

    Result one = first.get(0).get();
    assertThat(one.advance()).isTrue();
    assertThat(one.advance()).isTrue();
    assertThat(first.get(1).get().advance()).isTrue();
    assertThat(begun).hasSize(2);
    assertThat(scanners).allMatch(scanner -> scanner.judgedRows() == ROWS);
    assertThat(scanners).allMatch(scanner -> scanner.droppedRows() == ROWS - 1);
  }

  @Test
  void aScanThatFindsNoneUnderWayIsEvaluatedAlone() throws IOException {
    for (int i = 0; i < 3; i++) {
      assertThat(read(scanner(number(Operator.EQUAL, i), false))).containsExactly("r00" + i);
    }
    assertThat(begun).hasSize(3);
  }

  @Test
  void scansOfManyRowsOrOfWhoWantsNoneDoNotWait() throws Exception {
    judged = QuestionGroup.MOST_JUDGED + 1;
    Future<List<String>> held = holdOne();
    assertThat(read(scanner(number(Operator.EQUAL, 2), false))).containsExactly("r002");
    begun.get(0).finish();
    held.get();

    judged = ROWS;
    held = holdOne();
    most = 1;
    assertThat(read(scanner(number(Operator.EQUAL, 2), false))).containsExactly("r002");
    begun.get(0).finish();
    held.get();
  }

  @Test
  void whereTheEvaluationForAllFailsEachBeginsAnew() throws Exception {
    Future<List<String>> held = holdOne();
    List<Future<List<String>>> others =
        waiting(number(Operator.EQUAL, 5), number(Operator.EQUAL, 6));
    failure = new IOException("together");
    begun.get(0).finish();
    held.get();

    for (Future<List<String>> other : others) {
      assertThatThrownBy(other::get).hasCause(failure);
    }
    // One for both, and one for each.
    assertThat(begun).hasSize(4);
  }

  /** Each that began anew would have the verdicts of the same rows opened three times more. */
  @Test
  void whatOpenedVerdictsTooOftenEndsAllWithoutBeginningAnew() throws Exception {
    Future<List<String>> held = holdOne();
    List<Future<List<String>>> others =
        waiting(number(Operator.EQUAL, 5), number(Operator.EQUAL, 6));
    failure =
        new IOException(
            "explained", new RangeRun.OpenedTooOftenException("three times", new IOException()));
    begun.get(0).finish();
    held.get();

    for (Future<List<String>> other : others) {
      assertThatThrownBy(other::get)
          .hasCauseInstanceOf(RetriesExhaustedException.class)
          .hasMessageContaining("explained");
    }
    assertThat(begun).hasSize(2);
  }

  @Test
  void howACloudDeviatedIsToldToAllAndNoneIsEvaluatedAgain() throws Exception {
    Future<List<String>> held = holdOne();
    List<Future<List<String>>> others =
        waiting(number(Operator.EQUAL, 5), number(Operator.EQUAL, 6));
    failure = new CloudDeviationException("cloud 1 lied");
    begun.get(0).finish();
    held.get();

    for (Future<List<String>> other : others) {
      assertThatThrownBy(other::get)
          .hasCauseInstanceOf(CloudDeviationException.class)
          .hasMessageContaining("cloud 1 lied");
    }
    assertThat(begun).hasSize(2);
  }

  @Test
  void anAnswerThatIsTooLargeIsNotShared() throws Exception {
    Future<List<String>> held = holdOne();
    filling = new byte[(int) GroupedRows.MOST_BYTES / 2];
    List<Future<List<String>>> others =
        waiting(number(Operator.LESS, 4), number(Operator.EQUAL, 6));
    begun.get(0).finish();

    held.get();
    assertThat(others.get(0).get()).hasSize(4);
    assertThat(others.get(1).get()).containsExactly("r006");
    assertThat(begun).hasSize(4);
    assertThat(begun).allMatch(each -> each.closed);

    // Nor are the next ones tried together.
    begun.clear();
    held = begin(scanner(number(Operator.EQUAL, 1), true));
    awaitThat(() -> begun.size() == 1);
    for (int i = 0; i < 2; i++) {
      Future<List<String>> next = begin(scanner(number(Operator.EQUAL, 2), false));
      Thread thread = threads.get(threads.size() - 1);
      awaitThat(() -> next.isDone() || thread.getState() == Thread.State.TIMED_WAITING);
    }
    begun.get(0).finish();
    held.get();
    awaitThat(() -> begun.size() == 3);
    assertThat(begun).extracting(each -> each.where.toString()).containsOnly("f:n = ?");
  }

  @Test
  void whoIsClosedWhileItEvaluatesForOthersEndsNoneOfTheirs() throws Exception {
    Future<List<String>> held = holdOne();
    RowScanner leader = scanner(number(Operator.EQUAL, 5), true);
    Future<List<String>> led = begin(leader);
    Thread thread = threads.get(threads.size() - 1);
    awaitThat(() -> thread.getState() == Thread.State.TIMED_WAITING);
    List<Future<List<String>>> others = waiting(number(Operator.EQUAL, 6));
    begun.get(0).finish();
    held.get();
    awaitThat(() -> begun.size() == 2);
    leader.close();

    assertThat(led.get()).isEmpty();
    assertThat(others.get(0).get()).containsExactly("r006");
  }

  /** Nothing is wrong with evaluating scans together. */
  @Test
  void whoIsClosedWhileItEvaluatesForOthersKeepsNoneApart() throws Exception {
    failsIfClosed = true;
    whoIsClosedWhileItEvaluatesForOthersEndsNoneOfTheirs();
    failsIfClosed = false;

    assertThat(sizesOfGroups(2)).containsExactly(1, 2);
  }

  @Test
  void whoIsClosedWhileItWaitsReturnsNothingAndHoldsUpNobody() throws Exception {
    Future<List<String>> held = holdOne();
    RowScanner first = scanner(number(Operator.EQUAL, 5), false);
    Future<List<String>> closed = begin(first);
    Thread thread = threads.get(threads.size() - 1);
    awaitThat(() -> thread.getState() == Thread.State.TIMED_WAITING);
    List<Future<List<String>>> others = waiting(number(Operator.EQUAL, 6));
    first.close();

    assertThat(closed.get()).isEmpty();
    begun.get(0).finish();
    held.get();
    assertThat(others.get(0).get()).containsExactly("r006");
  }

  @Test
  void whoIsInterruptedWhileItWaitsHoldsUpNobody() throws Exception {
    Future<List<String>> held = holdOne();
    Future<List<String>> interrupted = waiting(number(Operator.EQUAL, 5)).get(0);
    Thread thread = threads.get(threads.size() - 1);
    List<Future<List<String>>> others = waiting(number(Operator.EQUAL, 6));
    thread.interrupt();

    assertThatThrownBy(interrupted::get).hasCauseInstanceOf(InterruptedIOException.class);
    begun.get(0).finish();
    held.get();
    assertThat(others.get(0).get()).containsExactly("r006");
  }

  /** A cloud that returns more than was asked for is found out by who reads it. */
  @Test
  void aRowThatNobodyAskedForEndsTheScanThatReadsIt() throws Exception {
    Future<List<String>> held = holdOne();
    List<Future<List<String>>> others =
        waiting(number(Operator.GREATER, 500), number(Operator.GREATER, 600));
    liesWith = 7;
    begun.get(0).finish();

    assertThatThrownBy(others.get(0)::get)
        .hasCauseInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("deviates from the protocol");
    // Whoever reads its own answer holds each row against its clause.
    assertThat(others.get(1).get()).containsExactly("r007");
    assertThat(begun).hasSize(3);
    held.get();
  }

  @Test
  void whoWaitsTooLongIsEvaluatedAloneAndWhoComesThenDoesNotWait() throws Exception {
    groups = new QuestionGroup.Groups<>(Duration.ofMillis(50));
    Future<List<String>> held = holdOne();
    Future<List<String>> late = begin(scanner(number(Operator.EQUAL, 5), false));
    assertThat(late.get()).containsExactly("r005");

    Future<List<String>> next = begin(scanner(number(Operator.EQUAL, 6), false));
    Thread thread = threads.get(threads.size() - 1);
    awaitThat(() -> next.isDone() || thread.getState() == Thread.State.TIMED_WAITING);
    assertThat(next.isDone()).isTrue();
    begun.get(0).finish();
    held.get();
  }

  @Test
  void noMoreAreEvaluatedAsOneThanTheSettingAndTheRowsAllow() throws Exception {
    most = 2;
    assertThat(sizesOfGroups(3)).containsExactly(1, 2, 1);
    most = 256;
    judged = QuestionGroup.MOST_LANES / 8;
    assertThat(sizesOfGroups(9)).containsExactly(1, 8, 1);
  }

  /** Conditions of each evaluation, of scans with one each that wait while one is held. */
  private List<Integer> sizesOfGroups(int waiting) throws Exception {
    Future<List<String>> held = holdOne();
    List<Future<List<String>>> others =
        waiting(
            IntStream.range(0, waiting)
                .mapToObj(number -> number(Operator.EQUAL, number))
                .toArray(WhereClause[]::new));
    begun.get(0).finish();
    held.get();
    for (int i = 0; i < waiting; i++) {
      assertThat(others.get(i).get()).containsExactly("r00" + i);
    }
    return begun.stream().map(each -> each.where.toString().split(" OR ").length).toList();
  }
}
