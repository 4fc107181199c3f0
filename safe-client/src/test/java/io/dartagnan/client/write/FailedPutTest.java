package io.dartagnan.client.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.dartagnan.client.MemoryConnection;
import io.dartagnan.client.OverMemoryClouds;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.read.DeepReconciliation;
import io.dartagnan.client.rpc.CloudThreads;
import io.dartagnan.client.settlement.ClientWrites;
import io.dartagnan.client.settlement.WriteLedger;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerVersions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left of puts that failed, and what readers see then. */
@Timeout(60)
class FailedPutTest extends OverMemoryClouds {
  private static final int RETRIES = 4;

  @Test
  void aPutThatOneCloudDoesNotHaveIsTakenBackFromTheOthers() throws IOException {
    table.put(put(1));
    clouds.get(2).fault = losingRequests("put");

    IOException failure = catchThrowableOfType(IOException.class, () -> table.put(put(2)));

    assertThat(failure)
        .isExactlyInstanceOf(ConnectException.class)
        .hasMessage(
            "cloud 2 failed: refused; what other clouds had of it was removed; a write needs all three clouds");
    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.visible()).hasSize(1);
    }
    table.put(put(3));
    assertThat(number(table.get(new Get(Tables.ROW)))).isEqualTo(3);
  }

  @Test
  void aPutWhoseReplyWasLostIsDone() throws IOException {
    table.put(put(1));
    clouds.get(1).fault = losingReplies("put");

    table.put(put(2));

    assertThat(number(table.get(new Get(Tables.ROW)))).isEqualTo(2);
  }

  /** A reader may have seen it: all three clouds have it, and the third cannot say so. */
  @Test
  void aPutThatMayBeCompleteIsNotTakenBack() throws IOException {
    table.put(put(1));
    clouds.get(1).fault = losingAllReplies();

    IOException failure = catchThrowableOfType(IOException.class, () -> table.put(put(2)));

    assertThat(failure)
        .hasMessage(
            "cloud 1 failed: reply lost; what a cloud did not answer for may have been written; read it to learn whether it was; a write needs all three clouds");
    clouds.get(1).fault = up();
    assertThat(number(table.get(new Get(Tables.ROW)))).isEqualTo(2);
  }

  @Test
  void aCloudThatDidNotAnswerIsWrittenToBeforeTheOthers() throws IOException {
    table.put(put(1));
    clouds.get(2).fault = down();
    catchThrowableOfType(IOException.class, () -> table.put(put(2)));
    for (int i = 0; i < RETRIES; i++) {
      IOException failure = catchThrowableOfType(IOException.class, () -> table.put(put(3)));
      assertThat(failure)
          .isExactlyInstanceOf(ConnectException.class)
          .hasMessage(
              "cloud 2 failed: refused; what cloud 2 may have of it may remain, and is never shown; a write needs all three clouds");
    }
    RetriesExhaustedWithDetailsException failure =
        catchThrowableOfType(
            RetriesExhaustedWithDetailsException.class,
            () -> table.put(new ArrayList<>(List.of(put(4), put(5)))));
    assertThat(failure.getNumExceptions()).isEqualTo(2);

    assertThat(clouds.get(0).visible()).as("what was there, and the first that failed").hasSize(2);
    assertThat(clouds.get(1).visible()).hasSize(2);
    clouds.get(2).fault = up();
    assertThat(number(table.get(new Get(Tables.ROW)))).isEqualTo(1);
    table.put(put(6));
    assertThat(number(table.get(new Get(Tables.ROW)))).isEqualTo(6);
  }

  @Test
  void batchesAndMutatorsTakeTheirPutsBackToo() throws IOException {
    table.put(put(1));
    clouds.get(0).fault = losingRequests("batch");
    List<Put> puts = List.of(put(2), put(3));

    RetriesExhaustedWithDetailsException failure =
        catchThrowableOfType(
            RetriesExhaustedWithDetailsException.class, () -> table.put(new ArrayList<>(puts)));
    assertThat(failure.getCause(0)).hasMessageStartingWith("cloud 0 failed: refused; ");
    clouds.get(0).fault = losingRequests("batch");
    try (BufferedMutator mutator = connection.getBufferedMutator(Tables.DECLARED.getTableName())) {
      mutator.mutate(puts);
      catchThrowableOfType(RetriesExhaustedWithDetailsException.class, mutator::flush);
    }

    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.visible()).hasSize(1);
    }
  }

  @Test
  void aFailureOfManyActionsIsLookedThroughOnce() {
    int actions = 200;
    List<Row> rows = Collections.nCopies(actions, put(1));
    List<Throwable> causes = Collections.nCopies(actions, new DoNotRetryIOException("no"));
    AtomicInteger looks = new AtomicInteger();
    clouds.get(0).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(String operation) throws IOException {
            if (operation.equals("batch")) {
              throw new CountingFailure(causes, rows, looks);
            }
          }
        };
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < actions; i++) {
      puts.add(put(i).setId("not joined " + i));
    }

    catchThrowableOfType(RetriesExhaustedWithDetailsException.class, () -> table.put(puts));

    assertThat(looks.get()).isBetween(1, 2 * actions);
  }

  private static final class CountingFailure extends RetriesExhaustedWithDetailsException {
    private static final long serialVersionUID = 1L;
    private final transient AtomicInteger looks;

    CountingFailure(List<Throwable> causes, List<Row> rows, AtomicInteger looks) {
      super(causes, rows, Collections.nCopies(rows.size(), "server:1"));
      this.looks = looks;
    }

    @Override
    public Row getRow(int i) {
      looks.incrementAndGet();
      return super.getRow(i);
    }
  }

  @Test
  void aPutThatTookThePlaceOfAnotherAtItsTimestampGivesItBack() throws IOException {
    table.put(at(5, 1));
    clouds.get(2).fault = losingRequests("put");

    IOException failure = catchThrowableOfType(IOException.class, () -> table.put(at(5, 2)));

    assertThat(failure)
        .hasMessage(
            "cloud 2 failed: refused; what other clouds had of it was removed; a write needs all three clouds");
    assertThat(number(table.get(new Get(Tables.ROW)))).isEqualTo(1);
    table.put(at(5, 3));
    assertThat(number(table.get(new Get(Tables.ROW)))).isEqualTo(3);
  }

  /** A client died between two clouds; an older value, at another timestamp, must not show. */
  @Test
  void whatAPutThatWasLeftHalfDoneTookThePlaceOfIsRead() throws IOException {
    table.put(at(4, 7));
    table.put(at(5, 1));
    for (Party cloud : List.of(Party.P0, Party.P1)) {
      leaveTorn(at(5, 2), cloud);
      assertThat(number(table.get(new Get(Tables.ROW)))).as("%s", cloud).isEqualTo(1);
    }
    leaveTorn(at(5, 3), Party.P2);
    assertThat(number(table.get(new Get(Tables.ROW)))).isEqualTo(1);
    table.put(at(5, 4));
    assertThat(number(table.get(new Get(Tables.ROW)))).isEqualTo(4);
  }

  private static Put at(long timestamp, long number) {
    return new Put(Tables.ROW)
        .addColumn(Tables.FAMILY, Tables.NUMBER, timestamp, Bytes.toBytes(number));
  }

  @Test
  void cellsWithATimestampOfTheApplicationsOwnStayWhereNothingWasBefore() throws IOException {
    clouds.get(2).fault = losingRequests("put");
    Put put = put(2).addColumn(Tables.FAMILY, Tables.PLAIN, 5, Tables.bytes("p"));

    IOException failure = catchThrowableOfType(IOException.class, () -> table.put(put));

    assertThat(failure)
        .hasMessageEndingWith(
            "; what cloud 0 and cloud 1 may have of it may remain, and is never shown; a write needs all three clouds");
    assertThat(clouds.get(0).visible())
        .singleElement()
        .extracting(c -> c.getTimestamp())
        .isEqualTo(5L);
  }

  @Test
  void whatACloudRefusedIsNotTakenBackThere() {
    clouds.get(1).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(String operation) throws IOException {
            assertThat(operation).isEqualTo("put");
            throw new DoNotRetryIOException("not allowed");
          }
        };

    IOException failure = catchThrowableOfType(IOException.class, () -> table.put(put(1)));

    assertThat(failure)
        .isExactlyInstanceOf(DoNotRetryIOException.class)
        .hasMessage("cloud 1 failed: not allowed; what other clouds had of it was removed");
  }

  @Test
  void anInterruptedPutIsTakenBackAndTheInterruptKept() throws IOException {
    table.put(put(1));
    clouds.get(1).fault = hangingUntilInterrupted("put");
    Thread.currentThread().interrupt();

    IOException failure = catchThrowableOfType(IOException.class, () -> table.put(put(2)));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(failure)
        .isInstanceOf(InterruptedIOException.class)
        // Whether the two other clouds were asked before the interrupt is chance.
        .extracting(Throwable::getMessage, STRING)
        .containsAnyOf("; what other clouds had of it was removed", "; 0 of 1 writes are done");
    assertThat(number(table.get(new Get(Tables.ROW)))).isEqualTo(1);
  }

  /** Two clouds have it and the third does not: they must not drop what was there for it. */
  @Test
  void anAtomicWriteIsTornIfThePoolClosesBeforeItIsDecided() throws IOException {
    table.put(put(1));
    long before = clouds.get(0).visible().get(0).getTimestamp();
    AtomicInteger staged = new AtomicInteger();
    for (MemoryCloud cloud : clouds) {
      cloud.fault =
          new MemoryCloud.Fault() {
            @Override
            public void after(String operation) {
              if (operation.equals("put") && staged.incrementAndGet() == 2) {
                connection.parts().fanOut().pool().shutdown();
              }
            }
          };
    }

    IOException failure =
        catchThrowableOfType(
            IOException.class,
            () -> table.incrementColumnValue(Tables.ROW, Tables.FAMILY, Tables.NUMBER, 1));

    assertThat(failure).hasMessageContaining("is closed").hasMessageContaining("not known");
    // It says that its clouds had to be closed on this thread, and is closed from here.
    catchThrowableOfType(IOException.class, connection::close);
    assertThat(staged).hasValue(2);
    assertThat(newest()).isGreaterThan(before);
    assertThat(isSettled(newest())).isFalse();
  }

  /** One thread is left for the clouds, and its call does not end before another was refused. */
  @ParameterizedTest
  @ValueSource(strings = {"put", "batch", "increment"})
  void whatThePoolIsFullForHalfWayIsTorn(String operation) throws Exception {
    ExecutorService pool = CloudThreads.create(3, Duration.ofSeconds(1));
    CountDownLatch over = new CountDownLatch(1);
    SafeConnection full = MemoryConnection.open(clouds, pool);
    try (Table narrow = full.getTable(table.getName())) {
      narrow.put(put(1));
      long before = newest();
      for (int busy = 0; busy < 2; busy++) {
        pool.execute(() -> awaitUninterrupted(over));
      }
      CountDownLatch written = new CountDownLatch(1);
      clouds.get(1).fault =
          new MemoryCloud.Fault() {
            @Override
            public void after(String done) {
              if (done.equals(operation.equals("batch") ? "batch" : "put")) {
                written.countDown();
                awaitUninterrupted(over);
              }
            }
          };

      IOException failure = catchThrowableOfType(IOException.class, () -> write(narrow, operation));

      assertThat(failure)
          .hasMessageContaining("all 3 threads of the connection have been busy")
          .hasMessageContaining(
              operation.equals("increment")
                  ? "may remain, and is never shown"
                  : "may have been written; read it to learn whether it was");
      written.await();
      assertIsTorn(operation, before);
      clouds.get(1).fault = up();
      assertThat(number(table.get(new Get(Tables.ROW)))).isEqualTo(1);
    } finally {
      over.countDown();
      full.close();
    }
  }

  private void write(Table to, String operation) throws IOException {
    switch (operation) {
      case "put" -> to.put(put(2));
      case "batch" -> to.put(List.of(put(2), put(3)));
      default -> to.incrementColumnValue(Tables.ROW, Tables.FAMILY, Tables.NUMBER, 1);
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        // As a call that was sent: it ends when it is answered.
        continue;
      }
    }
  }

  /** Nothing is known of what an {@code Error} leaves. */
  @ParameterizedTest
  @ValueSource(strings = {"put", "batch", "increment"})
  void whatEndsWithAnErrorIsTorn(String operation) throws IOException {
    table.put(put(1));
    long before = newest();
    clouds.get(1).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(String done) {
            if (done.equals(operation.equals("batch") ? "batch" : "put")) {
              throw new ThreadDeathOfTest();
            }
          }
        };

    catchThrowableOfType(ThreadDeathOfTest.class, () -> write(table, operation));

    assertIsTorn(operation, before);
    clouds.get(1).fault = up();
    assertThat(number(table.get(new Get(Tables.ROW)))).isEqualTo(1);
  }

  /** What an increment did not commit may be on a cloud, and need not. */
  private void assertIsTorn(String operation, long before) {
    if (!operation.equals("increment")) {
      assertThat(newest()).as("on one cloud").isGreaterThan(before);
    }
    assertThat(newest())
        .satisfiesAnyOf(
            newest -> assertThat(newest).isEqualTo(before),
            newest -> assertThat(isSettled(newest)).isFalse());
  }

  private long newest() {
    return clouds.stream()
        .flatMap(cloud -> cloud.visible().stream())
        .mapToLong(Cell::getTimestamp)
        .max()
        .orElseThrow();
  }

  /** Whether a stamp is settled once the process' clock has passed it. */
  private static boolean isSettled(long stamp) {
    while (WriteLedger.PROCESS.settlement().through() < stamp) {
      Thread.onSpinWait();
    }
    return WriteLedger.PROCESS.settlement().isSettled(stamp);
  }

  private static final class ThreadDeathOfTest extends Error {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void completeVersionIsFoundBelowAnyNumberOfTornOnes() throws Exception {
    table.put(put(1));
    leaveTorn(12);

    assertThat(number(table.get(new Get(Tables.ROW)))).isEqualTo(1);
    assertThat(number(table.get(List.of(new Get(Tables.ROW)))[0])).isEqualTo(1);
    assertThat(table.exists(new Get(Tables.ROW))).isTrue();
    try (ResultScanner scanner = table.getScanner(new Scan().readVersions(2))) {
      Result row = scanner.next();
      assertThat(number(row)).isEqualTo(1);
      assertThat(row.size()).isEqualTo(1);
      assertThat(scanner.next()).isNull();
    }
  }

  @Test
  void lookingFurtherDownStaysWithinTheTimeAskedFor() throws Exception {
    table.put(put(1));
    long written = table.get(new Get(Tables.ROW)).rawCells()[0].getTimestamp();
    leaveTorn(6);

    Get get = new Get(Tables.ROW).setTimeRange(written + 1, Long.MAX_VALUE);
    assertThat(table.get(get).isEmpty()).isTrue();
    assertThat(number(table.get(get.setTimeRange(written, Long.MAX_VALUE)))).isEqualTo(1);
  }

  /** The clouds judged the row by what they returned; whether it holds is seen when it is read. */
  @Test
  void theColumnOfAFilterIsNotLookedIntoFurtherThanTheCloudsDidButItsRowIsReadAgain()
      throws IOException {
    List<Result> torn = new ArrayList<>();
    for (Party cloud : List.of(Party.P0, Party.P1)) {
      List<Cell> cells = new ArrayList<>();
      for (int i = 0; i < InnerVersions.withSlack(1); i++) {
        cells.add(Tables.share(cloud, 50 - i, 900 + i, 1));
      }
      torn.add(Result.create(cells));
    }
    torn.add(Result.create(List.of(Tables.share(Party.P2, 10, 1, 1))));
    AtomicInteger looks = new AtomicInteger();
    DeepReconciliation.Clouds clouds =
        gets -> {
          looks.incrementAndGet();
          return Collections.nCopies(3, new Result[] {Result.EMPTY_RESULT});
        };
    Scan scan = new Scan();

    DeepReconciliation.of(scan, Tables.TABLE, clouds).reconcile(torn);
    assertThat(looks).as("further down and again, of a column that nobody judged").hasValue(2);

    Result row =
        DeepReconciliation.of(scan, Tables.TABLE, clouds)
            .leaving(List.of(Tables.numberColumn()), whole -> true)
            .reconcile(torn);
    assertThat(looks).as("again, of one that the clouds did").hasValue(3);
    assertThat(row.isEmpty()).isTrue();
  }

  /** As a client that died before it could take them back. */
  private void leaveTorn(int puts) throws IOException {
    for (int i = 0; i < puts; i++) {
      leaveTorn(put(100 + i), Party.P0, Party.P1);
    }
  }

  private void leaveTorn(Put put, Party... those) throws IOException {
    WriteSplitter splitter =
        new WriteSplitter(
            new SecureRandom(),
            new ClientWrites(WriteLedger.PROCESS, () -> 0),
            (table, rows, entry) -> {},
            connection.parts().splitter().torn(),
            0);
    SplitWrite write;
    try (WriteLedger.Entry entry = splitter.begin()) {
      write = splitter.split(Tables.TABLE, List.of(put), entry).get(0);
    }
    for (Party cloud : those) {
      Connection inMemory = clouds.get(cloud.index()).connection();
      try (Table inner = inMemory.getTable(table.getName())) {
        inner.put((Put) write.on(cloud));
      }
    }
  }

  private static Put put(long number) {
    return new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(number));
  }

  private static long number(Result row) {
    return Bytes.toLong(row.getValue(Tables.FAMILY, Tables.NUMBER));
  }

  private static MemoryCloud.Fault up() {
    return new MemoryCloud.Fault() {};
  }

  private static MemoryCloud.Fault down() {
    return new MemoryCloud.Fault() {
      @Override
      public void before(String operation) throws IOException {
        throw new ConnectException("refused");
      }
    };
  }

  /** Loses the first request for an operation. */
  private static MemoryCloud.Fault losingRequests(String lost) {
    return new MemoryCloud.Fault() {
      private boolean done;

      @Override
      public void before(String operation) throws IOException {
        if (operation.equals(lost) && !done) {
          done = true;
          throw new ConnectException("refused");
        }
      }
    };
  }

  private static MemoryCloud.Fault losingAllReplies() {
    return new MemoryCloud.Fault() {
      @Override
      public void after(String operation) throws IOException {
        throw new IOException("reply lost");
      }
    };
  }

  private static MemoryCloud.Fault hangingUntilInterrupted(String operation) {
    return new MemoryCloud.Fault() {
      @Override
      public void before(String begun) throws IOException {
        try {
          if (begun.equals(operation)) {
            new CountDownLatch(1).await();
          }
        } catch (InterruptedException e) {
          throw new InterruptedIOException("interrupted");
        }
      }
    };
  }

  /** Loses the first reply to an operation. */
  private static MemoryCloud.Fault losingReplies(String lost) {
    return new MemoryCloud.Fault() {
      private boolean done;

      @Override
      public void after(String operation) throws IOException {
        if (operation.equals(lost) && !done) {
          done = true;
          throw new IOException("reply lost");
        }
      }
    };
  }
}
