package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.configuration.ClientKeys;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Writes that end half-way, since all threads of their connection wait for a cloud that stands
 * still, or since the connection is closed: what was acknowledged before is read.
 */
@EndToEnd
@Tag("long")
class TornWritesIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final List<String> PROTECTIONS = List.of("additive", "plain", "replicated", "xor");

  /** Fewer than half as many as write at a time. */
  private static final int THREADS = 6;

  private static final int WRITERS = 40;
  private static final int ROWS_OF_WRITER = 6;
  private static final int CLOSING = 4;
  private static final int WRITERS_OF_CLOSING = 10;
  private static final int ROWS = (WRITERS + CLOSING * WRITERS_OF_CLOSING) * ROWS_OF_WRITER;

  /** Writes that found no thread; the first does after half a minute. */
  private static final int REFUSED = WRITERS / 2;

  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final LocalClusters clusters;
  private final TableName name = TableName.valueOf("torn-writes");
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLongArray acknowledged = new AtomicLongArray(ROWS);
  private final Map<String, AtomicInteger> failures = new ConcurrentHashMap<>();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicBoolean over = new AtomicBoolean();

  TornWritesIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @AfterEach
  void restore() throws Exception {
    threads.shutdownNow();
    clusters.restore();
  }

  private static Connection narrow(LocalClusters clusters) throws IOException {
    Configuration settings = new Configuration(false);
    settings.setInt(ClientKeys.THREADS, THREADS);
    return clusters.safe(settings);
  }

  @Test
  void whatWasAcknowledgedIsReadAfterWritesThatEndedHalfWay() throws Exception {
    List<Connection> closing = new ArrayList<>();
    List<Future<?>> writers = new ArrayList<>();
    try (Connection connection = narrow(clusters);
        Connection reading = clusters.safe()) {
      create(reading);
      int row = 0;
      for (int i = 0; i < WRITERS; i++) {
        writers.add(start(connection, row));
        row += ROWS_OF_WRITER;
      }
      for (int i = 0; i < CLOSING; i++) {
        closing.add(narrow(clusters));
        for (int j = 0; j < WRITERS_OF_CLOSING; j++) {
          writers.add(start(closing.get(i), row));
          row += ROWS_OF_WRITER;
        }
      }
      await("each row is counted").atMost(PATIENCE).until(() -> least() > 1);

      clusters.signal(2, "STOP");
      List<Future<?>> closed = new ArrayList<>();
      try {
        for (Connection each : closing) {
          closed.add(
              threads.submit(
                  () -> {
                    each.close();
                    return null;
                  }));
        }
        await("writes find no thread").atMost(PATIENCE).until(() -> refused.get() >= REFUSED);
      } finally {
        over.set(true);
        clusters.signal(2, "CONT");
      }
      for (Future<?> each : writers) {
        each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      }
      System.out.printf("  failures: %s%n", failures);
      // It has lost its session meanwhile, and would find so sooner or later.
      clusters.require("kill", "2");
      clusters.require("start", "2");
      try (Admin admin = reading.getAdmin()) {
        await("all is flushed")
            .atMost(PATIENCE)
            .ignoreExceptionsInstanceOf(IOException.class)
            .until(
                () -> {
                  admin.flush(name);
                  return true;
                });
      }
      assertThat(read(reading)).as("what was read").isEqualTo(Map.of("right", ROWS));
    }
  }

  private void create(Connection connection) throws IOException {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY));
    for (String protection : PROTECTIONS) {
      descriptor.setValue(
          "dartagnan.column.f:" + protection,
          protection.equals("plain") ? protection : protection + " int64");
    }
    try (Admin admin = connection.getAdmin();
        Table table = connection.getTable(name)) {
      admin.createTable(descriptor.build());
      List<Put> puts = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        Put put = new Put(row(row));
        for (String protection : PROTECTIONS) {
          put.addColumn(FAMILY, Bytes.toBytes(protection), Bytes.toBytes(1L));
        }
        puts.add(put);
        acknowledged.set(row, 1);
      }
      table.put(puts);
    }
  }

  private static byte[] row(int number) {
    return Bytes.toBytes(Numbered.row(number));
  }

  private long least() {
    long least = Long.MAX_VALUE;
    for (int row = 0; row < ROWS; row++) {
      least = Math.min(least, acknowledged.get(row));
    }
    return least;
  }

  /** Has rows of its own counted up until it is over, or the connection closed. */
  private Future<?> start(Connection connection, int first) {
    return threads.submit(
        () -> {
          for (int i = 0; !over.get() && !connection.isClosed(); i++) {
            int row = first + i % ROWS_OF_WRITER;
            try (Table table = connection.getTable(name)) {
              Increment increment = new Increment(row(row));
              for (String protection : PROTECTIONS) {
                increment.addColumn(FAMILY, Bytes.toBytes(protection), 1);
              }
              acknowledged.set(row, number(table.increment(increment), PROTECTIONS.get(0)));
            } catch (IOException | RuntimeException e) {
              note(e);
            }
          }
        });
  }

  private void note(Exception failure) {
    String message = String.valueOf(failure.getMessage());
    boolean full = message.contains("threads of the connection have been busy");
    if (full) {
      refused.incrementAndGet();
    }
    String kind =
        full
            ? "no thread"
            : message.contains("is closed") ? "closed" : failure.getClass().getSimpleName();
    failures.computeIfAbsent(kind, any -> new AtomicInteger()).incrementAndGet();
  }

  private static long number(Result row, String protection) {
    byte[] value = row.getValue(FAMILY, Bytes.toBytes(protection));
    return value == null ? 0 : Bytes.toLong(value);
  }

  /** How many rows have what was acknowledged in all of their columns, and what others have. */
  private Map<String, Integer> read(Connection connection) throws IOException {
    Map<String, Integer> read = new TreeMap<>();
    try (Table table = connection.getTable(name)) {
      for (int row = 0; row < ROWS; row++) {
        Get get = new Get(row(row));
        Result found =
            await("row " + row + " is read")
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> table.get(get), any -> true);
        String what = "right";
        for (String protection : PROTECTIONS) {
          long number = number(found, protection);
          if (number < acknowledged.get(row)) {
            what = (number == 0 ? "nothing" : "older") + " in " + protection;
          }
        }
        read.merge(what, 1, Integer::sum);
      }
    }
    return read;
  }
}
