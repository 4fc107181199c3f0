package io.dartagnan.client.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.OverMemoryClouds;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.table.ConnectionParts;
import io.dartagnan.write.Settlement;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clouds are told of writes when no write tells it. */
@Timeout(60)
class SettlementNotifierTest extends OverMemoryClouds {
  private static final TableName TABLE = Tables.DECLARED.getTableName();

  private final AtomicLong wall = new AtomicLong(100);
  private final AtomicLong numbers = new AtomicLong(7);
  private final AtomicLong elapsed = new AtomicLong();
  private final WriteLedger ledger =
      new WriteLedger(new WriteClock(wall::get), numbers::getAndIncrement, elapsed::get);
  private final ClientWrites writes = new ClientWrites(ledger, () -> 0);
  private SettlementNotifier teller;

  @BeforeEach
  void tell() {
    ConnectionParts parts = connection.parts();
    teller = new SettlementNotifier(cloud -> parts.clouds().get(cloud.index()), parts.fanOut());
  }

  @AfterEach
  void stop() {
    teller.close();
  }

  @Test
  void aTableIsToldOfAClosedBookWhileItIsWrittenAndWhenItsLastWriteEnds() throws Exception {
    WriteLedger.Entry stuck = writes.begin();
    long first = write(stuck, Tables.ROW);
    long after;
    later(10_000);
    try (WriteLedger.Entry entry = writes.begin()) {
      after = write(entry, Tables.bytes("other"));
    }
    wall.set(20_000);

    awaitHeard(told -> told.writer() == 8 && told.isSettled(after));
    assertThat(heard(clouds.get(0), "server"))
        .noneMatch(told -> told.writer() == 7 && told.isSettled(first));
    stuck.close();
    awaitHeard(told -> told.writer() == 7 && told.isSettled(first));
  }

  /** Marks of the writes that follow tell them nothing of it. */
  @Test
  void eachServerIsToldOfAClosedBook() throws Exception {
    List<String> splits = IntStream.range(10, 70).mapToObj(Integer::toString).toList();
    clouds.forEach(cloud -> cloud.splits = splits);
    WriteLedger.Entry stuck = writes.begin();
    write(stuck, Tables.bytes("stuck"));
    long last = 0;
    try (WriteLedger.Entry entry = writes.begin()) {
      for (int i = 1_000; i < 7_000; i++) {
        last = write(entry, Tables.bytes(Integer.toString(i)));
      }
    }
    later(10_000);
    try (WriteLedger.Entry entry = writes.begin()) {
      write(entry, Tables.ROW);
    }
    stuck.close();

    long written = last;
    for (String host : splits) {
      awaitHeard(clouds, host, told -> told.writer() == 7 && told.isSettled(written));
    }
  }

  @Test
  void aCloudThatDoesNotAnswerIsToldOnceItDoes() throws Exception {
    AtomicInteger unanswered = new AtomicInteger();
    MemoryCloud down = clouds.get(2);
    down.fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(String operation) throws IOException {
            unanswered.incrementAndGet();
            throw new IOException("down");
          }
        };
    WriteLedger.Entry stuck = writes.begin();
    long first = write(stuck, Tables.ROW);
    later(10_000);
    WriteLedger.Entry next = writes.begin();
    long second = write(next, Tables.ROW);
    stuck.close();
    next.close();
    later(20_000);
    Predicate<Settlement> ofFirst = told -> told.writer() == 7 && told.isSettled(first);
    Predicate<Settlement> ofSecond = told -> told.writer() == 8 && told.isSettled(second);
    awaitHeard(clouds.subList(0, 2), "server", ofFirst);
    awaitHeard(clouds.subList(0, 2), "server", ofSecond);
    int before = unanswered.get();
    await(() -> unanswered.get() > before, () -> "it is asked no more");
    down.fault = new MemoryCloud.Fault() {};

