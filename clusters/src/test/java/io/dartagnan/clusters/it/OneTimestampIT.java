package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.clusters.program.CountingProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Atomic operations of two processes whose changes all have one timestamp of the application's own,
 * so that each takes the place of the one before it.
 */
@EndToEnd
class OneTimestampIT {
  private static final String FAMILY = "f";
  private static final int ROWS = 8;
  private static final int THREADS = 3;
  private static final int CHANGES = 25;
  private static final long TIMESTAMP = 1_000;

  private final LocalClusters clusters;
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
    connection.close();
  }

  private String[] create(String name, String protection, String prefix) throws IOException {
    TableName table = TableName.valueOf("one-timestamp-" + name);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Bytes.toBytes(FAMILY)))
              .setValue("dartagnan.column.f:c", protection)
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
      own.count(THREADS, CHANGES, 1);
      for (String line = other.answer(); !line.equals("end"); line = other.answer()) {
        lines.add(line);
      }
    }
    countsRight(arguments, own, lines, 0);
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
