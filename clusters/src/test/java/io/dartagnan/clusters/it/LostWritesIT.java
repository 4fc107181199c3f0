package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.aggregate.PrivateAggregation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A cloud that has lost acknowledged writes: each is read all the same, or the reader is told which
 * cloud lacks it.
 */
@EndToEnd
@Tag("thorough")
class LostWritesIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] COLUMN = Bytes.toBytes("c");
  private static final byte[] OTHER = Bytes.toBytes("d");
  private static final int ROWS = 40;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final LocalClusters clusters;

  LostWritesIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @AfterEach
  void restore() throws Exception {
    clusters.restore();
  }

  private static TableName create(Connection connection, String protection) throws IOException {
    TableName name = TableName.valueOf("lost-" + protection.split(" ")[0]);
    try (Admin admin = connection.getAdmin()) {
      if (admin.tableExists(name)) {
        admin.disableTable(name);
        admin.deleteTable(name);
      }
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setValue("dartagnan.suite", "araki")
              .setValue("dartagnan.column.f:c", protection)
              .setValue("dartagnan.column.f:d", protection)
              .build());
    }
    return name;
  }

  private static byte[] row(int number) {
    return Bytes.toBytes(Numbered.row(number));
  }

  private static void put(Connection connection, TableName name, int from, long value)
      throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = from; i < ROWS; i++) {
      puts.add(
          new Put(row(i))
              .addColumn(FAMILY, COLUMN, Bytes.toBytes(value))
              .addColumn(FAMILY, OTHER, Bytes.toBytes(value)));
    }
    try (Table table = connection.getTable(name)) {
      table.put(puts);
    }
  }

  /** Puts the other column alone. */
  private static void putOther(Connection connection, TableName name, long value)
      throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      puts.add(new Put(row(i)).addColumn(FAMILY, OTHER, Bytes.toBytes(value)));
    }
    try (Table table = connection.getTable(name)) {
      table.put(puts);
    }
  }

  private static void write(Connection connection, TableName name, int from, long value)
      throws IOException {
    put(connection, name, from, value);
    try (Admin admin = connection.getAdmin()) {
      // Before it asks for a flush, a client tells the clouds what is settled.
      admin.flush(name);
    }
  }

  /**
   * Every row has the value, by gets and by a scan, in a connection that was open and a new one.
   */
  private void requireValues(Connection open, TableName name, long value) throws IOException {
    try (Connection fresh = clusters.safe()) {
      for (Connection connection : List.of(open, fresh)) {
        try (Table table = connection.getTable(name)) {
          for (int i = 0; i < ROWS; i++) {
            assertThat(table.get(new Get(row(i))).getValue(FAMILY, COLUMN))
                .as("row %d", i)
                .isEqualTo(Bytes.toBytes(value));
          }
          List<Result> rows = new ArrayList<>();
          try (ResultScanner scanner = table.getScanner(new Scan())) {
            scanner.forEach(rows::add);
          }
          assertThat(rows)
              .hasSize(ROWS)
              .allSatisfy(
                  each ->
                      assertThat(each.getValue(FAMILY, COLUMN)).isEqualTo(Bytes.toBytes(value)));
        }
      }
    }
  }

  /** An answer that the clouds compute. */
  @FunctionalInterface
  private interface Answer {
    Object of(Connection connection, TableName name) throws IOException;
  }

  /**
   * A question to the clouds.
   *
   * @param expected the answer where every row has the value
   */
  private record Question(String words, Object expected, Answer answer) {}

  private static SingleColumnValueFilter where(byte[] column, CompareOperator operator, long to) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            FAMILY, column, operator, new BinaryComparator(Bytes.toBytes(to)));
    filter.setFilterIfMissing(true);
    return filter;
  }

  private static Question rows(String words, Filter filter, int expected, long value) {
    return new Question(
        words,
        Collections.nCopies(expected, value),
        (connection, name) -> {
          try (Table table = connection.getTable(name);
              ResultScanner scanner = table.getScanner(new Scan().setFilter(filter))) {
            List<Long> values = new ArrayList<>();
            for (Result row = scanner.next(); row != null; row = scanner.next()) {
              values.add(Bytes.toLong(row.getValue(FAMILY, COLUMN)));
            }
            return values;
          }
        });
  }

  private static List<Question> questions(long value, long other) {
    Filter equal = where(COLUMN, CompareOperator.EQUAL, value);
    return List.of(
        rows("=", equal, ROWS, value),
        rows(">=", where(COLUMN, CompareOperator.GREATER_OR_EQUAL, value), ROWS, value),
        rows(
            "two columns",
            new FilterList(equal, where(OTHER, CompareOperator.EQUAL, other)),
            ROWS,
            value),
        rows("the value before", where(COLUMN, CompareOperator.EQUAL, value - 1), 0, value),
        new Question(
            "count",
            (long) ROWS,
            (connection, name) ->
                PrivateAggregation.over(connection).count(name, new Scan().setFilter(equal))),
        new Question(
            "count of all",
            (long) ROWS,
            (connection, name) -> PrivateAggregation.over(connection).count(name, new Scan())),
        new Question(
            "sum",
            ROWS * other,
            (connection, name) ->
                PrivateAggregation.over(connection).sum(name, FAMILY, OTHER, new Scan())));
  }

  /**
   * Filters and aggregates answer as if no cloud had lost anything; twice: by share columns too.
   */
  private static void requireAnswers(Connection connection, TableName name, long value) {
    requireAnswers(connection, name, value, value);
  }

  /** The same, where the other column has another value. */
  private static void requireAnswers(
      Connection connection, TableName name, long value, long other) {
    SoftAssertions all = new SoftAssertions();
    for (int i = 0; i < 2; i++) {
      for (Question question : questions(value, other)) {
        all.assertThatCode(
                () -> assertThat(question.answer.of(connection, name)).isEqualTo(question.expected))
            .as("%s of %s, time %d", question.words, name, i)
            .doesNotThrowAnyException();
      }
    }
    all.assertAll();
  }

  /** They answer so, or with an error that names cloud, table, row and command. */
  private static void requireAnswersOrErrors(Connection connection, TableName name, long value) {
    SoftAssertions all = new SoftAssertions();
    for (int i = 0; i < 2; i++) {
      for (Question question : questions(value, value)) {
        Object[] answer = new Object[1];
        Throwable error = catchThrowable(() -> answer[0] = question.answer.of(connection, name));
        if (error == null) {
          all.assertThat(answer[0])
              .as("%s of %s, time %d", question.words, name, i)
              .isEqualTo(question.expected);
        } else {
          all.assertThat(error)
              .as("%s of %s, time %d", question.words, name, i)
              .hasMessageContaining("cloud 2 lacks the version at")
              .hasMessageContaining("row " + Numbered.row(0).substring(0, 8))
              .hasMessageContaining("of table " + name)
              .hasMessageContaining("dartagnan repair 2 " + name);
        }
      }
    }
    all.assertAll();
  }

  private static void requireErrors(Connection connection, TableName name) throws IOException {
    try (Table table = connection.getTable(name)) {
      for (int i = 0; i < ROWS; i++) {
        Get get = new Get(row(i));
        assertThatThrownBy(() -> table.get(get))
            .as("row %d", i)
            .hasMessageContaining("cloud 2 lacks the version at")
            .hasMessageContaining("row " + Numbered.row(i) + " of table " + name)
            .hasMessageContaining("dartagnan verify " + name);
      }
      assertThatThrownBy(
              () -> {
                try (ResultScanner rows = table.getScanner(new Scan())) {
                  rows.next();
                }
              })
          .hasMessageContaining("cloud 2 lacks the version at");
    }
  }

  private void rollBack(TableName name, CloudTable.Meanwhile meanwhile) throws Exception {
    try (CloudTable cloud = clusters.cloud(2, name)) {
      cloud.rollBack(meanwhile);
    }
    for (int other = 0; other < 2; other++) {
      try (CloudTable cloud = clusters.cloud(other, name)) {
        cloud.compact();
      }
    }
  }

  /** Half of the rows are newer than what it is restored from. */
  @Test
  void whatACloudLacksThatWasRestoredIsReadFromTheTwoOthersAndRepaired() throws Exception {
    try (Connection connection = clusters.safe()) {
      for (String protection : List.of("replicated int64", "plain")) {
        TableName name = create(connection, protection);
        write(connection, name, ROWS / 2, 1);
        rollBack(name, () -> write(connection, name, 0, 2));

        requireAnswers(connection, name, 2);
        requireValues(connection, name, 2);
        if (!protection.equals("plain")) {
          try (CloudTable cloud = clusters.cloud(2, name)) {
            await("readers have what is lacking repaired")
                .atMost(PATIENCE)
                .untilAsserted(
                    () -> {
                      requireValues(connection, name, 2);
                      for (int i = 0; i < ROWS / 2; i++) {
                        assertThat(cloud.versions(Numbered.row(i), FAMILY, COLUMN)).isNotEmpty();
                      }
                    });
          }
        }
        write(connection, name, 0, 3);
        requireValues(connection, name, 3);
        requireAnswers(connection, name, 3);
      }
    }
  }

  /**
   * Nobody reads or asks before it is over, and clients write one of the columns meanwhile, each
   * time another value: a repair that undid a write would show.
   */
  @Test
  void afterARepairFiltersReadNoRowAgain() throws Exception {
    try (Connection connection = clusters.safe(RoundTripsIT.counted())) {
      TableName name = create(connection, "replicated int64");
      write(connection, name, ROWS / 2, 1);
      rollBack(name, () -> write(connection, name, 0, 2));
      Map<String, Long> before = RoundTripsIT.calls();
      requireAnswers(connection, name, 2);
      assertThat(RoundTripsIT.since(before).keySet())
          .as("calls that read rows again")
          .anyMatch(call -> call.contains("Get"));

      AtomicBoolean isRepaired = new AtomicBoolean();
      CompletableFuture<Long> writes =
          CompletableFuture.supplyAsync(
              () -> {
                long value = 2;
                do {
                  value++;
                  try {
                    putOther(connection, name, value);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                } while (!isRepaired.get());
                return value;
              });
      Commands.Ended ended = clusters.dartagnan("repair", "2", name.getNameAsString());
      isRepaired.set(true);
      assertThat(ended.exit()).as(ended.output()).isZero();
      long other = writes.join();
      try (Admin admin = connection.getAdmin()) {
        admin.flush(name);
      }
      // Repairs of single rows that the first answers asked for may still be under way.
      await("answers without reading a row again")
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                Map<String, Long> asking = RoundTripsIT.calls();
                requireAnswers(connection, name, 2, other);
                assertThat(RoundTripsIT.since(asking).keySet())
                    .anyMatch(call -> call.contains("Scan"))
                    .noneMatch(call -> call.contains("Get"));
              });
    }
  }

  @Test
  void whatACloudLacksThatWasRestoredIsAnErrorWhereItsSharesAreNeeded() throws Exception {
    try (Connection connection = clusters.safe()) {
      for (String protection : List.of("additive int64", "xor int64")) {
        TableName name = create(connection, protection);
        write(connection, name, ROWS / 2, 1);
        rollBack(name, () -> write(connection, name, 0, 2));

        requireAnswersOrErrors(connection, name, 2);
        requireErrors(connection, name);
        write(connection, name, 0, 3);
        requireValues(connection, name, 3);
        requireAnswers(connection, name, 3);
      }
    }
  }

  @Test
  void whatACloudLacksThatLostItsLogIsReadOrAnError() throws Exception {
    try (Connection connection = clusters.safe()) {
      TableName replicated = create(connection, "replicated int64");
      TableName xor = create(connection, "xor int64");
      Numbered other = Numbered.create(connection, "lost-other").load(1);
      for (TableName name : List.of(replicated, xor)) {
        put(connection, name, 0, 7);
      }
      try (Admin admin = connection.getAdmin()) {
        // Has the clouds told what is settled; the two tables stay in memory and in the log.
        admin.flush(other.name());
      }
      for (int kept = 0; kept < 2; kept++) {
        for (TableName name : List.of(replicated, xor)) {
          try (CloudTable cloud = clusters.cloud(kept, name)) {
            cloud.flush();
          }
        }
      }
      clusters.loseLog(2);
      await("reads go on")
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> other.find(0).isPresent());

      requireAnswers(connection, replicated, 7);
      requireValues(connection, replicated, 7);
      requireAnswersOrErrors(connection, xor, 7);
      requireErrors(connection, xor);
    }
  }
}
