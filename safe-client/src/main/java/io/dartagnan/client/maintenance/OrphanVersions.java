package io.dartagnan.client.maintenance;

import io.dartagnan.client.maintenance.Cleaning.Outcome;
import io.dartagnan.client.rpc.CloudTables.IncompleteVersions;
import io.dartagnan.client.rpc.CloudThreads;
import io.dartagnan.client.rpc.IOFunction;
import java.io.Closeable;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The incomplete versions that a connection's readers met, of which one thread takes back what can
 * be.
 *
 * <p>A version that is as young as a write under way is passed over, since readers meet those all
 * the time; what a failed write left is met again. Any other waits for a few seconds, in which a
 * delete under way ends, and is looked at then. There are {@value #MOST} at most, each once; more
 * are passed over. What stays on a cloud is not looked at again for a while, nor what a cloud calls
 * too young each time, as it calls all where nothing may be removed.
 */
public final class OrphanVersions implements IncompleteVersions, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanVersions.class);

  /** Most versions that wait, and most that are remembered to stay. */
  static final int MOST = 1_024;

  private static final int MOST_ATTEMPTS = 3;
  private static final long LONGEST_REST_MS = 5_000;
  private static final long STAYS_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final IOFunction<VersionPlace, Cleaning> attempt;
  private final LongSupplier clock;
  private final long waitMs;
  private final Counts counts = new Counts();
  private final ScheduledThreadPoolExecutor thread;
  private final Set<VersionPlace> waiting = new HashSet<>();

  /** Those that stay on some cloud, and since when they are known to, the earliest first. */
  private final Map<VersionPlace, Long> staying = new LinkedHashMap<>();

  /**
   * No orphans yet.
   *
   * @param clock in milliseconds, not ahead of that by which timestamps are made
   * @param waitMs how far behind it a version must be to be looked at; 0 to look at none
   */
  public OrphanVersions(
      IOFunction<VersionPlace, Cleaning> attempt, LongSupplier clock, long waitMs) {
    this.attempt = attempt;
    this.clock = clock;
    this.waitMs = waitMs;
    this.thread = new ScheduledThreadPoolExecutor(1, CloudThreads.daemon("dartagnan-leftovers"));
  }

  @Override
  public void met(TableName table, Result cells) {
    if (waitMs == 0) {
      return;
    }
    long newest = clock.getAsLong() - waitMs;
    for (Cell cell : cells.rawCells()) {
      if (cell.getTimestamp() <= newest) {
        take(table, cell);
      }
    }
  }

  private void take(TableName table, Cell cell) {
    VersionPlace place;
    synchronized (waiting) {
      if (waiting.size() >= MOST) {
        counts.passedOver.increment();
        return;
      }
      place = VersionPlace.of(table, cell);
      if (isStaying(place) || !waiting.add(place)) {
        return;
      }
    }
    counts.met.increment();
    schedule(place, 1, Math.min(waitMs, LONGEST_REST_MS));
  }

  private boolean isStaying(VersionPlace place) {
    Long since = staying.get(place);
    return since != null && System.nanoTime() - since < STAYS_NANOS;
  }

  private void schedule(VersionPlace place, int count, long delayMs) {
    try {
      thread.schedule(() -> clean(place, count), delayMs, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("{} stays: the connection is closed", place, e);
    }
  }

  private void clean(VersionPlace place, int count) {
    Cleaning cleaning;
    try {
      cleaning = attempt.apply(place);
    } catch (IOException | RuntimeException e) {
      LOG.debug("{} stays", place, e);
      cleaning = new Cleaning(Outcome.UNANSWERED);
    }
    if (cleaning.waitMs() > 0 && count < MOST_ATTEMPTS) {
      schedule(place, count + 1, cleaning.waitMs());
      return;
    }
    counts.ended.get(cleaning.outcome()).increment();
    synchronized (waiting) {
      waiting.remove(place);
      if (cleaning.outcome() == Outcome.KEPT || cleaning.outcome() == Outcome.YOUNG) {
        staying.remove(place);
        staying.put(place, System.nanoTime());
        if (staying.size() > MOST) {
          staying.remove(staying.keySet().iterator().next());
        }
      }
    }
  }

  /** Counts since the connection was made. */
  public Counts counts() {
    return counts;
  }

  /** Looks at no more. */
  @Override
  public void close() {
    thread.shutdownNow();
  }

  /** Counts of incomplete versions that a connection's readers met. */
  public static final class Counts {
    private final LongAdder met = new LongAdder();
    private final LongAdder passedOver = new LongAdder();
    private final Map<Outcome, LongAdder> ended = new EnumMap<>(Outcome.class);

    Counts() {
      for (Outcome outcome : Outcome.values()) {
        ended.put(outcome, new LongAdder());
      }
    }

    /** Versions that were taken in. */
    public long versionsMet() {
      return met.sum();
    }

    /** Versions that were not taken in, since too many waited. */
    public long versionsPassedOver() {
      return passedOver.sum();
    }

    /** Versions that were looked at and ended so. */
    public long versionsEnded(Outcome outcome) {
      return ended.get(outcome).sum();
    }
  }
}
