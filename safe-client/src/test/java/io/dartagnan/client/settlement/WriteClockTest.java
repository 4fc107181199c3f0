package io.dartagnan.client.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.write.WriteRefusal;
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
class WriteClockTest {
  private static final byte[] ROW = Tables.ROW;

  @Test
  void goesOnWhileTheWallClockStandsStillOrStepsBack() throws IOException {
    AtomicLong wall = new AtomicLong(100);
    WriteClock clock = new WriteClock(wall::get);

    assertThat(clock.course().next(ROW)).isEqualTo(100);
    assertThat(clock.course().next(ROW)).isEqualTo(101);
    wall.set(50);
    assertThat(clock.course().next(ROW)).isEqualTo(102);
    wall.set(200);
    assertThat(clock.course().next(ROW)).isEqualTo(200);
  }

  @Test
  void writingManyRowsDoesNotRunAheadOfTheWallClock() throws IOException {
    WriteClock clock = new WriteClock(() -> 100);
    long latest = 0;
    for (int row = 0; row < 100_000; row++) {
      latest = Math.max(latest, clock.course().next(Bytes.toBytes(row)));
    }

    assertThat(latest).isLessThan(100 + 100);
  }

  @Test
  void writingOneRowOftenIsHeldBackToASecondAhead() throws IOException {
    AtomicLong asked = new AtomicLong();
    LongSupplier wall = () -> asked.incrementAndGet() / 4;
    WriteClock clock = new WriteClock(wall);
    for (int i = 0; i < 2_200; i++) {
      long drawn = clock.course().next(ROW);
      assertThat(drawn - asked.get() / 4).isLessThanOrEqualTo(WriteClock.MOST_AHEAD_MS);
    }
  }

  @Test
  void aWriteThatIsHeldBackCanBeInterrupted() throws IOException {
    WriteClock clock = new WriteClock(() -> 0);
    for (int i = 0; i < WriteClock.MOST_AHEAD_MS; i++) {
      clock.course().next(ROW);
    }
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> clock.course().next(ROW)).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aWallClockThatWasSetFarBackHoldsNoWriteBack() throws IOException {
    AtomicLong wall = new AtomicLong(TimeUnit.HOURS.toMillis(1));
    WriteClock.Course course = new WriteClock(wall::get).course();
    long before = course.next(ROW);
    wall.set(0);

    for (int i = 1; i <= 100; i++) {
      assertThat(course.next(ROW)).isEqualTo(before + i);
    }
    assertThat(course.now()).isEqualTo(before);
  }

  @Test
  void anotherCourseBeginsWhenTheWallClockIsSetBackByMoreThanASecond() throws IOException {
    AtomicLong wall = new AtomicLong(10_000);
    WriteClock clock = new WriteClock(wall::get);
    WriteClock.Course first = clock.course();
    first.next(ROW);
    wall.set(9_000);
    assertThat(clock.course()).isSameAs(first);
    wall.set(8_999);

    assertThat(clock.course()).isNotSameAs(first);
    assertThat(clock.course().next(ROW)).isEqualTo(8_999);
    assertThat(clock.now()).isEqualTo(8_999);
  }

  /** As where the machine's clock was behind, clouds said so, and then it was put right. */
  @Test
  void aCloudThatFindsAStampTooNewEndsWhatOthersTaught() throws IOException {
    AtomicLong wall = new AtomicLong(1_000);
    WriteClock clock = new WriteClock(wall::get);
    long hour = TimeUnit.HOURS.toMillis(1);
    clock.course().learn(ROW, new WriteRefusal(WriteRefusal.Reason.TOO_OLD, 0, 1_000 + hour));
    WriteClock.Course corrected = clock.course();
    wall.set(1_000 + hour);
    assertThat(corrected.next(ROW)).isEqualTo(1_000 + hour + hour / 2 + 1);
    assertThat(clock.correctionMs()).isEqualTo(hour / 2 + 1);
    corrected.learn(ROW, new WriteRefusal(WriteRefusal.Reason.TOO_NEW, 0, 1_000 + hour));

    assertThat(clock.course().next(ROW)).isEqualTo(1_000 + hour);
    assertThat(clock.correctionMs()).isZero();
  }