    awaitHeard(List.of(down), "server", ofFirst);
    awaitHeard(List.of(down), "server", ofSecond);
  }

  /** Nothing else would tell it: the process writes no more. */
  @Test
  void aQuietTableIsToldAgainWhenAWriteUnderWayEnds() throws Exception {
    WriteLedger.Entry stuck = writes.begin();
    long stamp = write(stuck, Tables.ROW);
    awaitHeard(told -> true);
    stuck.close();
    wall.set(20_000);

    awaitHeard(told -> told.isSettled(stamp));
  }

  /** Its stamp is that of other writes. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCloudThatHeardOfATornWriteIsToldThatItIsNoLonger(boolean isClosed) throws Exception {
    WriteLedger.Entry entry = writes.begin();
    long stamp = write(entry, Tables.ROW);
    WriteLedger.Line line = entry.enter(stamp);
    entry.close();
    line.seek(true);
    wall.set(isClosed ? 3_600_000 : 20_000);
    awaitHeard(told -> told.writer() == 7 && Arrays.equals(told.torn(), new long[] {stamp}));
    // In another book if the clock is put right. It is told of in a later turn.
    wall.set(20_000);
    try (WriteLedger.Entry later = writes.begin()) {
      later.enter(later.next(Tables.ROW)).settle();
      teller.written(TableName.valueOf("other"), List.of(new Put(Tables.ROW)), later);
    }
    wall.set(30_000);
    awaitHeard(told -> told.writer() == (isClosed ? 8 : 7) && told.through() == 29_999);

    line.settle();
    line.seek(false);

    awaitHeard(told -> told.writer() == 7 && told.isSettled(stamp));
  }

  @Test
  void aTableThatIsFlushedWhileItIsWrittenIsToldWhenTheWriteEnds() throws Exception {
    WriteLedger.Entry entry = writes.begin();
    long stamp = write(entry, Tables.ROW);
    teller.tell(TABLE);
    assertThat(heard(clouds.get(0), "server")).isNotEmpty();
    entry.close();
    wall.set(20_000);

    awaitHeard(told -> told.isSettled(stamp));
  }

  /** As where one row is written often. */
  @Test
  void aStampAheadOfTheTimeIsToldWhenTheTimeHasCome() throws Exception {
    long stamp = 0;
    try (WriteLedger.Entry entry = writes.begin()) {
      for (int i = 0; i < 50; i++) {
        stamp = write(entry, Tables.ROW);
      }
    }
    long last = stamp;
    awaitHeard(told -> true);
    wall.set(last + 1);

    awaitHeard(told -> told.isSettled(last));
  }

  @Test
  void ofManyBooksThatACloudDoesNotAcknowledgeTheOldestThatHasEndedIsGivenUp() throws Exception {
    clouds.forEach(
        cloud ->
            cloud.fault =
                new MemoryCloud.Fault() {
                  @Override
                  public void before(String operation) throws IOException {
                    throw new IOException("down");
                  }
                });
    WriteLedger.Entry first = writes.begin();
    long firstStamp = write(first, Tables.ROW);
    WriteLedger.Entry previous = first;
    for (int i = 1; i <= SettlementNotifier.MOST_BOOKS + 1; i++) {
      later(i * 6_000L);
      WriteLedger.Entry entry = writes.begin();
      write(entry, Tables.ROW);
      if (previous != first) {
        previous.close();
      }
      previous = entry;
    }
    previous.close();
    first.close();
    later(100_000_000);
    clouds.forEach(cloud -> cloud.fault = new MemoryCloud.Fault() {});

    awaitHeard(told -> told.writer() == 7 && told.isSettled(firstStamp));
    awaitHeard(told -> told.writer() == 7 + SettlementNotifier.MOST_BOOKS + 1);
    assertThat(heard(clouds.get(0), "server")).noneMatch(told -> told.writer() == 8);
  }

  @Test
  void closingTellsWhatItKeptFromBeingTold() throws Exception {
    CountDownLatch begun = new CountDownLatch(3);
    CountDownLatch never = new CountDownLatch(1);
    for (MemoryCloud cloud : clouds) {
      cloud.fault =
          new MemoryCloud.Fault() {
            @Override
            public void before(String operation) throws IOException {
              begun.countDown();
              try {
                never.await();
              } catch (InterruptedException e) {
                throw (IOException) new InterruptedIOException().initCause(e);
              }
            }
          };
    }
    long stamp;
    try (WriteLedger.Entry entry = writes.begin()) {
      stamp = write(entry, Tables.ROW);
    }
    wall.set(20_000);
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    clouds.forEach(cloud -> cloud.fault = new MemoryCloud.Fault() {});
    teller.close();

    awaitHeard(told -> told.isSettled(stamp));
  }

  private long write(WriteLedger.Entry entry, byte[] row) throws IOException {
    long stamp = entry.next(row);
    entry.enter(stamp).settle();
    teller.written(TABLE, List.of(new Put(row)), entry);
    return stamp;
  }

  private void later(long ms) {
    wall.set(ms);
    elapsed.set(ms);
  }

  private static List<Settlement> heard(MemoryCloud cloud, String host) {
    return cloud.heard.getOrDefault(host, List.of());
  }

  private void awaitHeard(Predicate<Settlement> expected) throws InterruptedException {
    awaitHeard(clouds, "server", expected);
  }

  private static void awaitHeard(
      List<MemoryCloud> clouds, String host, Predicate<Settlement> expected)
      throws InterruptedException {
    for (MemoryCloud cloud : clouds) {
      await(
          () -> heard(cloud, host).stream().anyMatch(expected),
          () -> "host %s heard %s".formatted(host, heard(cloud, host)));
    }
  }

  private static void await(BooleanSupplier condition, Supplier<String> otherwise)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as(otherwise).isNegative();
      Thread.sleep(10);
    }
  }
}
