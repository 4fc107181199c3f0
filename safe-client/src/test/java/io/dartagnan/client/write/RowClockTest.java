package io.dartagnan.client.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Tables;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RowClockTest {
  private static final byte[] ROW = Tables.ROW;

  @Test
  void goesOnWhileTheWallClockStandsStillOrStepsBack() throws IOException {
    AtomicLong wall = new AtomicLong(100);
    RowClock clock = new RowClock(wall::get);

    assertThat(clock.next(ROW)).isEqualTo(100);
    assertThat(clock.next(ROW)).isEqualTo(101);
    wall.set(50);
    assertThat(clock.next(ROW)).isEqualTo(102);
    wall.set(200);
    assertThat(clock.next(ROW)).isEqualTo(200);
  }

  @Test
  void writingManyRowsDoesNotRunAheadOfTheWallClock() throws IOException {
    RowClock clock = new RowClock(() -> 100);
    long latest = 0;
    for (int row = 0; row < 100_000; row++) {
      latest = Math.max(latest, clock.next(Bytes.toBytes(row)));
    }

    assertThat(latest).isLessThan(100 + 100);
  }

  @Test
  void writingOneRowOftenIsHeldBackToASecondAhead() throws IOException {
    AtomicLong asked = new AtomicLong();
    LongSupplier wall = () -> asked.incrementAndGet() / 4;
    RowClock clock = new RowClock(wall);
    for (int i = 0; i < 2_200; i++) {
      long drawn = clock.next(ROW);
      assertThat(drawn - asked.get() / 4).isLessThanOrEqualTo(RowClock.MOST_AHEAD_MS);
    }
  }

  @Test
  void aWriteThatIsHeldBackCanBeInterrupted() throws IOException {
    RowClock clock = new RowClock(() -> 0);
    for (int i = 0; i < RowClock.MOST_AHEAD_MS; i++) {
      clock.next(ROW);
    }
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> clock.next(ROW)).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aWallClockThatWasSetFarBackDoesNotStopWrites() throws IOException {
    AtomicLong wall = new AtomicLong(TimeUnit.HOURS.toMillis(1));
    RowClock clock = new RowClock(wall::get, 100);
    long before = clock.next(ROW);
    wall.set(0);

    assertThat(clock.next(ROW)).isEqualTo(before + 1);
  }

  @Test
  void threadsNeverGetOneTimestampTwiceForARowAndEachOnlyLaterOnes() throws Exception {
    // Fast enough that nobody has to wait.
    RowClock clock = new RowClock(new AtomicLong(100)::incrementAndGet);
    int threads = 8;
    int each = 20_000;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      Callable<List<Long>> draw =
          () -> {
            List<Long> drawn = new ArrayList<>(each);
            for (int i = 0; i < each; i++) {
              drawn.add(clock.next(ROW));
            }
            return drawn;
          };
      List<Long> all = new ArrayList<>();
      for (Future<List<Long>> future : pool.invokeAll(Collections.nCopies(threads, draw))) {
        List<Long> drawn = future.get(60, TimeUnit.SECONDS);
        assertThat(drawn).isSorted().doesNotHaveDuplicates();
        all.addAll(drawn);
      }
      assertThat(new HashSet<>(all)).hasSize(threads * each);
    } finally {
      pool.shutdownNow();
    }
  }
}
