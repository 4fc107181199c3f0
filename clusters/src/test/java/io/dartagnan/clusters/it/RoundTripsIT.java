package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.aggregate.PrivateAggregation;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operations that are not atomic take as many calls of each cloud as plain HBase takes of one. */
@EndToEnd
class RoundTripsIT {
  private static final int ROWS = 300;
  private static final int TIMES = 20;

  private final LocalClusters clusters;
  private final List<Numbered> tables = new ArrayList<>();
  private final List<Connection> connections = new ArrayList<>();

  RoundTripsIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void load() throws IOException {
    Configuration counted = counted();
    for (Connection each : List.of(clusters.baseline(counted), clusters.safe(counted))) {
      connections.add(each);
      tables.add(Numbered.create(each, "trips").load(ROWS));
    }
  }

  /** Settings of a connection whose calls are counted. */
  static Configuration counted() {
    Configuration counted = new Configuration(false);
    counted.setBoolean(MetricsConnection.CLIENT_SIDE_METRICS_ENABLED_KEY, true);
    return counted;
  }

  @AfterAll
  void drop() throws IOException {
    for (Numbered each : tables) {
      new TableOnBoth(each.name(), each.connection(), each.connection()).close();
    }
    IOUtils.close(connections.toArray(Connection[]::new));
  }

  /** Operation on a row. */
  private interface Operation {
    void on(Table table, int row) throws IOException, InterruptedException;
  }

  /** An operation with its name. */
  private record Named(String name, Operation operation) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Named> operations() {
    return Stream.of(
        new Named("put", (table, row) -> table.put(Numbered.put(row, row))),
        new Named(
            "puts",
            (table, row) -> table.put(List.of(Numbered.put(row, 1), Numbered.put(row + 1, 2)))),
        new Named("get", (table, row) -> table.get(get(row))),
        new Named("gets", (table, row) -> table.get(List.of(get(row), get(row + 1)))),
        new Named("exists", (table, row) -> table.exists(get(row))),
        new Named("delete of a row", (table, row) -> table.delete(delete(row))),
        new Named(
            "delete of a column",
            (table, row) -> table.delete(delete(row).addColumns(Numbered.FAMILY, Numbered.NUMBER))),
        new Named(
            "deletes",
            (table, row) -> table.delete(new ArrayList<>(List.of(delete(row), delete(row + 1))))),
        new Named(
            "batch",
            (table, row) -> {
              List<Row> actions = List.of(Numbered.put(row, 3), get(row + 1), delete(row + 2));
              table.batch(actions, new Object[actions.size()]);
            }),
        new Named("scan of all", (table, row) -> scan(table, new Scan())),
        new Named("scan of 10 rows", (table, row) -> scan(table, new Scan().setLimit(10))),
        new Named("scan in pages of 100", (table, row) -> scan(table, new Scan().setCaching(100))));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void anOperationCallsEachCloudAsOftenAsItCallsPlainHBase(Named named) throws Exception {
    Map<String, Long> plain = calls(tables.get(0), named.operation());
    assertThat(plain).as("calls that HBase's metrics show").isNotEmpty();
    Map<String, Long> ofThree = new TreeMap<>();
    plain.forEach((call, times) -> ofThree.put(call, 3 * times));

    assertThat(calls(tables.get(1), named.operation()))
        .as("%d times %s, on plain HBase %s", TIMES, named, plain)
        .isEqualTo(ofThree);
  }

  /**
   * A call that finds nothing yet is answered so, and made again: where it is busy some take more.
   */
  @Test
  void aFilterCallsEachCloudAsOftenAsItCallsPlainHBase() throws Exception {
    long plain = fewestCalls(tables.get(0));
    assertThat(plain).as("calls that HBase's metrics show").isPositive();
    assertThat(fewestCalls(tables.get(1))).isEqualTo(3 * plain);
  }

  /** The calls of the one of many filters that made the fewest. */
  private long fewestCalls(Numbered numbered) throws IOException, JMException {
    long fewest = Long.MAX_VALUE;
    for (int i = 0; i < 5 * TIMES; i++) {
      Map<String, Long> before = calls();
      assertThat(numbered.numbers(CompareOperator.GREATER_OR_EQUAL, ROWS - 5)).hasSize(5);
      fewest = Math.min(fewest, since(before).values().stream().mapToLong(Long::longValue).sum());
    }
    return fewest;
  }

  /** A question that waits for others needs no calls of its own, wherever it begins. */
  @Test
  void filtersAndCountsThatWaitForEachOtherAreEvaluatedTogether() throws Exception {
    Numbered table = Numbered.create(connections.get(1), "trips-together").load(ROWS);
    tables.add(table);
    PrivateAggregation aggregation = PrivateAggregation.over(table.connection());

    assertFewCalls(scan -> table.scan(scan).size());
    assertFewCalls(scan -> (int) aggregation.count(table.name(), scan));
  }

  /** Number of the rows that a scan returns. */
  private interface Counting {
    int of(Scan scan) throws IOException;
  }

