package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.maintenance.Difference;
import io.dartagnan.client.maintenance.TableAudit;
import io.dartagnan.client.maintenance.TableRepair;
import io.dartagnan.mpc.Party;
import io.dartagnan.query.QuerySession;
import io.dartagnan.repair.RepairCounts;
import io.dartagnan.repair.RepairRequest;
import io.dartagnan.wire.Page;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntUnaryOperator;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** A cloud that has lost what it had of a table gets it back from the two others. */
@EndToEnd
@Tag("thorough")
class RepairIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] NUMBER = Bytes.toBytes("number");
  private static final byte[] TEXT = Bytes.toBytes("text");
  private static final byte[] OPEN = Bytes.toBytes("open");
  private static final int ROWS = 3_000;
  private static final int WRITE_ID_AT = 4;

  /** Rows of one answer. */
  private static final int PART = 100;

  /** Of so many rows, one is written while a repair goes on. */
  private static final int WRITTEN = 10;

  private final LocalClusters clusters;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Connection connection;
  private TableName table;

  RepairIT(LocalClusters clusters) {
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

  @BeforeEach
  void name(TestInfo test) {
    table = TableName.valueOf("repair-" + test.getTestMethod().orElseThrow().getName());
  }

  private void create() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setMaxVersions(2).build())
              .setValue("dartagnan.suite", "araki")
              .setValue("dartagnan.column.f:number", "replicated int64")
              .setValue("dartagnan.column.f:text", "replicated string(40)")
              .setValue("dartagnan.column.f:open", "plain")
              .build(),
          new byte[][] {row(1_000), row(2_000)});
    }
    write(0);
    write(1);
    // The mark of a later write tells the clouds that all before it is settled.
    try (Table safe = connection.getTable(table)) {
      safe.delete(new Delete(row(ROWS)));
    }
    try (Admin admin = connection.getAdmin()) {
      admin.flush(table);
    }
  }

  private void write(int version) throws IOException {
    try (BufferedMutator mutator = connection.getBufferedMutator(table)) {
      for (int i = 0; i < ROWS; i++) {
        mutator.mutate(put(i, version));
      }
    }
  }

  private static Put put(int row, int version) {
    return new Put(row(row))
        .addColumn(FAMILY, NUMBER, Bytes.toBytes(number(row, version)))
        .addColumn(FAMILY, TEXT, Bytes.toBytes(text(row, version)))
        .addColumn(FAMILY, OPEN, Bytes.toBytes(text(row, version)));
  }

  private static byte[] row(int number) {
    return Bytes.toBytes(Numbered.row(number));
  }

  private static long number(int row, int version) {
    return row * 1_000L + version;
  }

  private static String text(int row, int version) {
    return "text " + version + " of " + row;
  }

  private void requireConsistent() throws IOException {
    List<Difference> differences = new ArrayList<>();
    TableAudit.Listener listener =
        new TableAudit.Listener() {
          @Override
          public void compared(long rows) {}

          @Override
          public void found(Difference difference) {
            differences.add(difference);
          }
        };
    TableAudit.Result result = TableAudit.over(connection, Duration.ZERO).run(table, listener);
    assertThat(differences).isEmpty();
    assertThat(result).isEqualTo(new TableAudit.Result(ROWS, 0, 0, 0));
  }

  /** Both versions of every cell, and a filter that the three clouds evaluate. */
  private void requireAllValues() throws IOException {
    requireAllValues(row -> 1);
  }

  /** The same, where the newest version of a row is another than the second. */
  private void requireAllValues(IntUnaryOperator newest) throws IOException {
    int i = 0;
    try (Table safe = connection.getTable(table);
        ResultScanner rows = safe.getScanner(new Scan().readVersions(2))) {
      for (Result row : rows) {
        assertThat(row.getRow()).isEqualTo(row(i));
        for (int back = 0; back < 2; back++) {
          int version = newest.applyAsInt(i) - back;
          assertThat(CellUtil.cloneValue(row.getColumnCells(FAMILY, NUMBER).get(back)))
              .isEqualTo(Bytes.toBytes(number(i, version)));
          assertThat(CellUtil.cloneValue(row.getColumnCells(FAMILY, TEXT).get(back)))
              .isEqualTo(Bytes.toBytes(text(i, version)));
          assertThat(CellUtil.cloneValue(row.getColumnCells(FAMILY, OPEN).get(back)))
              .isEqualTo(Bytes.toBytes(text(i, version)));
        }
        i++;
      }
    }
    assertThat(i).isEqualTo(ROWS);
    Scan filtered =
        new Scan()
            .setFilter(
                new SingleColumnValueFilter(
                    FAMILY, NUMBER, CompareOperator.LESS, new LongComparator(number(7, 0))));
    try (Table safe = connection.getTable(table);
        ResultScanner rows = safe.getScanner(filtered)) {
      assertThat(rows).hasSize(7);
    }
  }

  private void truncate(int cloud) throws IOException {
    try (CloudTable bare = clusters.cloud(cloud, table)) {
      bare.admin().disableTable(table);
      bare.admin().truncateTable(table, false);
    }
  }

  /** Counts what it is told, and ends the repair after so many rows. */
  private static final class Counting implements TableRepair.Listener {
    private final long endAfter;
    private long rows;
    private RepairCounts counts = RepairCounts.NONE;

    Counting(long endAfter) {
      this.endAfter = endAfter;
    }

    @Override
    public void created() {}

    @Override
    public void compared(long more) {}

    @Override
    public void begins(long all) {}

    @Override
    public void repaired(long more, RepairCounts done) {
      rows += more;
      counts = counts.plus(done);
      if (rows >= endAfter) {
        throw new IllegalStateException("interrupted here");
      }
    }
  }

  /** A way to read rows, as many as a part has. */
  @FunctionalInterface
  private interface Reading {
    List<Result> rows(Table table, int first) throws IOException;
  }

  private static List<Result> get(Table table, int first) throws IOException {
    List<Result> rows = new ArrayList<>();
    for (int i = first; i < first + PART; i++) {
      rows.add(table.get(new Get(row(i))));
    }
    return rows;
  }

  private static List<Result> scan(Table table, int first) throws IOException {
    return rows(table, new Scan().withStartRow(row(first)).withStopRow(row(first + PART)));
  }

  /** Half of the rows that are asked about do not match. */
  private static List<Result> filter(Table table, int first) throws IOException {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            FAMILY, NUMBER, CompareOperator.LESS, new LongComparator(number(first + PART, 0)));
    return rows(
        table,
        new Scan().withStartRow(row(first)).withStopRow(row(first + 2 * PART)).setFilter(filter));
  }

  private static List<Result> rows(Table table, Scan scan) throws IOException {
    List<Result> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows.add(row);
      }
    }
    return rows;
  }

  private static final List<Reading> READINGS =
      List.of(RepairIT::get, RepairIT::scan, RepairIT::filter);

  /** By row, the newest version that was begun, and the newest that was acknowledged. */
  private static final class Versions {
    private final AtomicIntegerArray begun = new AtomicIntegerArray(ROWS);
    private final AtomicIntegerArray acknowledged = new AtomicIntegerArray(ROWS);

    Versions() {
      for (int i = 0; i < ROWS; i++) {
        begun.set(i, 1);
        acknowledged.set(i, 1);
      }
    }
  }

  /** Faults of an answer, which may also be an error that names the cloud. */
  private List<String> wrong(Reading reading, int first, Versions versions, int behind) {
    int[] least = new int[PART];
    for (int i = 0; i < PART; i++) {
      least[i] = versions.acknowledged.get(first + i);
    }
    List<Result> rows;
    try (Table safe = connection.getTable(table)) {
      rows = reading.rows(safe, first);
    } catch (IOException e) {
      boolean isNamed = String.valueOf(e.getMessage()).contains("cloud " + behind + " ");
      return isNamed ? List.of() : List.of("rows from " + first + ": " + e);
    }
    if (rows.size() != PART) {
      return List.of("of rows from %d there were %d".formatted(first, rows.size()));
    }
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < PART; i++) {
      int row = first + i;
      List<String> possible = new ArrayList<>();
      for (int version = least[i]; version <= versions.begun.get(row); version++) {
        possible.add(String.valueOf(number(row, version)));
        possible.add(text(row, version));
      }
      List<String> shown = new ArrayList<>();
      byte[] number = rows.get(i).getValue(FAMILY, NUMBER);
      shown.add(number == null ? "nothing" : String.valueOf(Bytes.toLong(number)));
      for (byte[] column : List.of(TEXT, OPEN)) {
        byte[] text = rows.get(i).getValue(FAMILY, column);
        shown.add(text == null ? "nothing" : Bytes.toString(text));
      }
      if (!possible.containsAll(shown)) {
        wrong.add("row %d was %s, not of %s".formatted(row, shown, possible));
      }
    }
    return wrong;
  }

  private TableRepair.Result repair(Party lost, boolean dry) throws IOException {
    return TableRepair.over(connection).run(lost, table, dry, new Counting(Long.MAX_VALUE));
  }

  private static RepairCounts all(long rows) {
    return new RepairCounts(rows, 6 * rows, 0, 0, 0);
  }

  @Test
  void aTableThatIsEmptyOnOneCloudIsRebuilt() throws Exception {
    create();
    truncate(1);
    assertThat(repair(Party.P1, true)).isEqualTo(new TableRepair.Result(false, ROWS, all(ROWS)));
    assertThat(repair(Party.P1, false)).isEqualTo(new TableRepair.Result(false, ROWS, all(ROWS)));
    requireConsistent();
    requireAllValues();
    try (CloudTable cloud = clusters.cloud(1, table)) {
      cloud.compact();
    }
    requireConsistent();
    requireAllValues();
    assertThat(repair(Party.P1, false).counts()).isEqualTo(RepairCounts.NONE);
  }

  @Test
  void whileACloudIsBehindAnswersAreRightOrNameItAndWritersGoOnUnderTheRepair() throws Exception {
    create();
    truncate(1);
    Versions versions = new Versions();
    try (CloudTable cloud = clusters.cloud(1, table)) {
      for (Reading reading : READINGS) {
        // Rows that nobody has read yet: those that were are repaired in the background.
        int first = READINGS.indexOf(reading) * ROWS / READINGS.size();
        assertThat(scan(cloud.table(), first)).isEmpty();
        assertThat(wrong(reading, first, versions, 1)).isEmpty();
      }
    }

    AtomicBoolean isRepaired = new AtomicBoolean();
    Future<Integer> writing = threads.submit(() -> write(versions, isRepaired));
    Future<List<String>> reading = threads.submit(() -> read(versions, isRepaired));
    try {
      assertThat(repair(Party.P1, false).counts().rows()).isPositive();
    } finally {
      isRepaired.set(true);
    }
    assertThat(writing.get()).as("the last version").isGreaterThan(1);
    assertThat(reading.get()).isEmpty();
    try (Admin admin = connection.getAdmin()) {
      admin.flush(table);
    }
    requireConsistent();
    requireAllValues(versions.acknowledged::get);
  }

  /** Writes rows again and again, and returns the last version. */
  private int write(Versions versions, AtomicBoolean isOver) throws IOException {
    int version = 1;
    try (Table safe = connection.getTable(table)) {
      do {
        version++;
        for (int row = 0; row < ROWS; row += WRITTEN) {
          versions.begun.set(row, version);
          safe.put(put(row, version));
          versions.acknowledged.set(row, version);
        }
      } while (!isOver.get());
    }
    return version;
  }

  /** Reads rows again and again, and returns what was wrong. */
  private List<String> read(Versions versions, AtomicBoolean isOver) {
    Random random = new Random(ROWS);
    List<String> wrong = new ArrayList<>();
    do {
      for (Reading reading : READINGS) {
        wrong.addAll(wrong(reading, random.nextInt(ROWS - 2 * PART), versions, 1));
      }
    } while (!isOver.get());
    return wrong;
  }

  @Test
  void aTableThatOneCloudHasNotIsCreatedAndRebuilt() throws Exception {
    create();
    try (CloudTable cloud = clusters.cloud(2, table)) {
      cloud.admin().disableTable(table);
      cloud.admin().deleteTable(table);
    }
    String name = table.getNameAsString();
    assertThat(clusters.dartagnan("repair", "2", name, "--dry-run").output())
        .contains("table " + table + " is missing on cloud 2; it would be created");
    Commands.Ended ended = clusters.dartagnan("repair", "2", name);
    assertThat(ended.errors()).contains("was missing on cloud 2 and is created");
    assertThat(ended.output())
        .contains("3,000 rows compared, 18,000 versions of 3,000 rows rebuilt on cloud 2");
    assertThat(ended.exit()).isZero();
    try (CloudTable cloud = clusters.cloud(2, table)) {
      assertThat(cloud.admin().getRegions(table)).hasSize(3);
    }
    connection.clearRegionLocationCache();
    requireConsistent();
    requireAllValues();
  }

  @Test
  void whatIsMissingOrAlteredHereAndThereIsRebuiltAndNothingElse() throws Exception {
    create();
    Cell shared;
    try (CloudTable cloud = clusters.cloud(0, table)) {
      for (int i = 500; i < 510; i++) {
        cloud.table().delete(new Delete(row(i)).addColumns(FAMILY, TEXT));
      }
      cloud.compact();
      shared = cloud.versions(Numbered.row(600), FAMILY, NUMBER).get(0);
      byte[] other = CellUtil.cloneValue(shared);
      other[WRITE_ID_AT] ^= 1;
      cloud.table().put(new Put(row(600)).addColumn(FAMILY, NUMBER, shared.getTimestamp(), other));
      cloud
          .table()
          .put(new Put(row(601)).addColumn(FAMILY, OPEN, timestamp(cloud, 601), new byte[] {1}));
    }
    assertThat(repair(Party.P0, false).counts()).isEqualTo(new RepairCounts(12, 22, 0, 0, 0));
    requireConsistent();
    requireAllValues();
    try (CloudTable cloud = clusters.cloud(0, table)) {
      assertThat(CellUtil.cloneValue(cloud.versions(Numbered.row(600), FAMILY, NUMBER).get(0)))
          .isEqualTo(CellUtil.cloneValue(shared));
    }
  }

  private static long timestamp(CloudTable cloud, int number) throws IOException {
    return cloud.versions(Numbered.row(number), FAMILY, OPEN).get(0).getTimestamp();
  }

  /** The client's own calls, page by page. */
  @Test
  void nothingButCountsReachesTheClient() throws Exception {
    create();
    truncate(1);
    QuerySession session = new QuerySession(ROWS, System.nanoTime(), 0);
    List<String> servers = new ArrayList<>();
    for (Party party : Party.ALL) {
      try (Connection cloud = clusters.cloud(party.index());
          RegionLocator regions = cloud.getRegionLocator(table)) {
        servers.add(regions.getRegionLocation(row(1)).getServerName().toString());
      }
    }
    List<Future<List<Page>>> reading = new ArrayList<>();
    for (Party party : Party.ALL) {
      RepairRequest request =
          new RepairRequest(session, party, Party.P1, false, false, servers, row(100), row(900));
      reading.add(threads.submit(() -> pages(request)));
    }
    RepairCounts counts = RepairCounts.NONE;
    for (Party party : Party.ALL) {
      for (Page page : reading.get(party.index()).get()) {
        assertThat(page.rows()).isEmpty();
        if (party == Party.P1 && page.kind() != Page.Kind.HEARTBEAT) {
          counts = counts.plus(RepairCounts.decode(page.aggregates()));
        } else {
          assertThat(page.aggregates()).isEmpty();
        }
      }
    }
    assertThat(counts).isEqualTo(all(800));
  }

  private List<Page> pages(RepairRequest request) throws IOException {
    List<Page> pages = new ArrayList<>();
    Scan scan =
        new Scan()
            .withStartRow(request.start())
            .withStopRow(request.stop())
            .setCaching(1)
            .setAttribute(RepairRequest.ATTRIBUTE, request.encode());
    try (Connection cloud = clusters.cloud(request.party().index());
        Table bare = cloud.getTable(table);
        ResultScanner answers = bare.getScanner(scan)) {
      do {
        pages.add(Page.decode(CellUtil.cloneValue(answers.next().rawCells()[0])));
      } while (pages.get(pages.size() - 1).kind() != Page.Kind.LAST);
    }
    return pages;
  }

  @Test
  void aRepairThatWasInterruptedGoesOn() throws Exception {
    create();
    truncate(0);
    Counting first = new Counting(600);
    assertThatThrownBy(() -> TableRepair.over(connection).run(Party.P0, table, false, first))
        .isInstanceOf(IllegalStateException.class);
    assertThat(first.counts.rows()).isBetween(600L, 2_000L);

    TableRepair.Result second = repair(Party.P0, false);

    assertThat(second.counts().rows()).isBetween(1L, ROWS - first.counts.rows());
    requireConsistent();
    requireAllValues();
  }

  @Test
  void whatTheCloudHasDeletedIsLeft() throws Exception {
    create();
    try (CloudTable cloud = clusters.cloud(2, table)) {
      cloud.table().delete(new Delete(row(3)).addColumns(FAMILY, NUMBER));
    }
    assertThat(repair(Party.P2, false).counts()).isEqualTo(new RepairCounts(0, 0, 0, 2, 0));
  }

  @Test
  void aTableWhoseValuesAreLostWithOneCloudIsRefused() throws Exception {
    TableName added = TableName.valueOf("repair-added");
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(added)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setValue("dartagnan.column.f:number", "additive int64")
              .setValue("dartagnan.default", "replicated int64")
              .build());
    }
    Commands.Ended ended = clusters.dartagnan("repair", "1", "repair-added");
    assertThat(ended.errors())
        .contains("table repair-added has columns that are not replicated")
        .hasLineCount(1);
    assertThat(ended.exit()).isEqualTo(1);
  }

  @Test
  void aCloudThatThereIsNotIsRefused() throws Exception {
    Commands.Ended ended = clusters.dartagnan("repair", "3");
    assertThat(ended.errors()).contains("there is no cloud 3; name 0, 1 or 2");
    assertThat(ended.exit()).isEqualTo(2);
  }
}
