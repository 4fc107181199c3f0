package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.aggregate.PrivateAggregation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Descriptors of tables that are changed while they are used: on one cloud alone, and on all. */
@EndToEnd
@Tag("thorough")
class DescriptorsIT {
  private static final int ROWS = 20;
  private static final int ALTERED = 1;
  private static final Duration DEADLINE = Duration.ofMinutes(3);

  private final LocalClusters clusters;

  DescriptorsIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  /** A question whose right answer is known. */
  private record Question(String name, Object right, Callable<Object> answer) {

    /** Null if the answer is right, or an error that says what differs and where. */
    String defect(TableName table) {
      try {
        Object given = answer.call();
        return right.equals(given) ? null : name + " was answered with " + given;
      } catch (Exception e) {
        String message = String.valueOf(e.getMessage());
        boolean isClear =
            List.of(
                    "cloud " + ALTERED + " differs",
                    "'TTL'",
                    "family f",
                    "table " + table,
                    "doctor")
                .stream()
                .allMatch(message::contains);
        return isClear ? null : name + " failed with " + e;
      }
    }
  }

  private static List<Question> questions(Connection connection, Numbered in) {
    Numbered table = new Numbered(connection, in.name());
    List<Question> questions = new ArrayList<>();
    List<Long> all = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int row = i;
      all.add((long) i);
      questions.add(new Question("get of row " + i, (long) i, () -> number(table, row)));
    }
    questions.add(
        new Question(
            "scan", all, () -> table.scan(new Scan()).stream().map(Numbered::number).toList()));
    questions.add(
        new Question(
            "filter",
            all.subList(5, ROWS),
            () -> table.numbers(CompareOperator.GREATER_OR_EQUAL, 5)));
    questions.add(new Question("batch of gets", all, () -> batch(table)));
    questions.add(new Question("checkAndMutate", true, () -> isThere(table)));
    questions.add(new Question("count", (long) ROWS, () -> count(table)));
    questions.add(new Question("get of a plain column", "open", () -> plain(table)));
    questions.add(
        new Question(
            "put",
            "done",
            () -> {
              table.write(0, 0);
              return "done";
            }));
    return questions;
  }

  private static Object number(Numbered table, int row) throws IOException {
    Object number = table.find(row).stream().boxed().findFirst().orElse(null);
    return number == null ? "nothing" : number;
  }

  private static Object batch(Numbered in) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      gets.add(new Get(Bytes.toBytes(Numbered.row(i))));
    }
    try (Table table = in.connection().getTable(in.name())) {
      List<Object> numbers = new ArrayList<>();
      for (Result row : table.get(gets)) {
        numbers.add(row.isEmpty() ? "nothing" : Numbered.number(row));
      }
      return numbers;
    }
  }

  private static long count(Numbered in) throws IOException {
    return PrivateAggregation.over(in.connection()).count(in.name(), new Scan());
  }

  /** Two clouds are enough for it. */
  private static String plain(Numbered in) throws IOException {
    try (Table table = in.connection().getTable(in.name())) {
      Get get = new Get(Bytes.toBytes(Numbered.row(5))).addColumn(Numbered.FAMILY, Numbered.PLAIN);
      Result row = table.get(get);
      return row.isEmpty() ? "nothing" : Bytes.toString(row.value());
    }
  }

  private static boolean isThere(Numbered in) throws IOException {
    byte[] row = Bytes.toBytes(Numbered.row(3));
    try (Table table = in.connection().getTable(in.name())) {
      return table
          .checkAndMutate(
              CheckAndMutate.newBuilder(row)
                  .ifEquals(Numbered.FAMILY, Numbered.NUMBER, Bytes.toBytes(3L))
                  .build(
                      new Put(row)
                          .addColumn(Numbered.FAMILY, Numbered.PLAIN, Bytes.toBytes("checked"))))
          .isSuccess();
    }
  }

  private static List<String> defects(Connection connection, Numbered in) {
    return questions(connection, in).stream()
        .map(question -> question.defect(in.name()))
        .filter(defect -> defect != null)
        .toList();
  }

  @Test
  void aFamilyThatOneCloudAloneLetsExpireIsNamedAndNoAnswerIsWrong() throws Exception {
    try (Connection old = clusters.safe()) {
      Numbered table = Numbered.create(old, "ttl-of-one", Numbered.row(7), Numbered.row(14));
      table.load(ROWS);
      try (Table plain = old.getTable(table.name())) {
        plain.put(
            new Put(Bytes.toBytes(Numbered.row(5)))
                .addColumn(Numbered.FAMILY, Numbered.PLAIN, Bytes.toBytes("open")));
      }
      assertThat(defects(old, table)).isEmpty();

      alter(table.name(), 1);
      try (CloudTable cloud = clusters.cloud(ALTERED, table.name())) {
        await("cloud " + ALTERED + " shows nothing")
            .atMost(DEADLINE)
            .ignoreExceptions()
            .until(() -> isEmpty(cloud));
      }
      try (Connection young = clusters.safe()) {
        assertThat(defects(old, table)).as("by a connection that is older").isEmpty();
        assertThat(defects(young, table)).as("by a connection that is younger").isEmpty();

        alter(table.name(), HConstants.FOREVER);
        for (Connection each : List.of(old, young)) {
          await("the clouds agree again")
              .atMost(DEADLINE)
              .until(() -> questions(each, table).stream().allMatch(DescriptorsIT::isRight));
        }
      }
    }
  }

  private static boolean isRight(Question question) {
    try {
      return question.right().equals(question.answer().call());
    } catch (Exception e) {
      return false;
    }
  }

  private static boolean isEmpty(CloudTable cloud) throws IOException {
    for (int i = 0; i < ROWS; i++) {
      if (!cloud.table().get(new Get(Bytes.toBytes(Numbered.row(i)))).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** As an operator does with HBase's shell. */
  private void alter(TableName table, int seconds) throws IOException {
    try (Connection cloud = clusters.cloud(ALTERED);
        Admin admin = cloud.getAdmin()) {
      admin.modifyColumnFamily(
          table,
          ColumnFamilyDescriptorBuilder.newBuilder(
                  admin.getDescriptor(table).getColumnFamily(Numbered.FAMILY))
              .setTimeToLive(seconds)
              .build());
    }
  }

  @Test
  void noPutFailsWhileAColumnIsAddedUnderWriters() throws Exception {
    int writers = 6;
    int regions = 100;
    List<String> splits = new ArrayList<>();
    for (int i = 1; i < regions; i++) {
      splits.add(Numbered.row(i * 2_000 / regions));
    }
    Configuration settings = new Configuration(false);
    // As HBase has them: with the few that these clusters are set up for, its own client gives up
    // on a region that opens anew, which on a busy machine takes longer than a minute.
    settings.setInt(
        HConstants.HBASE_CLIENT_OPERATION_TIMEOUT,
        HConstants.DEFAULT_HBASE_CLIENT_OPERATION_TIMEOUT);
    settings.setInt(
        HConstants.HBASE_CLIENT_RETRIES_NUMBER, HConstants.DEFAULT_HBASE_CLIENT_RETRIES_NUMBER);
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try (Connection one = clusters.safe(settings);
        Connection other = clusters.safe(settings);
        Admin admin = one.getAdmin()) {
      Numbered table = Numbered.create(one, "added-column", splits.toArray(String[]::new));
      Map<Integer, Long> acknowledged = new ConcurrentHashMap<>();
      Queue<String> failed = new ConcurrentLinkedQueue<>();
      AtomicLong longest = new AtomicLong();
      AtomicBoolean ended = new AtomicBoolean();
      List<Future<?>> writing = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        int first = i;
        Numbered own = new Numbered(i % 2 == 0 ? one : other, table.name());
        writing.add(
            threads.submit(
                () -> {
                  for (int n = 0; !ended.get(); n++) {
                    int row = (first + n * 37 * writers) % 2_000 / writers * writers + first;
                    long begun = System.nanoTime();
                    try {
                      own.write(row, n);
                      longest.accumulateAndGet(System.nanoTime() - begun, Math::max);
                      acknowledged.put(row, (long) n);
                    } catch (IOException e) {
                      failed.add("row " + row + ": " + e);
                    }
                  }
                  return null;
                }));
      }
      await().atMost(DEADLINE).until(() -> acknowledged.size() > 100);
      for (int change = 0; change < 3; change++) {
        TableDescriptor next =
            TableDescriptorBuilder.newBuilder(admin.getDescriptor(table.name()))
                .setValue("dartagnan.column.f:added" + change, "xor int64")
                .build();
        admin.modifyTable(next);
        int before = acknowledged.size();
        await().atMost(DEADLINE).until(() -> acknowledged.size() > before + 20 || before > 1_000);
      }
      ended.set(true);
      for (Future<?> each : writing) {
        each.get(DEADLINE.toMinutes(), TimeUnit.MINUTES);
      }

      System.out.printf(
          "  columns were added to %d regions; the longest put took %d ms%n",
          regions, TimeUnit.NANOSECONDS.toMillis(longest.get()));
      assertThat(failed).isEmpty();
      Map<Integer, Long> read = new TreeMap<>();
      for (int row : acknowledged.keySet()) {
        read.put(row, table.read(row));
      }
      assertThat(read).isEqualTo(new TreeMap<>(acknowledged));
      try (Table added = other.getTable(table.name())) {
        added.put(
            new Put(Bytes.toBytes("new"))
                .addColumn(Numbered.FAMILY, Bytes.toBytes("added2"), Bytes.toBytes(7L)));
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
