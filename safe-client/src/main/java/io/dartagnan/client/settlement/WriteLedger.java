package io.dartagnan.client.settlement;

import io.dartagnan.mpc.SystemRandom;
import io.dartagnan.write.Settlement;
import io.dartagnan.write.WriteRefusal;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
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
 * <p>What is known of the writes under one writer's number is a book. The process goes on as
 * another writer, in another book, when a settlement can name no more torn writes of this one, when
 * its earliest group has been under way for {@value #LONGEST_OPEN_MS} ms, so that a write that is
 * stuck keeps only those from being settled that began within that time, and when the clock has
 * begun another course. A book that was closed so ends with the last of its groups.
 */
public final class WriteLedger {

  /** The ledger of this process: connections share it. */
  public static final WriteLedger PROCESS =
      new WriteLedger(
          WriteClock.PROCESS,
          SystemRandom.get()::nextLong,
          () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));

  static final long LONGEST_OPEN_MS = 5_000;

  private final WriteClock clock;
  private final LongSupplier writers;
  private final LongSupplier elapsedMs;

  /** Closed books with groups under way: no more than threads that write. */
  private final Set<Book> closed = new HashSet<>();

  private Book book;

  /** What is known of the writes under one writer's number. */
  final class Book {
    private final long writer;
    private final WriteClock.Course course;

    /** Groups in the order of their begin. */
    private final Set<Entry> underWay = new LinkedHashSet<>();

    /** The stamps of torn writes, and how many have each. */
    private final TreeMap<Long, Integer> torn = new TreeMap<>();

    /** Number of torn writes that clouds are asked for again. */
    private int sought;

    /** The greatest stamp of what has ended. */
    private long newest = Long.MIN_VALUE;

    /** Where the last settlement ended: a cloud ignores one that ends before. */
    private long through = Long.MIN_VALUE;

    private Book(long writer, WriteClock.Course course) {
      this.writer = writer;
      this.course = course;
    }

    /** Milliseconds for which its earliest group has been under way; 0 if none is. */
    private long underWayMs() {
      return underWay.isEmpty() ? 0 : elapsedMs.getAsLong() - underWay.iterator().next().begunMs;
    }

    /** Whether no more groups begin in it. */
    boolean isClosed() {
      synchronized (WriteLedger.this) {
        return this != book;
      }
    }

    /** Whether it is closed and none of its groups is under way: its settlement is the last one. */
    boolean hasEnded() {
      synchronized (WriteLedger.this) {
        return this != book && underWay.isEmpty();
      }
    }

    /** Whether a torn write of it may be known to be settled yet. */
    boolean isSought() {
      synchronized (WriteLedger.this) {
        return sought > 0;
      }
    }

    /**
     * What is known of its writes now. It never ends before an earlier one; of those that end where
     * it does, the later names no write that an earlier does not.
     */
    Settlement settlement() {
      // Before the lock: a group that begins after this draws no lower stamp.
      long now = course.now() - 1;
      synchronized (WriteLedger.this) {
        long end = this == book ? now : newest;
        if (!underWay.isEmpty()) {
          end = underWay.iterator().next().since - 1;
        }
        end = Math.max(end, through);
        long[] named = new long[Math.min(torn.size(), Settlement.MOST_TORN)];
        int count = 0;
        for (long stamp : torn.keySet()) {
          if (stamp <= end && count == named.length) {
            end = stamp - 1;
          }
          if (stamp > end) {
            break;
          }
          named[count++] = stamp;
        }
        through = end;
        return new Settlement(writer, through, Arrays.copyOf(named, count));
      }
    }
  }

  /**
   * A ledger.
   *
   * @param writers gives a number that no other process has
   * @param elapsedMs milliseconds since any moment, by a clock that nobody sets
   */
  public WriteLedger(WriteClock clock, LongSupplier writers, LongSupplier elapsedMs) {
    this.clock = clock;
    this.writers = writers;
    this.elapsedMs = elapsedMs;
    this.book = new Book(writers.getAsLong(), clock.course());
  }

  private void chooseBook() {
    WriteClock.Course course = clock.course();
    if (book.course != course
        || book.torn.size() >= Settlement.MOST_TORN
        || book.underWayMs() > LONGEST_OPEN_MS) {
      if (!book.underWay.isEmpty()) {
        closed.add(book);
      }
      book = new Book(writers.getAsLong(), course);
    }
  }

  /**
   * A write in the ledger, which is torn unless it is said to be settled; that may be said later
   * too. For one thread at a time.
   */
  public final class Line {
    private final Book in;
    private final long stamp;
    private boolean settled;
    private boolean torn;
    private boolean failed;
    private boolean inDoubt;

    private Line(Book in, long stamp) {
      this.in = in;
      this.stamp = stamp;
    }

    /**
     * Notes that the write is on all three clouds, or that nothing is left of it on any and nothing
     * can come.
     */
    public void settle() {
      settled = true;
      if (torn) {
        torn = false;
        synchronized (WriteLedger.this) {
          in.torn.computeIfPresent(stamp, (of, count) -> count == 1 ? null : count - 1);
        }
      }
    }

    /** Notes that clouds are asked for it again from now on, or no longer. */
    public void seek(boolean goesOn) {
      synchronized (WriteLedger.this) {
        in.sought += goesOn ? 1 : -1;
      }
    }

    /**
     * Notes that its caller hears an error.
     *
     * @param mayBeComplete whether it may be on all three clouds all the same
     */
    public void fail(boolean mayBeComplete) {
      failed = true;
      inDoubt = mayBeComplete;
    }

    boolean isSettled() {
      return settled;
    }

    boolean isFailed() {
      return failed;
    }

    boolean isInDoubt() {
      return inDoubt;
    }
  }

  /** A group of writes under way, from its first stamp until closed. For one thread. */
  public final class Entry implements AutoCloseable {
    private Book in;
    private long since;
    private long begunMs;
    private long newest = Long.MIN_VALUE;
    private final ClientWrites of;
    private final List<Line> lines = new ArrayList<>();

    private Entry(ClientWrites of) {
      this.of = of;
    }

    /**
     * The stamp of a new write to the row.
     *
     * @throws InterruptedIOException if interrupted while waiting for the clock
     */
    public long next(byte[] row) throws InterruptedIOException {
      if (in == null) {
        enter();
      }
      return in.course.next(row);
    }

    /** Learns from a cloud's refusal of a write of the group. */
    public void learn(byte[] row, WriteRefusal refusal) {
      in.course.learn(row, refusal);
    }

    private void enter() {
      synchronized (WriteLedger.this) {
        chooseBook();
        in = book;
        since = in.course.now();
        begunMs = elapsedMs.getAsLong();
        in.underWay.add(this);
      }
    }

    /** What is known of the process' earlier writes. */
    public Settlement settlement() {
      return in == null ? WriteLedger.this.settlement() : in.settlement();
    }

    /** The book that it is in; null while it has no stamp. */
    Book book() {
      return in;
    }

    /** The greatest stamp that was entered. */
    long newest() {
      return newest;
    }

    /** Enters a write with a stamp that was drawn, before anything of it is sent. */
    public Line enter(long stamp) {
      Line line = new Line(in, stamp);
      lines.add(line);
      newest = Math.max(newest, stamp);
      return line;
    }

    @Override
    public void close() {
      if (in == null) {
        return;
      }
      synchronized (WriteLedger.this) {
        in.newest = Math.max(in.newest, newest);
        for (Line line : lines) {
          if (!line.settled) {
            line.torn = true;
            in.torn.merge(line.stamp, 1, Integer::sum);
          }
        }
        in.underWay.remove(this);
        if (in.underWay.isEmpty()) {
          closed.remove(in);
        }
      }
      lines.forEach(of::ended);
    }
  }

  /**
   * Begins a group of writes.
   *
   * @param of counts them when they end
   */
  Entry begin(ClientWrites of) {
    return new Entry(of);
  }

  /** Milliseconds by which stamps are ahead of the machine's clock. */
  long clockCorrectionMs() {
    return clock.correctionMs();
  }

  /** What is known of the process' writes now, but for those in closed books. */
  public Settlement settlement() {
    Book now;
    synchronized (this) {
      now = book;
    }
    return now.settlement();
  }

  /** Milliseconds for which the earliest group has been under way; 0 if none is. */
  synchronized long longestUnderWayMs() {
    return closed.stream().mapToLong(Book::underWayMs).reduce(book.underWayMs(), Math::max);
  }
}
