package io.dartagnan.client.table;

import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.CloudThreads;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.client.write.RowWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Buffer of writes that are sent to the three clouds as batches.
 *
 * <p>A write is checked when it is given: what is wrong with it is thrown by {@link #mutate}. It is
 * stamped and shared when it is sent, since a stamp must not be old by then. That is done by the
 * call that fills the buffer, by {@link #flush}, or by the periodic flush; the listener hears of
 * what failed then.
 */
public final class SafeBufferedMutator implements BufferedMutator {
  private static final Logger LOG = LoggerFactory.getLogger(SafeBufferedMutator.class);
  private static final int UNSET = -1;

  /** Writes that wait to be sent. */
  private static final class Buffer {
    final List<Row> actions = new ArrayList<>();
    long bytes;
    long since;
  }

  private final Configuration conf;
  private final BufferedMutatorParams params;
  private final TableCatalogue catalogue;
  private final CloudTables tables;
  private final RowWriter writer;
  private final long bufferBytes;
  private final int maxMutations;
  private final Object bufferLock = new Object();
  private final ReentrantLock sending = new ReentrantLock();
  private Buffer buffer = new Buffer();
  private volatile boolean closed;
  private ScheduledExecutorService timer;
  private long flushAfterMs;
  private long flushTickMs = MIN_WRITE_BUFFER_PERIODIC_FLUSH_TIMERTICK_MS;

  /**
   * Opens a mutator, which builds and owns its tables.
   *
   * @param tables of the table that {@code params} names
   */
  public SafeBufferedMutator(
      ConnectionParts connection, BufferedMutatorParams params, CloudTables.Builder tables) {
    this.conf = connection.configuration();
    this.params = params;
    this.catalogue = connection.catalogue();
    this.bufferBytes =
        params.getWriteBufferSize() == UNSET
            ? ClientSettings.writeBufferBytes(conf)
            : params.getWriteBufferSize();
    this.maxMutations =
        params.getMaxMutations() == UNSET
            ? ClientSettings.maxMutations(conf)
            : params.getMaxMutations();
    if (params.getRpcTimeout() != UNSET) {
      tables.each(builder -> builder.setWriteRpcTimeout(params.getRpcTimeout()));
    }
    if (params.getOperationTimeout() != UNSET) {
      tables.each(builder -> builder.setOperationTimeout(params.getOperationTimeout()));
    }
    params
        .getRequestAttributes()
        .forEach((key, value) -> tables.each(builder -> builder.setRequestAttribute(key, value)));
    this.tables = tables.build();
    this.writer =
        connection.writer(
            this.tables,
            params.getTableName(),
            params.getMaxKeyValueSize() == UNSET
                ? connection.splitter()
                : connection.splitter().withMaxCellBytes(params.getMaxKeyValueSize()));
    setWriteBufferPeriodicFlush(
        params.getWriteBufferPeriodicFlushTimeoutMs() == UNSET
            ? ClientSettings.periodicFlushMs(conf)
            : params.getWriteBufferPeriodicFlushTimeoutMs(),
        params.getWriteBufferPeriodicFlushTimerTickMs() == UNSET
            ? ClientSettings.periodicFlushTickMs(conf)
            : params.getWriteBufferPeriodicFlushTimerTickMs());
  }

  @Override
  public TableName getName() {
    return params.getTableName();
  }

  @Override
  public Configuration getConfiguration() {
    return conf;
  }

  @Override
  public void mutate(Mutation mutation) throws IOException {
    mutate(List.of(mutation));
  }

  @Override
  public void mutate(List<? extends Mutation> mutations) throws IOException {
    requireOpen();
    writer.check(mutations);
    boolean full;
    synchronized (bufferLock) {
      if (buffer.actions.isEmpty()) {
        buffer.since = System.nanoTime();
      }
      buffer.actions.addAll(mutations);
      for (Mutation mutation : mutations) {
        buffer.bytes += mutation.heapSize();
      }
      full =
          buffer.bytes > bufferBytes || maxMutations > 0 && buffer.actions.size() >= maxMutations;
    }
    if (full) {
      send();
    }
  }

  @Override
  public void flush() throws IOException {
    requireOpen();
    send();
  }

  /** Sends what is buffered; returns when it, and what another thread was sending, is done. */
  private void send() throws IOException {
    sending.lock();
    try {
      Buffer full;
      synchronized (bufferLock) {
        full = buffer;
        buffer = new Buffer();
      }
      if (!full.actions.isEmpty()) {
        send(full);
      }
    } catch (RetriesExhaustedWithDetailsException e) {
      BufferedMutator.ExceptionListener listener = params.getListener();
      if (listener == null) {
        throw e;
      }
      listener.onException(e, this);
    } finally {
      sending.unlock();
    }
  }

  private void send(Buffer full) throws RetriesExhaustedWithDetailsException {
    int count = full.actions.size();
    try {
      writer.batch(full.actions, catalogue.get(params.getTableName()), new Object[count]);
    } catch (RetriesExhaustedWithDetailsException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // The buffer is gone: whoever hears of this must learn of every write that was in it.
      throw new RetriesExhaustedWithDetailsException(
          Collections.nCopies(count, e),
          full.actions,
          Collections.nCopies(count, "the three clouds"));
    }
  }

  @Override
  public void close() throws IOException {
    disableWriteBufferPeriodicFlush();
    if (!closed) {
      try {
        send();
      } finally {
        closed = true;
        tables.close();
      }
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("Cannot put when the BufferedMutator is closed.");
    }
  }

  @Override
  public synchronized void setWriteBufferPeriodicFlush(long timeoutMs, long tickMs) {
    flushAfterMs = Math.max(0, timeoutMs);
    flushTickMs = Math.max(MIN_WRITE_BUFFER_PERIODIC_FLUSH_TIMERTICK_MS, tickMs);
    if (timer != null) {
      timer.shutdownNow();
      timer = null;
    }
    if (flushAfterMs > 0) {
      long afterNanos = TimeUnit.MILLISECONDS.toNanos(flushAfterMs);
      timer =
          new ScheduledThreadPoolExecutor(1, CloudThreads.daemon("dartagnan-flush-" + getName()));
      timer.scheduleWithFixedDelay(
          () -> flushIfOlder(afterNanos), flushTickMs, flushTickMs, TimeUnit.MILLISECONDS);
    }
  }

  private void flushIfOlder(long afterNanos) {
    synchronized (bufferLock) {
      if (buffer.actions.isEmpty() || System.nanoTime() - buffer.since < afterNanos) {
        return;
      }
    }
    try {
      send();
    } catch (IOException | RuntimeException e) {
      // Nobody called: as with HBase's own, a listener hears of it, and otherwise the log does.
      LOG.error("the periodic flush of {} failed: {}", getName(), e.getMessage());
    }
  }

  @Override
  public synchronized long getWriteBufferPeriodicFlushTimeoutMs() {
    return flushAfterMs;
  }

  @Override
  public synchronized long getWriteBufferPeriodicFlushTimerTickMs() {
    return flushTickMs;
  }

  @Override
  public long getWriteBufferSize() {
    return bufferBytes;
  }

  @Override
  public int getMaxMutations() {
    return maxMutations;
  }

  @Override
  @SuppressWarnings("deprecation") // The table's builder takes it once; this may change it later.
  public void setRpcTimeout(int timeout) {
    tables.each(table -> table.setWriteRpcTimeout(timeout));
  }

  @Override
  @SuppressWarnings("deprecation")
  public void setOperationTimeout(int timeout) {
    tables.each(table -> table.setOperationTimeout(timeout));
  }

  @Override
  public Map<String, byte[]> getRequestAttributes() {
    return params.getRequestAttributes();
  }
}
