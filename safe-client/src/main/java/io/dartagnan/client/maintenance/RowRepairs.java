package io.dartagnan.client.maintenance;

import io.dartagnan.client.rpc.CloudThreads;
import io.dartagnan.mpc.Party;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repairs of rows of which a connection's readers met that one cloud lacks what the two others
 * have. One thread does them, one after the other; at most {@value #MOST} rows wait, and further
 * ones are met again. It does what it can for the reader's next visit, and is no substitute for a
 * repair of the table. Thread-safe.
 */
public final class RowRepairs implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(RowRepairs.class);

  /** Most rows that wait, and most that are remembered. */
  static final int MOST = 1_024;

  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Repair repair;
  private final ThreadPoolExecutor thread;
  private final Set<String> waiting = new HashSet<>();
  private final Set<String> told = new HashSet<>();

  /** Rows that were repaired, and when: a cloud may call each of them lost as often as it likes. */
  private final Map<String, Long> repaired = new LinkedHashMap<>();

  private final Set<TableName> beyondRepair = new HashSet<>();

  /** Rebuilds what a cloud has lost of one row, as {@link TableRepair} does. */
  @FunctionalInterface
  interface Repair {
    void run(Party lost, TableName table, byte[] row) throws IOException;
  }

  /** Repairs through a connection to three clouds, which stays the caller's to close. */
  public RowRepairs(Connection connection) {
    this((lost, table, row) -> TableRepair.over(connection).run(lost, table, row));
  }

  RowRepairs(Repair repair) {
    this.repair = repair;
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            60,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST),
            CloudThreads.daemon("dartagnan-row-repairs"));
    thread.allowCoreThreadTimeOut(true);
  }

  /** Takes in a row of which a cloud lacks something. */
  public void take(TableName table, byte[] row, Party lost) {
    String key = lost.index() + table.getNameAsString() + ' ' + Bytes.toStringBinary(row);
    synchronized (waiting) {
      if (told.add(lost.index() + table.getNameAsString())) {
        LOG.warn(
            "cloud {} lacks versions of table {} that the two others have: run 'dartagnan verify {}', and see"
                + " docs/operating.md for what to do then",
            lost.index(),
            table,
            table);
      }
      if (beyondRepair.contains(table)
          || waiting.size() >= MOST
          || isResting(key)
          || !waiting.add(key)) {
        return;
      }
    }
    try {
      thread.execute(() -> repair(table, row, lost, key));
    } catch (RejectedExecutionException e) {
      LOG.debug("a row of table {} is not repaired now", table, e);
      done(key);
    }
  }

  private void repair(TableName table, byte[] row, Party lost, String key) {
    try {
      repair.run(lost, table, row);
      rest(key);
    } catch (UnsupportedOperationException e) {
      // Its values are lost with one cloud, as a reader is told, or a giver may lie.
      synchronized (waiting) {
        beyondRepair.add(table);
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("a row of table {} was not repaired on cloud {}", table, lost.index(), e);
    } finally {
      done(key);
    }
  }

  private boolean isResting(String key) {
    Long since = repaired.get(key);
    return since != null && System.nanoTime() - since < REST_NANOS;
  }

  private void rest(String key) {
    synchronized (waiting) {
      repaired.remove(key);
      repaired.put(key, System.nanoTime());
      if (repaired.size() > MOST) {
        repaired.remove(repaired.keySet().iterator().next());
      }
    }
  }

  private void done(String key) {
    synchronized (waiting) {
      waiting.remove(key);
    }
  }

  /** Repairs no more. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
