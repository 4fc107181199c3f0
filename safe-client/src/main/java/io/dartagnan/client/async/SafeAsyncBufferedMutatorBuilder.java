package io.dartagnan.client.async;

import io.dartagnan.client.configuration.ClientSettings;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;

/** A builder of asynchronous mutators; settings of requests are those of a table. */
final class SafeAsyncBufferedMutatorBuilder implements AsyncBufferedMutatorBuilder {
  private final AsyncCalls calls;
  private final AsyncTableBuilder<?> table;
  private long bufferBytes;
  private int maxMutations;
  private int maxCellBytes;
  private long flushAfterMs;

  SafeAsyncBufferedMutatorBuilder(
      AsyncCalls calls, Configuration conf, AsyncTableBuilder<?> table) {
    this.calls = calls;
    this.table = table;
    this.bufferBytes = ClientSettings.writeBufferBytes(conf);
    this.maxMutations = ClientSettings.maxMutations(conf);
    this.maxCellBytes = ClientSettings.maxCellBytes(conf);
    this.flushAfterMs = ClientSettings.periodicFlushMs(conf);
  }

  @Override
  public AsyncBufferedMutatorBuilder setOperationTimeout(long timeout, TimeUnit unit) {
    table.setOperationTimeout(timeout, unit);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setRpcTimeout(long timeout, TimeUnit unit) {
    table.setRpcTimeout(timeout, unit);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setRetryPause(long pause, TimeUnit unit) {
    table.setRetryPause(pause, unit);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setMaxAttempts(int maxAttempts) {
    table.setMaxAttempts(maxAttempts);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setStartLogErrorsCnt(int startLogErrorsCnt) {
    table.setStartLogErrorsCnt(startLogErrorsCnt);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setRequestAttribute(String key, byte[] value) {
    table.setRequestAttribute(key, value);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setRequestAttributes(Map<String, byte[]> attributes) {
    attributes.forEach(table::setRequestAttribute);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setWriteBufferPeriodicFlush(long timeout, TimeUnit unit) {
    flushAfterMs = unit.toMillis(timeout);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setWriteBufferSize(long writeBufferSize) {
    bufferBytes = positive("setWriteBufferSize", writeBufferSize);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setMaxKeyValueSize(int maxKeyValueSize) {
    maxCellBytes = (int) positive("setMaxKeyValueSize", maxKeyValueSize);
    return this;
  }

  @Override
  public AsyncBufferedMutatorBuilder setMaxMutations(int maxMutations) {
    this.maxMutations = (int) positive("setMaxMutations", maxMutations);
    return this;
  }

  private static long positive(String setting, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(
          setting + " was given " + value + "; 1 or more is allowed");
    }
    return value;
  }

  @Override
  public AsyncBufferedMutator build() {
    return new SafeAsyncBufferedMutator(
        table.build(),
        calls,
        new SafeAsyncBufferedMutator.Limits(bufferBytes, maxMutations, maxCellBytes, flushAfterMs));
  }
}
