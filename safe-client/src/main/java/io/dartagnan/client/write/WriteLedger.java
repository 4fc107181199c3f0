package io.dartagnan.client.write;

import io.dartagnan.mpc.SystemRandom;
import io.dartagnan.write.Settlement;
import io.dartagnan.write.WriteRefusal;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

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
 * begun another course. The last {@value #MOST_CLOSED} books that were closed so are told of until
 * some time after their last group has ended; what the clouds know of an older one stays as it is.
 */
public final class WriteLedger {

  /** The ledger of this process: connections share it. */
  public static final WriteLedger PROCESS =
      new WriteLedger(
          WriteClock.PROCESS,
          SystemRandom.get()::nextLong,
          () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));

  static final long LONGEST_OPEN_MS = 5_000;
  static final int MOST_CLOSED = 64;

  /** Time for which a closed book is told of after its end: each connection does so in turn. */
  private static final long TOLD_FOR_MS = 60_000;

  private final WriteClock clock;
  private final LongSupplier writers;
  private final LongSupplier elapsedMs;
  private final Deque<Book> closed = new ArrayDeque<>();
  private Book book;
  private long begun;

  /** What is known of the writes under one writer's number. */
  private static final class Book {
    private final long writer;
    private final WriteClock.Course course;

    /** Groups in the order of their begin. */
    private final Set<Entry> underWay = new LinkedHashSet<>();

    /** The lowest stamps of torn writes, one more than a settlement names: it ends below that. */
    private final TreeSet<Long> torn = new TreeSet<>();

    /** The greatest stamp of what has ended. */
    private long newest = Long.MIN_VALUE;

    private long endedMs;

    Book(long writer, WriteClock.Course course) {
      this.writer = writer;
      this.course = course;
    }

    boolean isUnderWaySince(long earliest) {
      return !underWay.isEmpty() && underWay.iterator().next().begunMs < earliest;
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
   * @param elapsedMs milliseconds since any moment, by a clock that nobody sets
   */
  WriteLedger(WriteClock clock, LongSupplier writers, LongSupplier elapsedMs) {
    this.clock = clock;
    this.writers = writers;
    this.elapsedMs = elapsedMs;
    this.book = new Book(writers.getAsLong(), clock.course());
  }

  private void chooseBook() {
    WriteClock.Course course = clock.course();
    if (book.course != course
        || book.torn.size() >= Settlement.MOST_TORN
        || book.isUnderWaySince(elapsedMs.getAsLong() - LONGEST_OPEN_MS)) {
      book.endedMs = elapsedMs.getAsLong();
      closed.add(book);
      if (closed.size() > MOST_CLOSED) {
        closed.remove();
      }
      book = new Book(writers.getAsLong(), course);
    }
  }

  /** A write in the ledger, which is torn unless it is said to be settled. */
  static final class Line {
    private final long stamp;
    private boolean settled;
    private boolean failed;
    private boolean inDoubt;

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

    /**
     * Notes that its caller hears an error.
     *
     * @param mayBeComplete whether it may be on all three clouds all the same
     */
    void fail(boolean mayBeComplete) {
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
    private long number;
    private long since;
    private long begunMs;
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
    long next(byte[] row) throws InterruptedIOException {
      if (in == null) {
        enter();
      }
      return in.course.next(row);
    }

    /** Learns from a cloud's refusal of a write of the group. */
    void learn(byte[] row, WriteRefusal refusal) {
      in.course.learn(row, refusal);
    }

    private void enter() {
      synchronized (WriteLedger.this) {
        chooseBook();
        in = book;
        number = ++begun;
        since = in.course.now();
        begunMs = elapsedMs.getAsLong();
        in.underWay.add(this);
      }
    }

    /** What is known of the process' earlier writes. */
    Settlement settlement() {
      return in == null ? WriteLedger.this.settlement() : WriteLedger.this.settlement(in);
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
          in.newest = Math.max(in.newest, line.stamp);
          if (!line.settled) {
            in.addTorn(line.stamp);
          }
        }
        in.underWay.remove(this);
        in.endedMs = elapsedMs.getAsLong();
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
    return settlement(now);
  }

  /** What is known of the process' writes, in closed books too. */
  List<Settlement> settlements() {
    List<Settlement> all = new ArrayList<>(closedSettlements());
    all.add(settlement());
    return all;
  }

  /** What is known of the writes in books that were closed, and are told of. */
  List<Settlement> closedSettlements() {
    List<Book> told;
    synchronized (this) {
      long since = elapsedMs.getAsLong() - TOLD_FOR_MS;
      closed.removeIf(of -> of.underWay.isEmpty() && of.endedMs < since);
      told = List.copyOf(closed);
    }
    return told.stream().map(this::settlement).toList();
  }

  /** The number of groups of writes that were begun. */
  synchronized long begun() {
    return begun;
  }

  /** Whether the groups up to a number have ended, but for those in books that are not told of. */
  synchronized boolean haveEnded(long number) {
    return books()
        .noneMatch(of -> !of.underWay.isEmpty() && of.underWay.iterator().next().number <= number);
  }

  /** Milliseconds for which the earliest group has been under way; 0 if none is. */
  synchronized long longestUnderWayMs() {
    long now = elapsedMs.getAsLong();
    return books()
        .filter(of -> !of.underWay.isEmpty())
        .mapToLong(of -> now - of.underWay.iterator().next().begunMs)
        .max()
        .orElse(0);
  }

  private Stream<Book> books() {
    return Stream.concat(closed.stream(), Stream.of(book));
  }

  private Settlement settlement(Book of) {
    // Before the lock: a group that begins after this draws no lower stamp.
    long now = of.course.now() - 1;
    synchronized (this) {
      long through = of == book ? now : of.newest;
      if (!of.underWay.isEmpty()) {
        through = of.underWay.iterator().next().since - 1;
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
