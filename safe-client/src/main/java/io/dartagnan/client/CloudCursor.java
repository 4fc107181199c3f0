package io.dartagnan.client;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;

/**
 * One cloud's rows of a scan, fetched a chunk ahead of the reader.
 *
 * <p>HBase's scanners are for one thread at a time: {@code scanner} is touched only under its lock,
 * and at most one task fetches. Everything else belongs to the thread that reads.
 */
final class CloudCursor {

  /**
   * Limits of one chunk; whichever is met first ends it.
   *
   * @param rows how many rows
   * @param bytes how many bytes of cells; the last row may exceed it
   * @param deadlineMs how long the reader waits for a chunk
   * @param ahead whether the next chunk is fetched while one is read
   */
  record Limits(int rows, long bytes, long deadlineMs, boolean ahead) {}

  private record Chunk(Queue<Result> rows, boolean last) {}

  private final Party cloud;
  private final ResultScanner scanner;
  private final ExecutorService pool;
  private final Limits limits;
  private Future<Chunk> fetching;
  private Chunk current = new Chunk(new ArrayDeque<>(), false);
  private volatile boolean closed;

  /** Takes over the scanner. */
  CloudCursor(Party cloud, ResultScanner scanner, ExecutorService pool, Limits limits) {
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
  Result peek() throws IOException {
    while (current.rows().isEmpty() && !current.last()) {
      prefetch();
      current = await();
      if (limits.ahead() && !current.last()) {
        startFetch();
      }
    }
    return current.rows().peek();
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
    try {
      fetching = pool.submit(this::fetch);
    } catch (RejectedExecutionException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private Chunk fetch() throws IOException {
    synchronized (scanner) {
      Queue<Result> rows = new ArrayDeque<>();
      long bytes = 0;
      while (!closed && rows.size() < limits.rows() && bytes < limits.bytes()) {
        Result row = scanner.next();
        if (row == null) {
          return new Chunk(rows, true);
        }
        bytes += Result.getTotalSizeOfCells(row);
        rows.add(row);
      }
      return new Chunk(rows, false);
    }
  }

  private Chunk await() throws IOException {
    Future<Chunk> fetch = fetching;
    try {
      Chunk chunk = fetch.get(limits.deadlineMs(), TimeUnit.MILLISECONDS);
      fetching = null;
      return chunk;
    } catch (ExecutionException e) {
      throw CloudFailures.naming(cloud, e.getCause());
    } catch (TimeoutException e) {
      fetch.cancel(true);
      throw CloudFailures.naming(
          cloud, new CallTimeoutException("no rows within " + limits.deadlineMs() + " ms"));
    } catch (CancellationException e) {
      throw new IOException("the scanner is closed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException)
          new InterruptedIOException("interrupted while waiting for rows of cloud " + cloud.index())
              .initCause(e);
    }
  }
}
