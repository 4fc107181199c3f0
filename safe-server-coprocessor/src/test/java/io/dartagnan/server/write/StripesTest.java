package io.dartagnan.server.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.server.write.Stripes.Locks;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StripesTest {
  private static final int STRIPE = 7;
  private static final long FLOOR = 100;

  private final Stripes stripes = new Stripes(FLOOR);

  private boolean admits(long writer, long stamp, boolean strict) {
    long newest = stripes.admit(STRIPE, writer, stamp, strict, false);
    if (newest != Stripes.ADMITTED) {
      assertThat(newest).isEqualTo(stripes.newest(STRIPE)).isGreaterThanOrEqualTo(stamp);
    }
    return newest == Stripes.ADMITTED;
  }

  private boolean admits(long writer, long stamp) {
    return admits(writer, stamp, false);
  }

  @Test
  void nothingIsAdmittedThroughTheFloor() {
    assertThat(admits(1, FLOOR)).isFalse();
    assertThat(admits(1, FLOOR, true)).isFalse();
    assertThat(stripes.admitBelow(STRIPE, 1, FLOOR, true, false)).isEqualTo(FLOOR);
    assertThat(admits(1, FLOOR + 1)).isTrue();
  }

  @Test
  void anotherWriterMustBeNewerThanAll() {
    assertThat(admits(1, 200)).isTrue();
    assertThat(admits(2, 199)).isFalse();
    assertThat(admits(2, 200)).isFalse();
    assertThat(admits(2, 201)).isTrue();
    assertThat(admits(1, 201)).isFalse();
  }

  @Test
  void aWriterMayBeLateAmongItsOwnWritesAlone() {
    assertThat(admits(2, 150)).isTrue();
    assertThat(admits(1, 200)).isTrue();
    assertThat(admits(1, 160)).isTrue();
    assertThat(admits(1, 170)).isTrue();
    assertThat(admits(1, 150)).isFalse();
    assertThat(admits(1, 140)).isFalse();
    assertThat(admits(2, 190)).isFalse();
  }

  @Test
  void aStrictWriteMustBeNewerThanAllAndNoneMayComeBelowIt() {
    assertThat(admits(1, 200)).isTrue();
    assertThat(admits(1, 150, true)).isFalse();
    assertThat(admits(1, 210, true)).isTrue();
    assertThat(admits(1, 205)).isFalse();
    assertThat(admits(1, 220)).isTrue();
    assertThat(admits(1, 215)).isTrue();
    assertThat(admits(1, 215, true)).isFalse();
    assertThat(stripes.admitBelow(STRIPE, 3, 210, true, false)).isEqualTo(220);
    assertThat(stripes.admitBelow(STRIPE, 3, 211, true, false)).isEqualTo(Stripes.ADMITTED);
  }

  @Test
  void theNewestWriteMayComeAgainUntilItsStampIsClosed() {
    assertThat(admits(1, 200, true)).isTrue();
    assertThat(admits(1, 200, true)).isTrue();
    assertThat(admits(2, 200, true)).isFalse();
    stripes.close(STRIPE, 200);
    assertThat(admits(1, 200, true)).isFalse();
    assertThat(admits(1, 201)).isTrue();
  }

  @Test
  void aClosedStampRefusesLateCopiesWhoeverWroteLast() {
    assertThat(admits(1, 200)).isTrue();
    stripes.close(STRIPE, 150);
    assertThat(admits(1, 150)).isFalse();
    assertThat(admits(1, 151)).isTrue();
    stripes.close(STRIPE, 300);
    assertThat(admits(1, 300)).isFalse();
    assertThat(admits(2, 300)).isFalse();
  }

  @Test
  void aWriteAdmittedBelowClosesItsStampForTheNewestWriter() {
    assertThat(admits(1, 200)).isTrue();
    assertThat(stripes.admitBelow(STRIPE, 2, 150, true, false)).isEqualTo(Stripes.ADMITTED);
    assertThat(admits(1, 150)).isFalse();
    assertThat(admits(1, 160)).isTrue();
  }

  /** Distances are kept in 32 bits of milliseconds. */
  @Test
  void aStripeThatWasNotWrittenForLongTakesWritesAsAnyOther() {
    long later = FLOOR + (1L << 40);
    assertThat(admits(1, later)).isTrue();
    assertThat(admits(1, later - 1000)).isTrue();
    assertThat(admits(2, later - 1000)).isFalse();
    assertThat(admits(1, FLOOR)).isFalse();
  }

  /** Against a memory of everything: what it forgets makes it refuse, and never admit. */
  @Test
  void nothingIsAdmittedThatTheWholeHistoryForbids() {
    record Past(long writer, long stamp, boolean strict) {}
    Random random = Seed.random(this);
    List<Past> history = new ArrayList<>();
    int admitted = 0;
    for (int i = 0; i < 20_000; i++) {
      long top = stripes.newest(STRIPE);
      long writer = 1 + random.nextInt(3);
      long stamp = top - 5 + random.nextInt(8);
      Past next = new Past(writer, stamp, (writer + stamp) % 4 == 0);
      boolean allowed =
          next.stamp() > FLOOR
              && history.stream()
                  .allMatch(
                      past ->
                          past.stamp() < next.stamp()
                              || (past.writer() == next.writer()
                                  && (past.equals(next) || (!past.strict() && !next.strict()))));
      boolean admits = admits(next.writer(), next.stamp(), next.strict());
      if (admits) {
        assertThat(allowed).as("%s after %s", next, history).isTrue();
        history.add(next);
        admitted++;
      } else if (next.stamp() > top) {
        assertThat(admits).as("%s after %s", next, history).isTrue();
      }
      if (history.size() > 50) {
        history.remove(0);
      }
    }
    assertThat(admitted).isGreaterThan(1000);
  }

  @Test
  void rowsSpreadOverTheStripes() {
    BitSet hit = new BitSet(Stripes.COUNT);
    for (int i = 0; i < 4 * Stripes.COUNT; i++) {
      hit.set(Stripes.of(Bytes.toBytes("user" + i)));
    }
    assertThat(hit.cardinality()).isGreaterThan(Stripes.COUNT * 9 / 10);
  }

  private final Queue<Long> waits = new ConcurrentLinkedQueue<>();

  @Test
  void aBatchThatIsAloneKeepsOthersOutAndIsNotWaitedForLonger() throws Exception {
    Locks locks = new Locks();
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Locks.Held alone = locks.lock(bits(), bits(1, 4000), 1, waits::add);
      assertThatThrownBy(() -> await(other, locks, bits(4000), bits(), 10))
          .hasRootCauseInstanceOf(RegionTooBusyException.class);
      await(other, locks, bits(2000), bits(), 10);
      alone.release();
      Locks.Held shared = locks.lock(bits(1, 4000), bits(), 1, waits::add);
      await(other, locks, bits(1, 4000), bits(), 10);
      assertThatThrownBy(() -> await(other, locks, bits(3000), bits(1), 10))
          .hasRootCauseInstanceOf(RegionTooBusyException.class);
      // What it had before it gave up is free again.
      locks.lock(bits(), bits(3000), 1, waits::add).release();
      shared.release();
      await(other, locks, bits(), bits(1, 4000), 10);
      assertThat(waits).as("those that found no lock free").hasSize(2);
    } finally {
      other.shutdownNow();
    }
  }

  private void await(ExecutorService other, Locks locks, BitSet stripes, BitSet alone, long millis)
      throws Exception {
    Future<?> locked =
        other.submit(
            () -> {
              locks.lock(stripes, alone, millis, waits::add).release();
              return null;
            });
    locked.get(30, TimeUnit.SECONDS);
  }

  private static BitSet bits(int... of) {
    BitSet bits = new BitSet();
    for (int each : of) {
      bits.set(each);
    }
    return bits;
  }
}