  private static void assertFewCalls(Counting counting) throws Exception {
    int clients = 8;
    // One from the first row on says how few they are.
    assertThat(counting.of(Numbered.where(CompareOperator.LESS, 7))).isEqualTo(7);
    Map<String, Long> before = calls();
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int client = 0; client < clients; client++) {
        int first = client * ROWS / clients;
        tasks.add(
            () -> {
              for (int start = first; start < first + TIMES; start++) {
                Scan scan = Numbered.where(CompareOperator.GREATER_OR_EQUAL, ROWS / 2);
                scan.withStartRow(Bytes.toBytes(Numbered.row(start)));
                assertThat(counting.of(scan)).isEqualTo(ROWS - Math.max(start, ROWS / 2));
              }
              return null;
            });
      }
      for (Future<Void> done : threads.invokeAll(tasks)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
    long calls = since(before).values().stream().mapToLong(Long::longValue).sum();
    int alone = 3 * clients * TIMES;
    assertThat(calls).as("calls of questions that take %d alone", alone).isBetween(3L, alone / 2L);
  }

  /**
   * Plain HBase's scanners hand each call to a pool of their connection and wait: two changes of
   * thread a call.
   */
  @Test
  void scansAndFiltersTakeNoThreadOfHBasesPools() throws IOException {
    try (Connection plain = clusters.baseline();
        Connection safe = clusters.safe()) {
      Set<Thread> before = poolThreads();
      scanAndFilter(safe, tables.get(1).name());
      assertThat(poolThreads()).as("after scans of three clouds").isEqualTo(before);

      scanAndFilter(plain, tables.get(0).name());
      assertThat(poolThreads()).as("after scans of plain HBase").isNotEqualTo(before);
    }
  }

  /** The regions tell a table's schema. Plain HBase's client asks no master either. */
  @Test
  void theFirstReadOfAConnectionAsksNoMaster() throws Exception {
    Map<String, Long> before = calls();
    try (Connection fresh = clusters.safe(counted())) {
      scanAndFilter(fresh, tables.get(1).name());
      assertThat(since(before).keySet())
          .anyMatch(call -> call.contains("Scan"))
          .noneMatch(call -> call.contains("Master"));

      try (Admin admin = fresh.getAdmin()) {
        admin.getDescriptor(tables.get(1).name());
      }
      assertThat(since(before).keySet()).anyMatch(call -> call.contains("Master"));
    }
  }

  private static void scanAndFilter(Connection connection, TableName name) throws IOException {
    try (Table table = connection.getTable(name)) {
      scan(table, new Scan());
      scan(table, new Scan().setLimit(10));
      scan(
          table,
          new Scan()
              .setFilter(
                  new SingleColumnValueFilter(
                      Numbered.FAMILY, Numbered.NUMBER, CompareOperator.EQUAL, Bytes.toBytes(7L))));
    }
  }

  private static Set<Thread> poolThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains("-shared-pool"))
        .collect(Collectors.toSet());
  }

  /** Calls that an operation on {@link #TIMES} rows makes, by kind. */
  private Map<String, Long> calls(Numbered numbered, Operation operation)
      throws IOException, InterruptedException, JMException {
    for (Numbered each : tables) {
      // What is settled is told with it, and not a second later among the calls to count.
      try (Admin admin = each.connection().getAdmin()) {
        admin.flush(each.name());
      }
    }
    try (Table table = numbered.connection().getTable(numbered.name())) {
      operation.on(table, 0);
      Map<String, Long> before = calls();
      for (int row = 0; row < TIMES; row++) {
        operation.on(table, row);
      }
      return since(before);
    }
  }

  /** Calls since the counts were these. */
  static Map<String, Long> since(Map<String, Long> before) throws JMException {
    Map<String, Long> after = calls();
    after.replaceAll((call, times) -> times - before.getOrDefault(call, 0L));
    after.values().removeIf(times -> times == 0);
    return after;
  }

  /** Calls of this process to any RegionServer or master so far, by kind. */
  static Map<String, Long> calls() throws JMException {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    Map<String, Long> calls = new TreeMap<>();
    for (ObjectName each : beans.queryNames(null, null)) {
      String name = each.toString();
      int begin = name.indexOf("rpcCallDurationMs_");
      if (name.contains(MetricsConnection.class.getName()) && begin >= 0) {
        String call = name.substring(begin).replaceFirst("\\..*", "");
        calls.merge(call, (Long) beans.getAttribute(each, "Count"), Long::sum);
      }
    }
    return calls;
  }

  private static Get get(int row) {
    return new Get(Bytes.toBytes(Numbered.row(row)));
  }

  private static Delete delete(int row) {
    return new Delete(Bytes.toBytes(Numbered.row(row)));
  }

  private static void scan(Table table, Scan scan) throws IOException {
    try (var scanner = table.getScanner(scan)) {
      scanner.forEach(row -> assertThat(row.isEmpty()).isFalse());
    }
  }
}
