package io.dartagnan.client;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RowClockTest {
  private static final byte[] ROW = Tables.ROW;

  @Test
  void goesOnWhileTheWallClockStandsStillOrStepsBack() {
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
  void writingManyRowsDoesNotRunAheadOfTheWallClock() {
    RowClock clock = new RowClock(() -> 100);
    long latest = 0;
    for (int row = 0; row < 100_000; row++) {
      latest = Math.max(latest, clock.next(Bytes.toBytes(row)));
    }

    assertThat(latest).isLessThan(100 + 100);
  }

  @Test
  void threadsNeverGetOneTimestampTwiceForARowAndEachOnlyLaterOnes() throws Exception {
    RowClock clock = new RowClock(System::currentTimeMillis);
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
