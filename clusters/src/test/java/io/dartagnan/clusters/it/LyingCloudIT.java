package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.aggregate.PrivateAggregation;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.client.maintenance.TableRepair;
import io.dartagnan.clusters.liar.LyingRegion;
import io.dartagnan.clusters.liar.LyingRegion.Lie;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.file.PathUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random operations on a table of suite {@code verified}, of which one cloud lies to clients, and
 * on plain HBase: each answer is equal, or an error.
 *
 * <p>{@code -Ddartagnan.operations=N} sets the number of operations for each cloud as the liar, a
 * third of them with one that tells the same each time, and {@code -Ddartagnan.seed=N} repeats the
 * choices of a run, though not what meets what.
 */
@EndToEnd
@Tag("thorough")
@Timeout(value = 2, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LyingCloudIT {
  private static final int OPERATIONS = Integer.getInteger("dartagnan.operations", 150);
  private static final int MOST_OPERATIONS = Math.max(OPERATIONS, 5_000);
  private static final int ROWS = 8;
  private static final int PERCENT = 10;
  private static final int VERSIONS = 2;
  private static final EnumSet<Lie> ALTERING =
      EnumSet.of(Lie.ALTERS, Lie.STORES_ALTERED, Lie.ALTERS_PAGES);
  private static final String LIAR = LyingRegion.class.getPackageName().replace('.', '/');
  private static final String EQUAL = "equal";
  private static final String FAILED = "the liar is named by a failed ";
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] NUMBER = Bytes.toBytes("n");
  private static final byte[] TEXT = Bytes.toBytes("t");
  private static final byte[] PLAIN = Bytes.toBytes("p");

  @TempDir private static Path folder;

  private final LocalClusters clusters;
  private final long seed = Long.getLong("dartagnan.seed", new Random().nextLong());
  private Connection plain;
  private Connection safe;

  LyingCloudIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void connect() throws IOException {
    Configuration impatient = new Configuration(false);
    impatient.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 8_000);
    Path key = folder.resolve("key");
    KeyFile.create(key);
    impatient.set(ClientKeys.KEY_FILE, key.toString());
    plain = clusters.baseline(impatient);
    safe = clusters.safe(impatient);
  }

  @AfterAll
  void close() throws IOException {
    IOUtils.close(plain, safe);
  }

  /** Of what one cloud leaves out, denies or invents, two others know better. */
  @ParameterizedTest
  @CsvSource({
    "0, false, false",
    "1, false, false",
    "2, false, false",
    "0, true, false",
    "1, true, false",
    "2, true, false",
    "0, true, true",
    "1, true, true",
    "2, true, true",
  })
  void whatOneCloudHidesIsReadFromTheOthers(int liar, boolean steady, boolean tagged)
      throws Exception {
    // Of one that denies the same each time errors come late.
    int operations = steady ? OPERATIONS / 3 : OPERATIONS;
    Map<String, Integer> counts =
        run(liar, EnumSet.complementOf(ALTERING), steady, tagged, operations);
    assertThat(counts.get(EQUAL)).isGreaterThan(operations / 2);
  }

  /** Which of two copies of a share is right, nobody knows without tags. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whatOneCloudAltersIsNoAnswer(int liar) throws Exception {
    Map<String, Integer> counts = run(liar, ALTERING, false, false, OPERATIONS);
    assertThat(counts.get(EQUAL)).isGreaterThan(OPERATIONS / 10);
  }

  /** Filters and aggregates end at what is stored altered, gets and scans do not. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whatOneCloudAltersIsReadFromTheOthersByTheTags(int liar) throws Exception {
    Map<String, Integer> counts = run(liar, ALTERING, false, true, OPERATIONS);
    assertThat(counts.keySet()).doesNotContain(FAILED + "get", FAILED + "scan");
    assertThat(counts.get(EQUAL)).isGreaterThan(OPERATIONS / 10);
  }

  /** Each lie at its time. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void noLieOfOneCloudChangesAnAnswer(int liar) throws Exception {
    Map<String, Integer> counts = run(liar, EnumSet.allOf(Lie.class), false, true, OPERATIONS);
    assertThat(counts.get(EQUAL)).isGreaterThan(OPERATIONS / 2);
  }

  private Map<String, Integer> run(
      int liar, Set<Lie> lies, boolean steady, boolean tagged, int operations) throws Exception {
    System.out.printf(
        "LyingCloudIT: cloud %d %s%s%s, -Ddartagnan.seed=%d%n",
        liar, lies, steady ? ", the same each time" : "", tagged ? ", tags" : "", seed);
    TableOnBoth table = new TableOnBoth(TableName.valueOf("lied-to"), plain, safe);
    Path told = Files.createTempDirectory("told");
    try (table) {
      create(table.name(), tagged, liar, LyingRegion.settings(lies, PERCENT, steady, seed, told));
      Run run = new Run(new Random(seed + liar), table.name(), liar);
      int done = 0;
      // A run without a lie has tested nothing: it goes on to the first.
      while (done < operations || PathUtils.isEmptyDirectory(told) && done < MOST_OPERATIONS) {
        run.next();
        if (steady && done % ROWS == 0) {
          // Of a few rows it might lie of none each time.
          run.epoch++;
        }
        done++;
      }
      try (Stream<Path> files = Files.list(told)) {
        List<Path> kinds = files.map(Path::getFileName).sorted().toList();
        System.out.printf("%d operations: %s, lies %s%n", done, run.counts, kinds);
        assertThat(kinds).isNotEmpty();
      }
      assertThat(run.wrong).as("seed %d", seed).isEmpty();
      return run.counts;
    } finally {
      FileUtils.deleteDirectory(told.toFile());
      FileUtils.deleteDirectory(liarOn(liar).toFile());
    }
  }

  private void create(TableName name, boolean tagged, int liar, Map<String, String> lies)
      throws Exception {
    ColumnFamilyDescriptor family =
        ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setMaxVersions(VERSIONS).build();
    TableDescriptor stored =
        TableDescriptorBuilder.newBuilder(name).setColumnFamily(family).build();
    try (Admin admin = plain.getAdmin()) {
      admin.createTable(stored);
    }
    try (Admin admin = safe.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(stored)
              .setValue("dartagnan.tag", tagged ? "hmac-sha256" : null)
              .setValue("dartagnan.suite", "verified")
              .setValue("dartagnan.column.f:n", "replicated int64")
              .setValue("dartagnan.column.f:t", "replicated string(20)")
              .setValue("dartagnan.column.f:p", "plain")
              .build());
    }
    teachToLie(liar);
    try (CloudTable cloud = clusters.cloud(liar, name)) {
      cloud
          .admin()
          .modifyTable(
              TableDescriptorBuilder.newBuilder(cloud.admin().getDescriptor(name))
                  .setCoprocessor(loaded(LyingRegion.class, Coprocessor.PRIORITY_HIGHEST, lies))
                  .setCoprocessor(
                      loaded(LyingRegion.Pages.class, Coprocessor.PRIORITY_LOWEST, lies))
                  .build());
    }
  }

  private static CoprocessorDescriptor loaded(
      Class<?> coprocessor, int priority, Map<String, String> lies) {
    return CoprocessorDescriptorBuilder.newBuilder(coprocessor.getName())
        .setPriority(priority)
        .setProperties(lies)
        .build();
  }

  /** The liar's folder on the class path of one cloud. */
  private Path liarOn(int cloud) {
    return clusters.folder("cloud-" + cloud).resolve("conf").resolve(LIAR);
  }

  /** Puts the liar's classes there. The cloud's process is up, and finds them. */
  private void teachToLie(int liar) throws IOException {
    Path classes = Path.of(System.getProperty("basedir", ""), "target", "test-classes");
    FileUtils.copyDirectory(classes.resolve(LIAR).toFile(), liarOn(liar).toFile());
  }

  /** What an operation returned, without timestamps, which differ. */
  @FunctionalInterface
  private interface Operation {
    List<String> on(Connection connection, Table table) throws IOException;
  }

  /** Operations on one table: after a write that failed, on other rows than before. */
  private final class Run {
    private final Random random;
    private final TableName name;
    private final int liar;
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private int epoch;

    Run(Random random, TableName name, int liar) {
      this.random = random;
      this.name = name;
      this.liar = liar;
    }

    private byte[] prefix() {
      return Bytes.toBytes("%05d-".formatted(epoch));
    }

    private byte[] row() {
      return Bytes.add(prefix(), Bytes.toBytes("row" + random.nextInt(ROWS)));
    }

    private long number() {
      return random.nextInt(20) - 10;
    }

    private byte[] value() {
      return Bytes.toBytes(number());
    }

    private byte[] column() {
      return List.of(NUMBER, TEXT, PLAIN).get(random.nextInt(3));
    }

    private Put put(byte[] row) {
      Put put = new Put(row);
      if (random.nextInt(3) > 0) {
        put.addColumn(FAMILY, NUMBER, value());
      }
      if (random.nextInt(3) > 0) {
        put.addColumn(FAMILY, TEXT, Bytes.toBytes("text" + random.nextInt(5)));
      }
      return put.isEmpty() || random.nextInt(3) > 0 ? put.addColumn(FAMILY, PLAIN, value()) : put;
    }

    void next() throws Exception {
      int chance = random.nextInt(1_000);
      if (chance == 0) {
        clusters.require("stop", String.valueOf(liar));
        clusters.require("start", String.valueOf(liar));
      } else if (chance < 5) {
        repair();
      } else if (chance < 15) {
        try (Admin admin = safe.getAdmin()) {
          admin.flush(name);
        }
      } else {
        operation();
      }
    }

    /** It ends with an error where the liar does not have what it was given. */
    private void repair() {
      try {
        TableRepair.over(safe).run(Party.of(liar), name, false, TableRepair.Listener.NOBODY);
      } catch (IOException e) {
        failed("repair", e);
      }
    }

    private void operation() {
      byte[] row = row();
      switch (random.nextInt(11)) {
        case 0, 1 -> {
          Put put = put(row);
          write("put " + put, (connection, table) -> done(() -> table.put(put)));
        }
        case 2 -> {
          List<Put> puts = List.of(put(row), put(row()), put(row()));
          write("puts " + puts, (connection, table) -> done(() -> table.put(puts)));
        }
        case 3 -> {
          byte[] column = column();
          Delete delete =
              random.nextBoolean() ? new Delete(row) : new Delete(row).addColumns(FAMILY, column);
          write("delete " + delete, (connection, table) -> done(() -> table.delete(delete)));
        }
        case 4 -> {
          long by = number();
          write(
              "increment %s by %d".formatted(Bytes.toString(row), by),
              (connection, table) ->
                  List.of(String.valueOf(table.incrementColumnValue(row, FAMILY, NUMBER, by))));
        }
        case 5 -> {
          CheckAndMutate check =
              CheckAndMutate.newBuilder(row)
                  .ifMatches(FAMILY, NUMBER, CompareOperator.LESS, value())
                  .build(put(row));
          write(
              "check " + check,
              (connection, table) ->
                  List.of(String.valueOf(table.checkAndMutate(check).isSuccess())));
        }
        case 6 -> {
          Get get = new Get(row);
          read("get " + get, (connection, table) -> text(List.of(table.get(get))));
        }
        case 7 -> {
          int versions = 1 + random.nextInt(VERSIONS);
          read(
              "scan of " + versions,
              (connection, table) -> cells(table, scan().readVersions(versions)));
        }
        case 8 -> {
          Put put = new Put(row).addColumn(FAMILY, NUMBER, 1 + random.nextInt(5), value());
          write("put at a timestamp " + put, (connection, table) -> done(() -> table.put(put)));
        }
        case 9 -> {
          Scan scan = filtered();
          read("filter " + scan.getFilter(), (connection, table) -> cells(table, scan));
        }
        default -> {
          Scan scan = filtered();
          read(
              "count and sum where " + scan.getFilter(),
              (connection, table) -> sums(connection, table, scan));
        }
      }
    }

    private Scan scan() {
      return new Scan().setStartStopRowForPrefixScan(prefix());
    }

    private Scan filtered() {
      SingleColumnValueFilter filter =
          new SingleColumnValueFilter(
              FAMILY,
              NUMBER,
              random.nextBoolean() ? CompareOperator.LESS : CompareOperator.EQUAL,
              new LongComparator(number()));
      filter.setFilterIfMissing(true);
      return scan().setFilter(filter);
    }

    private List<String> sums(Connection connection, Table table, Scan scan) throws IOException {
      if (connection == safe) {
        PrivateAggregation aggregation = PrivateAggregation.over(safe);
        return List.of(
            String.valueOf(aggregation.count(name, scan)),
            String.valueOf(aggregation.sum(name, FAMILY, NUMBER, scan)));
      }
      long count = 0;
      long sum = 0;
      try (ResultScanner rows = table.getScanner(scan)) {
        for (Result each : rows) {
          count++;
          sum += Bytes.toLong(each.getValue(FAMILY, NUMBER));
        }
      }
      return List.of(String.valueOf(count), String.valueOf(sum));
    }

    private void write(String text, Operation operation) {
      if (!run(text, operation)) {
        epoch++;
      }
    }

    private void read(String text, Operation operation) {
      // What was stored altered stays so.
      epoch += run(text, operation) || random.nextInt(5) > 0 ? 0 : 1;
    }

    /** Whether the clouds answered. */
    private boolean run(String text, Operation operation) {
      List<String> given;
      try (Table table = safe.getTable(name)) {
        given = operation.on(safe, table);
      } catch (IOException | UncheckedIOException e) {
        failed(text, e);
        return false;
      }
      try (Table table = plain.getTable(name)) {
        List<String> expected = operation.on(plain, table);
        if (given.equals(expected)) {
          counts.merge(EQUAL, 1, Integer::sum);
        } else {
          wrong.add("%s: %s in place of %s".formatted(text, given, expected));
          epoch++;
        }
      } catch (IOException e) {
        throw new AssertionError("plain HBase failed: " + text, e);
      }
      return true;
    }

    /** Counts an error, which has to name the liar, alone or as one of two. */
    private void failed(String text, Exception e) {
      StringBuilder said = new StringBuilder();
      for (Throwable each = e; each != null; each = each.getCause()) {
        said.append(each.getMessage()).append('\n');
      }
      if (Pattern.compile("\\b(cloud|party) " + liar + "\\b").matcher(said).find()) {
        counts.merge(FAILED + text.split(" ")[0], 1, Integer::sum);
      } else {
        wrong.add("%s failed, and cloud %d is not named: %s".formatted(text, liar, said));
      }
    }
  }

  /** Something that returns nothing. */
  @FunctionalInterface
  private interface Write {
    void run() throws IOException;
  }

  private static List<String> done(Write write) throws IOException {
    write.run();
    return List.of();
  }

  private static List<String> cells(Table table, Scan scan) throws IOException {
    try (ResultScanner rows = table.getScanner(scan)) {
      List<Result> all = new ArrayList<>();
      rows.forEach(all::add);
      return text(all);
    }
  }

  private static List<String> text(List<Result> rows) {
    List<String> text = new ArrayList<>();
    for (Result row : rows) {
      if (!row.isEmpty()) {
        for (Cell cell : row.rawCells()) {
          text.add(
              "%s %s=%s"
                  .formatted(
                      Bytes.toString(row.getRow()),
                      Bytes.toString(CellUtil.cloneQualifier(cell)),
                      Bytes.toStringBinary(CellUtil.cloneValue(cell))));
        }
      }
    }
    return text;
  }
}
