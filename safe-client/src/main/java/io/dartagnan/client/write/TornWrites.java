package io.dartagnan.client.write;

import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.CloudThreads;
import io.dartagnan.client.rpc.IOFunction;
import io.dartagnan.client.rpc.RetryPolicy;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writes of a connection whose end is not known. Other writes have their stamps, and are not
 * known to be settled either: so the clouds are asked again until they say it.
 *
 * <p>One thread looks at a table's writes one after the other, up to the first that some cloud is
 * silent about, and again after a pause. A write that is on all three clouds is settled, and one
 * that is not is taken back, be it that it never came to a cloud or that the cloud has lost it. A
 * cloud that answers with an error, as where the table is gone, ends it too: the write stays torn.
 * So do those that no room is left for.
 */
public final class TornWrites implements Closeable {
  static final int MOST = 10_000;
  static final long MOST_BYTES = 16 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(TornWrites.class);
  private static final long SHORTEST_PAUSE_MS = 2_000;
  private static final long LONGEST_PAUSE_MS = 10_000;

  private record Torn(SplitAction action, long bytes) {}

  private static final class OfTable {
    private final Deque<Torn> writes = new ArrayDeque<>();
    private final RetryPolicy pauses;

    OfTable(long pauseMs) {
      pauses = new RetryPolicy(pauseMs, LONGEST_PAUSE_MS);
    }
  }

  private final IOFunction<TableName, CloudTables> clouds;
  private final long pauseMs;
  private final Map<TableName, OfTable> tables = new HashMap<>();
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, CloudThreads.daemon("dartagnan-torn-writes"));
  private int count;
  private long bytes;

  /**
   * No writes yet.
   *
   * @param clouds opens a table on the three clouds
   */
  public TornWrites(IOFunction<TableName, CloudTables> clouds) {
    this(clouds, SHORTEST_PAUSE_MS);
  }

  /** The same with another pause before a table's writes are looked at. */
  TornWrites(IOFunction<TableName, CloudTables> clouds, long pauseMs) {
    this.clouds = clouds;
    this.pauseMs = pauseMs;
  }

  /** Takes in writes to a table, once their group has ended. */
  void take(TableName name, List<SplitAction> writes) {
    for (SplitAction each : writes) {
      synchronized (tables) {
        long size = count < MOST ? each.write().keepAlone() : 0;
        if (count == MOST || bytes + size > MOST_BYTES || timer.isShutdown()) {
          LOG.debug("a torn write to table {} is not asked for again", name);
          continue;
        }
        OfTable table = tables.get(name);
        if (table == null) {
          table = new OfTable(pauseMs);
          tables.put(name, table);
          schedule(name, table);
        }
        each.write().seek(true);
        table.writes.add(new Torn(each, size));
        count++;
        bytes += size;
      }
    }
  }

  private void schedule(TableName name, OfTable table) {
    timer.schedule(() -> run(name, table), table.pauses.pauseMs(), TimeUnit.MILLISECONDS);
  }

  private void run(TableName name, OfTable table) {
    try (CloudTables three = clouds.apply(name)) {
      Torn torn;
      do {
        synchronized (tables) {
          torn = table.writes.peek();
        }
      } while (torn != null && pass(table, isOver(torn.action, three)));
    } catch (IOException | RuntimeException e) {
      LOG.debug("what became of writes to table {} could not be asked", name, e);
    } finally {
      synchronized (tables) {
        if (table.writes.isEmpty()) {
          tables.remove(name, table);
        } else if (!timer.isShutdown()) {
          schedule(name, table);
        }
      }
    }
  }

  /**
   * Settles a write that is on all three clouds, and takes back one that is not.
   *
   * @return whether it is settled, or clouds have answered that they cannot say or do it; if not, a
   *     cloud was silent
   */
  private static boolean isOver(SplitAction action, CloudTables three) {
    boolean isAnswered = UncertainWrites.settle(three, Stream.of(action));
    if (action.isDone()) {
      action.write().settle();
      return true;
    }
    if (action.mayBeComplete()) {
      return isAnswered;
    }
    Rollback rollback = new Rollback();
    rollback.add(action);
    rollback.carryOut(three);
    return rollback.isAnswered();
  }

  /** Forgets a table's first write if it is over, else puts it behind the others. */
  private boolean pass(OfTable table, boolean isOver) {
    synchronized (tables) {
      Torn torn = table.writes.poll();
      if (torn != null && isOver) {
        forget(torn);
        table.pauses.progress();
      } else if (torn != null) {
        table.writes.add(torn);
      }
      return isOver;
    }
  }

  private void forget(Torn torn) {
    torn.action.write().seek(false);
    count--;
    bytes -= torn.bytes;
  }

  /** Number of writes that are asked for again. */
  int count() {
    synchronized (tables) {
      return count;
    }
  }

  /** Asks no more: what is torn stays so. */
  public void stop() {
    end();
  }

  /**
   * Asks for the last time, and takes back what is not known to be on all three clouds then, from
   * those that answer: nobody else can. A cloud that has it all the same has it alone, and readers
   * have it removed. Takes half a minute at most: what is left then stays torn.
   */
  @Override
  public void close() {
    Map<TableName, List<SplitAction>> left = end();
    if (left.isEmpty()) {
      return;
    }
    try {
      // A table takes as long at most where a cloud is silent: for the question, and to take back.
      long patience = TimeUnit.MILLISECONDS.toNanos(2 * Rollback.WITHIN_MS);
      boolean ended = timer.awaitTermination(patience, TimeUnit.NANOSECONDS);
      long begun = System.nanoTime();
      for (Map.Entry<TableName, List<SplitAction>> table : left.entrySet()) {
        if (ended && System.nanoTime() - begun < patience) {
          giveUp(table.getKey(), table.getValue());
        } else {
          LOG.debug("writes to table {} that failed stay torn, in want of time", table.getKey());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void giveUp(TableName name, List<SplitAction> writes) {
    try (CloudTables three = clouds.apply(name)) {
      UncertainWrites.settle(three, writes.stream());
      Rollback rollback = new Rollback();
      for (SplitAction each : writes) {
        if (each.isDone()) {
          each.write().settle();
        } else {
          rollback.add(each);
        }
      }
      rollback.carryOut(three);
    } catch (IOException | RuntimeException e) {
      LOG.debug("writes to table {} that failed could not be taken back", name, e);
    }
  }

  private Map<TableName, List<SplitAction>> end() {
    synchronized (tables) {
      timer.shutdownNow();
      Map<TableName, List<SplitAction>> left = new HashMap<>();
      tables.forEach(
          (name, table) -> {
            left.put(name, table.writes.stream().map(Torn::action).toList());
            table.writes.forEach(this::forget);
            table.writes.clear();
          });
      tables.clear();
      return left;
    }
  }
}
