package io.dartagnan.client.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.write.Settlement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WriteLedgerTest {
  private final AtomicLong wall = new AtomicLong(100);
  private final AtomicLong numbers = new AtomicLong(7);
  private final AtomicLong elapsed = new AtomicLong();
  private final WriteLedger ledger =
      new WriteLedger(new WriteClock(wall::get), numbers::getAndIncrement, elapsed::get);
  private final ClientWrites writes = new ClientWrites(ledger, () -> 0);

  @Test
  void nothingIsSettledThatIsUnderWayOrBeganAfterIt() throws IOException {
    WriteLedger.Entry first = writes.begin();
    first.next(Tables.bytes("other"));
    wall.set(200);
    WriteLedger.Entry second = writes.begin();
    long stamp = second.next(Tables.ROW);
    second.close();

    assertThat(ledger.settlement()).isEqualTo(new Settlement(7, 99, new long[0]));
    assertThat(ledger.settlement().isSettled(stamp)).isFalse();
    first.close();
    wall.set(201);
    assertThat(ledger.settlement().isSettled(stamp)).isTrue();
  }

  @Test
  void aWriteThatLeftSomethingIsNeverSettled() throws IOException {
    long stamp;
    try (WriteLedger.Entry entry = writes.begin()) {
      stamp = entry.next(Tables.ROW);
      entry.enter(stamp);
    }
    wall.set(1_000);

    assertThat(ledger.settlement())
        .isEqualTo(new Settlement(7, 999, new long[] {stamp}))
        .satisfies(settlement -> assertThat(settlement.isSettled(stamp)).isFalse());
  }

  @Test
  void aWriteThatIsSettledIsNotTorn() throws IOException {
    try (WriteLedger.Entry entry = writes.begin()) {
      entry.enter(entry.next(Tables.ROW)).settle();
    }
    wall.set(1_000);

    assertThat(ledger.settlement()).isEqualTo(new Settlement(7, 999, new long[0]));
  }

  /** As of a large batch that a closed connection ended. */
  @Test
  void ofAnyNumberOfTornWritesTheLowestAreNamedAndNothingAboveThemIsSettled() throws IOException {
    WriteLedger.Entry early = writes.begin();
    early.next(Tables.bytes("early"));
    try (WriteLedger.Entry entry = writes.begin()) {
      entry.next(Tables.ROW);
      for (int stamp = 10_000; stamp > 200; stamp--) {
        entry.enter(stamp);
      }
    }
    early.enter(150);
    early.close();
    wall.set(20_000);

    Settlement settlement = ledger.settlement();
    assertThat(settlement.torn()).hasSize(Settlement.MOST_TORN).startsWith(150, 201, 202);
    assertThat(settlement.through()).isEqualTo(201 + Settlement.MOST_TORN - 2);
  }

  /** A batch has one stamp for many rows, and so have threads that write in one millisecond. */
  @Test
  void aTornWriteThatIsSettledLaterIsNamedUntilNoOtherWithItsStampIsTorn() throws IOException {
    WriteLedger.Entry entry = writes.begin();
    long stamp = entry.next(Tables.ROW);
    List<WriteLedger.Line> torn = List.of(entry.enter(stamp), entry.enter(stamp));
    entry.enter(stamp).settle();
    entry.close();
    WriteLedger.Line other = enterAlone(stamp);
    wall.set(1_000);

    torn.get(0).settle();
    torn.get(0).settle();
    other.settle();
    assertThat(ledger.settlement()).isEqualTo(new Settlement(7, 999, new long[] {stamp}));
    torn.get(1).settle();
    assertThat(ledger.settlement()).isEqualTo(new Settlement(7, 999, new long[0]));
  }

  private WriteLedger.Line enterAlone(long stamp) throws IOException {
    try (WriteLedger.Entry entry = writes.begin()) {
      entry.next(Tables.bytes("other"));
      return entry.enter(stamp);
    }
  }

  /** Those that could not be named come into view. */
  @Test
  void ofMoreTornWritesThanCanBeNamedEachThatIsSettledLetsTheNextBeNamed() throws IOException {
    List<WriteLedger.Line> lines = new ArrayList<>();
    try (WriteLedger.Entry entry = writes.begin()) {
      entry.next(Tables.ROW);
      for (int stamp = 100; stamp < 300; stamp++) {
        lines.add(entry.enter(stamp));
      }
    }
    wall.set(1_000);
    Collections.shuffle(lines, new Random(3));

    Settlement before = ledger.settlement();
    for (WriteLedger.Line line : lines) {
      line.settle();
      Settlement after = ledger.settlement();
      assertThat(before.newer(after)).isEqualTo(after);
      assertThat(after.through()).isGreaterThanOrEqualTo(before.through());
      before = after;
    }
    assertThat(before).isEqualTo(new Settlement(7, 999, new long[0]));
  }

  /** A cloud ignores what ends before that which it heard. */
  @Test
  void aBookThatWasClosedSaysNoLessThanBefore() throws IOException {
    WriteLedger.Entry entry = writes.begin();
    long stamp = entry.next(Tables.ROW);
    WriteLedger.Line line = entry.enter(stamp);
    entry.close();
    wall.set(3_600_000);
    Settlement told = entry.settlement();
    wall.set(10_000);
    write();
    assertThat(entry.book().hasEnded()).isTrue();

    line.settle();

    assertThat(told.torn()).containsExactly(stamp);
    assertThat(told.newer(entry.settlement()).isSettled(stamp)).isTrue();
  }

  @Test
  void moreLeftoversThanCanBeNamedMakeAnotherWriter() throws IOException {
    try (WriteLedger.Entry entry = writes.begin()) {
      entry.next(Tables.ROW);
      for (int stamp = 100; stamp <= 100 + Settlement.MOST_TORN; stamp++) {
        entry.enter(stamp);
      }
    }
    wall.set(1_000);

    Settlement settlement = ledger.settlement();
    assertThat(settlement.torn()).hasSize(Settlement.MOST_TORN);
    assertThat(settlement.through()).isEqualTo(100 + Settlement.MOST_TORN - 1);
    try (WriteLedger.Entry entry = writes.begin()) {
      entry.next(Tables.ROW);
      assertThat(entry.settlement()).isEqualTo(new Settlement(8, 999, new long[0]));
    }
  }

  @Test
  void aWriteThatIsStuckKeepsOnlyThoseOfItsBookFromBeingSettled() throws IOException {
    WriteLedger.Entry stuck = writes.begin();
    long stuckStamp = stuck.next(Tables.bytes("stuck"));
    stuck.enter(stuckStamp);
    wall.set(5_000);
    elapsed.set(WriteLedger.LONGEST_OPEN_MS);
    long beside = write();
    elapsed.set(WriteLedger.LONGEST_OPEN_MS + 1);
    long after = write();
    wall.set(6_000);

    assertThat(ledger.settlement()).isEqualTo(new Settlement(8, 5_999, new long[0]));
    assertThat(ledger.settlement().isSettled(after)).isTrue();
    assertThat(stuck.settlement()).isEqualTo(new Settlement(7, 99, new long[0]));
    assertThat(stuck.book().isClosed()).isTrue();
    assertThat(stuck.book().hasEnded()).isFalse();
    assertThat(ledger.longestUnderWayMs()).isEqualTo(WriteLedger.LONGEST_OPEN_MS + 1);
    stuck.close();

    assertThat(stuck.book().hasEnded()).isTrue();
    assertThat(stuck.settlement()).isEqualTo(new Settlement(7, beside, new long[] {stuckStamp}));
    assertThat(ledger.longestUnderWayMs()).isZero();
  }

  /** As under a time-out of many minutes. */
  @Test
  void noWriteThatIsStuckIsForgottenHoweverManyThereAre() throws IOException {
    List<WriteLedger.Entry> stuck = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      WriteLedger.Entry entry = writes.begin();
      entry.enter(entry.next(Tables.ROW));
      stuck.add(entry);
      wall.addAndGet(WriteLedger.LONGEST_OPEN_MS + 1);
      elapsed.addAndGet(WriteLedger.LONGEST_OPEN_MS + 1);
    }

    assertThat(ledger.longestUnderWayMs()).isEqualTo(100 * (WriteLedger.LONGEST_OPEN_MS + 1));
    stuck.forEach(WriteLedger.Entry::close);
    assertThat(ledger.longestUnderWayMs()).isZero();
  }

  /** Its stamps are below those of before, which settlements of that writer may cover. */
  @Test
  void aClockThatIsPutRightMakesAnotherWriter() throws IOException {
    wall.set(TimeUnit.HOURS.toMillis(1));
    WriteLedger.Entry before = writes.begin();
    long far = before.next(Tables.ROW);
    before.enter(far).settle();
    before.close();
    assertThat(before.book().hasEnded()).isFalse();
    wall.set(10_000);
    WriteLedger.Entry entry = writes.begin();
    long stamp = entry.next(Tables.ROW);

    assertThat(stamp).isEqualTo(10_000);
    assertThat(entry.settlement()).isEqualTo(new Settlement(8, 9_999, new long[0]));
    assertThat(before.book().hasEnded()).isTrue();
    assertThat(before.settlement()).isEqualTo(new Settlement(7, far, new long[0]));
  }

  private long write() throws IOException {
    try (WriteLedger.Entry entry = writes.begin()) {
      long stamp = entry.next(Tables.ROW);
      entry.enter(stamp).settle();
      return stamp;
    }
  }

  /** A settlement that is taken while others begin and draw never covers a stamp of theirs. */
  @Test
  void noSettlementCoversAWriteThatIsNotDone() throws Exception {
    WriteLedger fast =
        new WriteLedger(
            new WriteClock(new AtomicLong(100)::incrementAndGet),
            numbers::getAndIncrement,
            elapsed::get);
    ConcurrentSkipListSet<Long> open = new ConcurrentSkipListSet<>();
    Callable<List<String>> writing =
        () -> {
          List<String> wrong = new ArrayList<>();
          byte[] row = Tables.bytes(Thread.currentThread().getName());
          for (int i = 0; i < 20_000; i++) {
            try (WriteLedger.Entry entry = new ClientWrites(fast, () -> 0).begin()) {
              long stamp = entry.next(row);
              if (fast.settlement().isSettled(stamp) || entry.settlement().isSettled(stamp)) {
                wrong.add("stamp " + stamp + " is settled and under way");
              }
              open.add(stamp);
            }
          }
          return wrong;
        };
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      for (Future<List<String>> each : pool.invokeAll(Collections.nCopies(4, writing))) {
        assertThat(each.get(60, TimeUnit.SECONDS)).isEmpty();
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(fast.settlement().isSettled(open.last())).isTrue();
  }
}