  /** And a row that one cloud put far ahead does not stay there. */
  @Test
  void aCloudThatFindsAStampTooNewTakesBackWhereAnotherPutTheRow() throws IOException {
    WriteClock clock = new WriteClock(() -> 100);
    long far = TimeUnit.HOURS.toMillis(1);
    clock.course().learn(ROW, new WriteRefusal(WriteRefusal.Reason.NOT_NEWER, far, far));
    clock.course().learn(ROW, new WriteRefusal(WriteRefusal.Reason.TOO_NEW, 0, 100));

    assertThat(clock.course().next(ROW)).isEqualTo(100);
  }

  /** A cloud that is behind cannot set the time back. */
  @Test
  void aRefusalNeverTakesTheTimeBelowTheWallClock() throws IOException {
    WriteClock clock = new WriteClock(() -> 1_000_000);
    WriteClock.Course course = clock.course();
    course.next(ROW);
    course.learn(ROW, new WriteRefusal(WriteRefusal.Reason.TOO_NEW, 0, 5));

    assertThat(clock.course()).isSameAs(course);
    assertThat(clock.now()).isEqualTo(1_000_000);
  }

  @Test
  void aRefusalTakesTheRowBeyondTheStampThatWasInTheWay() throws IOException {
    WriteClock clock = new WriteClock(() -> 100);
    clock.course().learn(ROW, new WriteRefusal(WriteRefusal.Reason.NOT_NEWER, 5_000, 90));

    assertThat(clock.course().next(ROW)).isEqualTo(5_001);
  }

  /** Or each of its writes after one of a writer whose clock is ahead would be refused. */
  @Test
  void aRefusalCorrectsTheClockForAllRows() throws IOException {
    AtomicLong wall = new AtomicLong(100);
    WriteClock clock = new WriteClock(wall::get);
    clock.course().learn(ROW, new WriteRefusal(WriteRefusal.Reason.NOT_NEWER, 5_000, 90));
    wall.set(200);
    assertThat(clock.course().next(Bytes.toBytes("another"))).isEqualTo(5_051);
    clock.course().learn(ROW, new WriteRefusal(WriteRefusal.Reason.TOO_OLD, 0, 9_000));
    assertThat(clock.course().next(Bytes.toBytes("a third"))).isEqualTo(9_001);
    clock.course().learn(ROW, new WriteRefusal(WriteRefusal.Reason.NOT_NEWER, 3, 90));
    assertThat(clock.now()).isEqualTo(9_001);
  }

  /** A writer whose clock was ahead once must not set the time of all others for good. */
  @Test
  void aCorrectionWearsOff() throws IOException {
    AtomicLong wall = new AtomicLong(100);
    WriteClock clock = new WriteClock(wall::get);
    clock.course().learn(ROW, new WriteRefusal(WriteRefusal.Reason.NOT_NEWER, 1_099, 90));
    assertThat(clock.now()).isEqualTo(1_100);
    wall.set(1_100);
    assertThat(clock.now()).isEqualTo(1_600);
    wall.set(2_100);
    assertThat(clock.now()).isEqualTo(2_100);
    wall.set(3_000);
    assertThat(clock.now()).isEqualTo(3_000);
  }

  @Test
  void theTimeNeverStepsBack() {
    AtomicLong wall = new AtomicLong(100);
    WriteClock clock = new WriteClock(wall::get);
    assertThat(clock.now()).isEqualTo(100);
    wall.set(50);
    assertThat(clock.now()).isEqualTo(100);
  }

  @Test
  void threadsNeverGetOneTimestampTwiceForARowAndEachOnlyLaterOnes() throws Exception {
    // Fast enough that nobody has to wait.
    WriteClock clock = new WriteClock(new AtomicLong(100)::incrementAndGet);
    int threads = 8;
    int each = 20_000;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      Callable<List<Long>> draw =
          () -> {
            List<Long> drawn = new ArrayList<>(each);
            for (int i = 0; i < each; i++) {
              drawn.add(clock.course().next(ROW));
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
