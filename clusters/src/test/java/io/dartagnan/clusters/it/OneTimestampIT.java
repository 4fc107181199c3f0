package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.clusters.program.CountingProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Atomic operations of two processes whose changes all have one timestamp of the application's own,
 * so that each takes the place of the one before it.
 */
@EndToEnd
@Tag("thorough")
class OneTimestampIT {
  private static final String FAMILY = "f";
  private static final int ROWS = 8;
  private static final int THREADS = 3;
  private static final int CHANGES = 25;
  private static final long TIMESTAMP = 1_000;

  private final LocalClusters clusters;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Connection connection;

  OneTimestampIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void connect() throws IOException {
    connection = clusters.safe();
  }

  @AfterAll
  void close() throws IOException {
    threads.shutdownNow();
    connection.close();
  }

  private String[] create(String name, String protection, String prefix) throws IOException {
    TableName table = TableName.valueOf("one-timestamp-" + name);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Bytes.toBytes(FAMILY)))
              .setValue("dartagnan.suite", "araki")
              .setValue("dartagnan.column.f:c", protection)
              .setValue("dartagnan.column.f:another", "plain")
              .build());
    }
    return new String[] {
      table.getNameAsString(),
      FAMILY,
      "c",
      Long.toString(TIMESTAMP),
      prefix,
      Integer.toString(ROWS),
      Integer.toString(THREADS),
      Integer.toString(CHANGES),
      "1"
    };
  }

  private CountingProgram counting(String[] arguments, ConcurrentLinkedQueue<String> lines)
      throws IOException {
    CountingProgram own = new CountingProgram(connection, arguments, lines::add);
    try (Table table = connection.getTable(TableName.valueOf(arguments[0]))) {
      for (int row = 0; row < ROWS; row++) {
        table.put(own.put(row, 0));
      }
    }
    return own;
  }

  private void countsRight(
      String[] arguments, CountingProgram own, Iterable<String> lines, int unanswered)
      throws IOException {
    long[] counted = new long[ROWS];
    List<String> gone = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.split(" ");
      if (words[0].equals("counted")) {
        counted[Integer.parseInt(words[1])]++;
      } else {
        gone.add(line);
      }
    }
    long[] numbers = new long[ROWS];
    try (Table table = connection.getTable(TableName.valueOf(arguments[0]))) {
      for (int row = 0; row < ROWS; row++) {
        numbers[row] = own.number(table, row);
      }
    }
    assertThat(gone).as("rows that were read without a value").isEmpty();
    if (unanswered == 0) {
      assertThat(numbers).as("numbers, where so many changes were acknowledged").isEqualTo(counted);
    } else {
      assertThat(Arrays.stream(numbers).sum())
          .isBetween(Arrays.stream(counted).sum(), Arrays.stream(counted).sum() + unanswered);
      for (int row = 0; row < ROWS; row++) {
        assertThat(numbers[row]).as("row %d", row).isGreaterThanOrEqualTo(counted[row]);
      }
    }
  }

  /** Gets, scans and filters of one thread: no row is ever without a number, and none goes back. */
  private Future<Integer> reading(String[] arguments, CountingProgram own, AtomicBoolean done) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            Bytes.toBytes(FAMILY), Bytes.toBytes("c"), CompareOperator.NOT_EQUAL, own.value(-7));
    filter.setFilterIfMissing(true);
    List<Scan> scans = List.of(new Scan(), new Scan().setFilter(filter));
    return threads.submit(
        () -> {
          long[] last = new long[ROWS];
          int readings = 0;
          try (Table table = connection.getTable(TableName.valueOf(arguments[0]))) {
            for (; !done.get() || readings == 0; readings++) {
              for (int row = 0; row < ROWS; row++) {
                last[row] = later("get of row " + row, last[row], own.number(table, row));
              }
              for (Scan scan : scans) {
                int rows = 0;
                try (ResultScanner scanner = table.getScanner(scan)) {
                  for (Result row : scanner) {
                    String what = (scan.hasFilter() ? "filter" : "scan") + " of row " + rows;
                    last[rows] = later(what, last[rows], own.number(row));
                    rows++;
                  }
                }
                assertThat(rows).as("rows of a scan, %s", scan.getFilter()).isEqualTo(ROWS);
              }
            }
          }
          return readings;
        });
  }

  private static long later(String what, long last, long number) {
    assertThat(number).as(what).isGreaterThanOrEqualTo(last);
    return number;
  }

  /** A plain value of {@code DA 01} and ten or more bytes begins as a share does. */
  @ParameterizedTest
  @CsvSource({
    "plain, plain, -",
    "xor, xor int64, -",
    "replicated, replicated int64, -",
    "likeness, plain, da0100000102030405060708"
  })
  void everyAcknowledgedChangeCounts(String name, String protection, String prefix)
      throws Exception {
    String[] arguments = create(name, protection, prefix);
    ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
    CountingProgram own = counting(arguments, lines);
    String[] others = arguments.clone();
    others[8] = "2";
    try (ProgramProcess other = clusters.start(List.of(), CountingProgram.class, others)) {
      lines.add(other.answer());
      AtomicBoolean done = new AtomicBoolean();
      Future<Integer> readings = reading(arguments, own, done);
      try {
        own.count(THREADS, CHANGES, 1);
        for (String line = other.answer(); !line.equals("end"); line = other.answer()) {
          lines.add(line);
        }
      } finally {
        done.set(true);
      }
      assertThat(readings.get(2, TimeUnit.MINUTES)).isPositive();
    }
    countsRight(arguments, own, lines, 0);
  }

  /** A batch of puts at the same timestamp, refused here and taken there, takes nothing with it. */
  @Test
  void batchesOfPutsMayComeBetween() throws Exception {
    String[] arguments = create("batches", "xor int64", "-");
    ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
    CountingProgram own = counting(arguments, lines);
    try (ProgramProcess other = clusters.start(List.of(), CountingProgram.class, arguments);
        Table table = connection.getTable(TableName.valueOf(arguments[0]))) {
      lines.add(other.answer());
      AtomicBoolean done = new AtomicBoolean();
      Future<Integer> readings = reading(arguments, own, done);
      try {
        for (long batch = 1; batch <= 20; batch++) {
          List<Put> puts = new ArrayList<>();
          for (int row = 0; row < ROWS; row++) {
            puts.add(own.put(row, batch * 1_000_000));
          }
          table.put(puts);
        }
        for (String line = other.answer(); !line.equals("end"); line = other.answer()) {
          lines.add(line);
        }
      } finally {
        done.set(true);
      }
      assertThat(readings.get(2, TimeUnit.MINUTES)).isPositive();
      for (int row = 0; row < ROWS; row++) {
        assertThat(own.number(table, row)).isBetween(20_000_000L, 20_000_000L + CHANGES * THREADS);
      }
    }
    assertThat(lines)
        .as("rows that were read without a value")
        .noneMatch(line -> line.startsWith("gone"));
  }

  @Test
  void aProcessThatIsKilledTakesNoAcknowledgedChangeWithIt() throws Exception {
    String[] arguments = create("killed", "xor int64", "-");
    ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
    CountingProgram own = counting(arguments, lines);
    int kills = 3;
    for (int kill = 0; kill < kills; kill++) {
      String[] others = arguments.clone();
      others[7] = "1000";
      others[8] = Integer.toString(10 + kill);
      try (ProgramProcess other = clusters.start(List.of(), CountingProgram.class, others)) {
        for (int i = 0; i < 10 + 7 * kill; i++) {
          lines.add(other.answer());
        }
        own.count(1, 5, kill);
        other.kill();
        for (String line = other.unread(); line != null; line = other.unread()) {
          lines.add(line);
        }
      }
      own.count(THREADS, CHANGES, kill);
    }
    countsRight(arguments, own, lines, kills * THREADS);
  }
}
