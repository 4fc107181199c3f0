package io.dartagnan.client.async;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * Buffer of writes with a future each, which the table gets as batches. It is thread-safe.
 *
 * <p>Nobody waits: a full buffer goes to the table as a call, and its writes' futures are completed
 * when that is done.
 */
final class SafeAsyncBufferedMutator implements AsyncBufferedMutator {

  /**
   * Settings of a mutator.
   *
   * @param bufferBytes size at which the buffer is sent
   * @param maxMutations number of writes at which it is sent; 0 or less means any
   * @param maxCellBytes the largest cell with its coordinates; 0 or less means any
   * @param flushAfterMs age at which it is sent, in milliseconds; 0 or less means any
   */
  record Limits(long bufferBytes, int maxMutations, int maxCellBytes, long flushAfterMs) {}

  /** Writes that wait to be sent. */
  private static final class Buffer {
    final List<Mutation> mutations = new ArrayList<>();
    final List<CompletableFuture<Void>> futures = new ArrayList<>();
    long bytes;
  }

  private final AsyncTable<?> table;
  private final AsyncCalls calls;
  private final Limits limits;
  private final PutCheck check;
  private Buffer buffer = new Buffer();
  private boolean closed;

  SafeAsyncBufferedMutator(AsyncTable<?> table, AsyncCalls calls, Limits limits) {
    this.table = table;
    this.calls = calls;
    this.limits = limits;
    this.check = new PutCheck(limits.maxCellBytes());
  }

  @Override
  public TableName getName() {
    return table.getName();
  }

  @Override
  public Configuration getConfiguration() {
    return table.getConfiguration();
  }

  @Override
  public List<CompletableFuture<Void>> mutate(List<? extends Mutation> mutations) {
    mutations.forEach(check::require);
    List<CompletableFuture<Void>> futures =
        Stream.generate(CompletableFuture<Void>::new).limit(mutations.size()).toList();
    if (!mutations.isEmpty() && !add(mutations, futures)) {
      IOException failure = new IOException("Already closed");
      futures.forEach(future -> future.completeExceptionally(failure));
    }
    return futures;
  }

  /** False if the mutator is closed. */
  private boolean add(List<? extends Mutation> mutations, List<CompletableFuture<Void>> futures) {
    Buffer full = null;
    synchronized (this) {
      if (closed) {
        return false;
      }
      if (buffer.mutations.isEmpty() && limits.flushAfterMs() > 0) {
        Buffer begun = buffer;
        calls.later(limits.flushAfterMs(), TimeUnit.MILLISECONDS, () -> flushIfStill(begun));
      }
      buffer.mutations.addAll(mutations);
      buffer.futures.addAll(futures);
      for (Mutation mutation : mutations) {
        buffer.bytes += mutation.heapSize();
      }
      if (buffer.bytes >= limits.bufferBytes()
          || limits.maxMutations() > 0 && buffer.mutations.size() >= limits.maxMutations()) {
        full = take();
      }
    }
    if (full != null) {
      send(full);
    }
    return true;
  }

  private Buffer take() {
    Buffer taken = buffer;
    buffer = new Buffer();
    return taken;
  }

  private void flushIfStill(Buffer old) {
    synchronized (this) {
      if (buffer != old) {
        return;
      }
      take();
    }
    send(old);
  }

  private void send(Buffer full) {
    List<CompletableFuture<Object>> results = table.batch(full.mutations);
    for (int i = 0; i < results.size(); i++) {
      CompletableFuture<Void> future = full.futures.get(i);
      results
          .get(i)
          .whenComplete(
              (result, failure) -> {
                if (failure != null) {
                  future.completeExceptionally(failure);
                } else {
                  future.complete(null);
                }
              });
    }
  }

  @Override
  public void flush() {
    Buffer full;
    synchronized (this) {
      full = take();
    }
    send(full);
  }

  /** {@inheritDoc} What is buffered is sent; its futures say when that is done. */
  @Override
  public void close() {
    Buffer full;
    synchronized (this) {
      closed = true;
      full = take();
    }
    send(full);
  }

  @Override
  public long getWriteBufferSize() {
    return limits.bufferBytes();
  }

  @Override
  public int getMaxMutations() {
    return limits.maxMutations();
  }

  @Override
  public long getPeriodicalFlushTimeout(TimeUnit unit) {
    return unit.convert(limits.flushAfterMs(), TimeUnit.MILLISECONDS);
  }

  @Override
  public Map<String, byte[]> getRequestAttributes() {
    return table.getRequestAttributes();
  }
}
