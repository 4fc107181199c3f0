package io.dartagnan.client.read;

import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.mpc.Party;
import io.dartagnan.wire.CloudRow;
import io.dartagnan.wire.PackedRows;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;

/**
 * One cloud's rows of a scan, fetched a chunk ahead of the reader.
 *
 * <p>HBase's scanners are for one thread at a time: {@code scanner} is touched only under its lock,
 * and at most one task fetches. Everything else belongs to the thread that reads.
 */
public final class CloudCursor {

  /**
   * Limits of one chunk; whichever is met first ends it.
   *
   * @param rows how many rows
   * @param bytes how many bytes of cells; the last row may exceed it
   * @param deadlineMs how long the reader waits for a sign of life: a row, or the heartbeat that a
   *     server sends while it finds none
   * @param ahead whether the next chunk is fetched while one is read
   */
  public record Limits(int rows, long bytes, long deadlineMs, boolean ahead) {}

  private record Chunk(Queue<CloudRow> rows, boolean last) {}

  private final Party cloud;
  private final ResultScanner scanner;
  private final ExecutorService pool;
  private final Limits limits;
  private Future<Chunk> fetching;
  private Chunk current = new Chunk(new ArrayDeque<>(), false);
  private volatile boolean closed;
  private volatile long signOfLife;

  /** Takes over the scanner. */
  public CloudCursor(Party cloud, ResultScanner scanner, ExecutorService pool, Limits limits) {
    this.cloud = cloud;
    this.scanner = scanner;
    this.pool = pool;
    this.limits = limits;
  }

  /** Starts to fetch if there is nothing left to read. */
  void prefetch() throws IOException {
    if (current.rows().isEmpty() && !current.last() && fetching == null) {
      startFetch();
    }
  }

  /**
   * The current row; null after the last.
   *
   * @throws IOException if this cloud failed, naming it
   */
  CloudRow peek() throws IOException {
    while (current.rows().isEmpty() && !current.last()) {
      prefetch();
      current = await();
      if (limits.ahead() && !current.last()) {
        startFetch();
      }
    }
    return current.rows().peek();
  }

  /** The current row if it need not be waited for. */
  Optional<CloudRow> arrived() {
    return Optional.ofNullable(current.rows().peek());
  }

  /** The cloud whose rows these are. */
  Party cloud() {
    return cloud;
  }

  /** Waits at most so long for {@link #peek} not to wait; false if it would. */
  boolean isReady(long withinMs) {
    if (!current.rows().isEmpty() || current.last() || fetching == null) {
      return true;
    }
    try {
      fetching.get(withinMs, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return signOfLife + TimeUnit.MILLISECONDS.toNanos(limits.deadlineMs()) - System.nanoTime()
          <= 0;
    } catch (ExecutionException | CancellationException e) {
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** The failure of the fetch that {@link #peek} would wait for, if it has failed. */
  Optional<Throwable> failure() {
    if (!current.rows().isEmpty() || current.last() || fetching == null || !fetching.isDone()) {
      return Optional.empty();
    }
    try {
      fetching.get();
      return Optional.empty();
    } catch (ExecutionException e) {
      return Optional.of(e.getCause());
    } catch (CancellationException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Goes on to the next row. */
  void advance() {
    current.rows().remove();
  }

  /** Keeps the cloud's scanner alive; false if it could not. */
  boolean renewLease() throws IOException {
    if (fetching != null) {
      Chunk next = await();
      current.rows().addAll(next.rows());
      current = new Chunk(current.rows(), next.last());
    }
    synchronized (scanner) {
      return current.last() || scanner.renewLease();
    }
  }

  /** Frees the cloud's scanner once a fetch under way has ended; does not wait for it. */
  void close() {
    closed = true;
    if (fetching != null) {
      fetching.cancel(true);
    }
    try {
      pool.execute(this::closeScanner);
    } catch (RejectedExecutionException e) {
      closeScanner();
    }
  }

  private void closeScanner() {
    synchronized (scanner) {
      scanner.close();
    }
  }

  private void startFetch() throws IOException {
    signOfLife = System.nanoTime();
    try {
      fetching = pool.submit(this::fetch);
    } catch (RejectedExecutionException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private Chunk fetch() throws IOException {
    synchronized (scanner) {
      Queue<CloudRow> rows = new ArrayDeque<>();
      long bytes = 0;
      while (!closed && rows.size() < limits.rows() && bytes < limits.bytes()) {
        Result row = scanner.next();
        signOfLife = System.nanoTime();
        if (row == null) {
          return new Chunk(rows, true);
        }
        if (row.isCursor()) {
          continue;
        }
        for (CloudRow each : PackedRows.isPacket(row) ? unpack(row) : List.of(CloudRow.of(row))) {
          bytes += each.bytes();
          rows.add(each);
        }
      }
      return new Chunk(rows, false);
    }
  }

  private static List<CloudRow> unpack(Result packet) throws DoNotRetryIOException {
    try {
      return PackedRows.unpack(packet);
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(e.getMessage(), e);
    }
  }

  private Chunk await() throws IOException {
    Future<Chunk> fetch = fetching;
    long patience = TimeUnit.MILLISECONDS.toNanos(limits.deadlineMs());
    try {
      while (true) {
        long left = signOfLife + patience - System.nanoTime();
        try {
          Chunk chunk = fetch.get(Math.max(0, left), TimeUnit.NANOSECONDS);
          fetching = null;
          return chunk;
        } catch (TimeoutException e) {
          if (signOfLife + patience - System.nanoTime() <= 0) {
            fetch.cancel(true);
            throw CloudFailures.naming(cloud, CloudFailures.silent(cloud, limits.deadlineMs()));
          }
        }
      }
    } catch (ExecutionException e) {
      throw CloudFailures.naming(cloud, e.getCause());
    } catch (CancellationException e) {
      throw new IOException("the scanner is closed", e);
    } catch (InterruptedException e) {
      throw CloudFailures.interrupted(
          "interrupted while waiting for rows of cloud " + cloud.index(), e);
    }
  }
}
