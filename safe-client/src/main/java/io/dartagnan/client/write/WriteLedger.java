package io.dartagnan.client.write;

import io.dartagnan.mpc.SystemRandom;
import io.dartagnan.write.Settlement;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Ledger of one process' writes: which are under way, and which failed and may have left something
 * on a cloud. The clouds learn from it which versions they may drop.
 *
 * <p>A group of writes is entered with the time at which it draws its first stamp. None is lower,
 * so that whatever lies below the earliest group under way is settled. A write of the group that is
 * not said to be settled until the group ends is torn, whatever ended it: an answer, an exception,
 * an error of the thread, or a closed connection.
 *
 * <p>A settlement names only so many torn writes. When there are more, as after a while in which a
 * cloud did not answer, the process goes on as another writer: what the clouds know of the first
 * stays as it is.
 */
public final class WriteLedger {

  /** The ledger of this process: connections share it. */
  public static final WriteLedger PROCESS =
      new WriteLedger(WriteClock.PROCESS, SystemRandom.get()::nextLong);

  private final WriteClock clock;
  private final LongSupplier writers;
  private Book book;

  /** What is known of the writes under one writer's number. */
  private static final class Book {
    private final long writer;
    private final TreeMap<Long, Integer> underWay = new TreeMap<>();

    /** The lowest stamps of torn writes, one more than a settlement names: it ends below that. */
    private final TreeSet<Long> torn = new TreeSet<>();

    Book(long writer) {
      this.writer = writer;
    }

    void addTorn(long stamp) {
      torn.add(stamp);
      if (torn.size() > Settlement.MOST_TORN + 1) {
        torn.pollLast();
      }
    }
  }

  /**
   * A ledger.
   *
   * @param writers gives a number that no other process has
   */
  WriteLedger(WriteClock clock, LongSupplier writers) {
    this.clock = clock;
    this.writers = writers;
    this.book = new Book(writers.getAsLong());
  }

  /** A write in the ledger, which is torn unless it is said to be settled. */
  static final class Line {
    private final long stamp;
    private boolean settled;

    private Line(long stamp) {
      this.stamp = stamp;
    }

    /**
     * Notes that the write is on all three clouds, or that nothing is left of it on any and nothing
     * can come.
     */
    void settle() {
      settled = true;
    }
  }

  /** A group of writes under way, from its first stamp until closed. For one thread. */
  public final class Entry implements AutoCloseable {
    private Book in;
    private long since;
    private final List<Line> lines = new ArrayList<>();

    private Entry() {}

    /**
     * The stamp of a new write to the row.
     *
     * @throws InterruptedIOException if interrupted while waiting for the clock
     */
    long next(byte[] row) throws InterruptedIOException {
      if (in == null) {
        enter();
      }
      return clock.next(row);
    }

    private void enter() {
      synchronized (WriteLedger.this) {
        if (book.torn.size() >= Settlement.MOST_TORN) {
          book = new Book(writers.getAsLong());
        }
        in = book;
        since = clock.now();
        in.underWay.merge(since, 1, Integer::sum);
      }
    }

    /** What is known of the process' earlier writes. */
    Settlement settlement() {
      return in == null ? WriteLedger.this.settlement() : WriteLedger.this.settlement(in);
    }

    WriteClock clock() {
      return clock;
    }

    /** Enters a write with a stamp that was drawn, before anything of it is sent. */
    Line enter(long stamp) {
      Line line = new Line(stamp);
      lines.add(line);
      return line;
    }

    @Override
    public void close() {
      if (in == null) {
        return;
      }
      synchronized (WriteLedger.this) {
        for (Line line : lines) {
          if (!line.settled) {
            in.addTorn(line.stamp);
          }
        }
        in.underWay.computeIfPresent(since, (time, count) -> count == 1 ? null : count - 1);
      }
    }
  }

  /** Begins a group of writes. */
  Entry begin() {
    return new Entry();
  }

  /** What is known of the process' writes now. */
  public Settlement settlement() {
    Book now;
    synchronized (this) {
      now = book;
    }
    return settlement(now);
  }

  private Settlement settlement(Book of) {
    // Before the lock: a group that begins after this draws no lower stamp.
    long through = clock.now() - 1;
    synchronized (this) {
      if (!of.underWay.isEmpty()) {
        through = Math.min(through, of.underWay.firstKey() - 1);
      }
      long[] named = new long[Math.min(of.torn.size(), Settlement.MOST_TORN)];
      Iterator<Long> each = of.torn.iterator();
      for (int i = 0; i < named.length; i++) {
        named[i] = each.next();
      }
      return new Settlement(
          of.writer, each.hasNext() ? Math.min(through, each.next() - 1) : through, named);
    }
  }
}
