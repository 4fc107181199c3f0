package io.dartagnan.clusters.operations;

import io.dartagnan.client.configuration.ClientKeys;
import java.io.IOException;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/**
 * Table of one of the two connections, with the times of its steps: timestamps that servers or
 * clients assigned are compared by the step that they come from.
 */
public final class ComparedTable implements AutoCloseable {
  /** Between one step that has timestamps assigned and the next: they may run ahead a little. */
  private static final long QUIET_MS = 10;

  private static final Duration NAP = Duration.ofNanos(200_000);

  private final LongSupplier clock;
  private final Connection connection;
  private final Table table;
  private final NavigableMap<Long, Integer> steps = new TreeMap<>();
  private long quietUntil;
  private boolean expiring;

  /**
   * A table.
   *
   * @param clock gives the timestamps that are assigned, in milliseconds
   */
  ComparedTable(Connection connection, TableName name, LongSupplier clock) throws IOException {
    this.clock = clock;
    this.connection = connection;
    this.table = connection.getTable(name);
  }

  /** Whether it is of a Safe Client that has one cluster. */
  boolean isOnOneCluster() {
    return connection.getConfiguration().getInt(ClientKeys.CLOUDS, 3) == 1;
  }

  Connection connection() {
    return connection;
  }

  Table table() {
    return table;
  }

  /** Does a step and remembers its time. */
  Outcome run(int index, Step step) throws InterruptedException {
    if (step.writes().isEmpty() && !expiring) {
      return Outcome.of(step, this);
    }
    awaitClock(clock, quietUntil);
    if (expiring) {
      // What servers take for expired, they do by their own clock, which may be behind.
      awaitClock(System::currentTimeMillis, quietUntil);
    }
    if (!step.writes().isEmpty()) {
      steps.put(clock.getAsLong(), index);
    }
    expiring =
        Stream.concat(step.writes().stream(), step.laterWrites().stream())
            .anyMatch(write -> write.getTTL() == Times.AT_ONCE_MS);
    try {
      return Outcome.of(step, this);
    } finally {
      quietUntil = clock.getAsLong() + QUIET_MS;
    }
  }

  /** Waits until timestamps that are assigned are later than all before. */
  void awaitLater() throws InterruptedException {
    awaitClock(clock, clock.getAsLong() + QUIET_MS);
  }

  private static void awaitClock(LongSupplier clock, long passed) throws InterruptedException {
    while (clock.getAsLong() <= passed) {
      LockSupport.parkNanos(NAP.toNanos());
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  /** A timestamp as it is compared: the application's own, or the step that it comes from. */
  String time(long timestamp) {
    if (!Times.isAssigned(timestamp)) {
      return Times.text(timestamp);
    }
    var step = steps.floorEntry(timestamp);
    return step == null ? "before all steps" : "step " + step.getValue();
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
