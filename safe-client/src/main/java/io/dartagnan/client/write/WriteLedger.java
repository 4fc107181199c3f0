package io.dartagnan.client.write;

import io.dartagnan.write.Settlement;
import java.io.InterruptedIOException;
import java.security.SecureRandom;
import java.util.Iterator;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Ledger of one process' writes: which are under way, and which failed and may have left something
 * on a cloud. The clouds learn from it which versions they may drop.
 *
 * <p>A group of writes is entered with the time at which it began. No stamp that it draws is lower,
 * so that whatever lies below the earliest group under way is settled.
 */
public final class WriteLedger {

  /** The ledger of this process: connections share it. */
  public static final WriteLedger PROCESS =
      new WriteLedger(WriteClock.PROCESS, new SecureRandom().nextLong());

  private final WriteClock clock;
  private final long writer;
  private final TreeMap<Long, Integer> underWay = new TreeMap<>();
  private final TreeSet<Long> torn = new TreeSet<>();

  WriteLedger(WriteClock clock, long writer) {
    this.clock = clock;
    this.writer = writer;
  }

  /** A group of writes under way, until closed. For one thread. */
  public final class Entry implements AutoCloseable {
    private final long since;
    private final TreeSet<Long> left = new TreeSet<>();

    private Entry(long since) {
      this.since = since;
    }

    /**
     * The stamp of a new write to the row.
     *
     * @throws InterruptedIOException if interrupted while waiting for the clock
     */
    long next(byte[] row) throws InterruptedIOException {
      return clock.next(row);
    }

    /** What is known of the process' earlier writes. */
    Settlement settlement() {
      return WriteLedger.this.settlement();
    }

    WriteClock clock() {
      return clock;
    }

    /** Notes that something of the write with this stamp may be left on some clouds. */
    void leave(long stamp) {
      left.add(stamp);
    }

    @Override
    public void close() {
      synchronized (WriteLedger.this) {
        torn.addAll(left);
        underWay.computeIfPresent(since, (time, count) -> count == 1 ? null : count - 1);
      }
    }
  }

  /** Begins a group of writes. */
  Entry begin() {
    synchronized (this) {
      long now = clock.now();
      underWay.merge(now, 1, Integer::sum);
      return new Entry(now);
    }
  }

  /** What is known of the process' writes now. */
  Settlement settlement() {
    // Before the lock: a group that begins after this draws no lower stamp.
    long through = clock.now() - 1;
    synchronized (this) {
      if (!underWay.isEmpty()) {
        through = Math.min(through, underWay.firstKey() - 1);
      }
      long[] named = new long[Math.min(torn.size(), Settlement.MOST_TORN)];
      Iterator<Long> each = torn.iterator();
      for (int i = 0; i < named.length; i++) {
        named[i] = each.next();
      }
      return new Settlement(
          writer, each.hasNext() ? Math.min(through, each.next() - 1) : through, named);
    }
  }
}
