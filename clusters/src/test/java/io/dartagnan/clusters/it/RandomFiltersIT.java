package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.filter.random.LayoutDependence;
import io.dartagnan.client.filter.random.RandomQuery;
import io.dartagnan.client.filter.random.RandomTable;
import io.dartagnan.client.filter.random.Shrinker;
import io.dartagnan.client.keys.KeyFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random filter trees over every filter and comparator class of hbase-client on three clouds, on
 * one cluster with sealed columns, and on plain HBase: the answers are equal, cell by cell.
 *
 * <p>{@code -Ddartagnan.filters=N} sets the number of queries, {@code -Ddartagnan.seed=N} repeats a
 * run. Queries that fail in HBase are counted, and any answer but an error of the Safe Client's own
 * is right. Left out are filters of an application's own, since plain HBase's servers would have to
 * load them ({@code ResidualFilterDifferentialTest} has them), and queries that HBase itself
 * answers by more than the contents of the table ({@link LayoutDependence}).
 */
@EndToEnd
@Timeout(value = 4, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RandomFiltersIT {
  private static final int QUERIES = Integer.getInteger("dartagnan.filters", 200);
  private static final int TABLES = Math.max(3, Math.min(40, QUERIES / 500));
  private static final int THREADS = 4;

  /** Enough for the queries of a table, and to make one that failed smaller. */
  private static final Duration DEADLINE = Duration.ofMinutes(20);

  private static final List<String> SCHEMES =
      List.of("additive", "xor", "replicated", "std", "det", "ope", "search", "plain");

  /** Every third table is of the suite that computes on these alone. */
  private static final List<String> SCHEMES_OF_VERIFIED =
      List.of("replicated", "std", "det", "ope", "search", "plain");

  private static final List<String> SCHEMES_OF_ONE_CLUSTER = List.of("std", "det", "ope", "plain");

  private static final List<String> ROW_KEYS = List.of("plain", "ope", "det");

  @TempDir private static Path folder;

  private final LocalClusters clusters;
  private final long seed = Long.getLong("dartagnan.seed", new Random().nextLong());
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final AtomicInteger compared = new AtomicInteger();
  private final AtomicInteger withAnswers = new AtomicInteger();
  private final AtomicInteger failedInHBase = new AtomicInteger();
  private final AtomicInteger leftOut = new AtomicInteger();
  private Connection plain;
  private Connection safe;
  private Connection oneCluster;

  RandomFiltersIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void connect() throws IOException {
    // A filter that fails in plain HBase is tried again for minutes otherwise.
    Configuration impatient = new Configuration(false);
    impatient.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    plain = clusters.baseline(impatient);
    Configuration settings = new Configuration(false);
    Path key = folder.resolve("key");
    KeyFile.create(key);
    settings.set(ClientKeys.KEY_FILE, key.toString());
    safe = clusters.safe(settings);
    oneCluster = clusters.oneCluster(settings);
  }

  @AfterAll
  void close() throws IOException {
    threads.shutdownNow();
    IOUtils.close(plain, safe, oneCluster);
  }

  @Test
  void threeCloudsAnswerAsOneHBase() throws Exception {
    compareAll(safe, "", number -> number % 3 == 2 ? SCHEMES_OF_VERIFIED : SCHEMES);
  }

  @Test
  void oneClusterAnswersAsPlainHBase() throws Exception {
    compareAll(oneCluster, "-sealed", number -> SCHEMES_OF_ONE_CLUSTER);
  }

  private void compareAll(Connection connection, String suffix, IntFunction<List<String>> schemes)
      throws Exception {
    System.out.println("RandomFiltersIT: -Ddartagnan.seed=" + seed);
    Random random = new Random(seed);
    for (AtomicInteger count : List.of(compared, withAnswers, failedInHBase, leftOut)) {
      count.set(0);
    }
    for (int number = 0; number < TABLES; number++) {
      RandomTable contents = RandomTable.of(random.nextLong());
      TableName name = TableName.valueOf("random-filters-" + number);
      TableName safeName = TableName.valueOf(name + suffix);
      try (TableOnBoth table = new TableOnBoth(name, safeName, plain, connection)) {
        create(
            table,
            contents,
            schemes.apply(number),
            ROW_KEYS.get(random.nextInt(ROW_KEYS.size())),
            random);
        compare(table, contents, random);
      }
    }
    System.out.printf(
        "%d queries on %d tables: %d equal, %d of them with answers, %d failed in HBase, %d left out%n",
        QUERIES, TABLES, compared.get(), withAnswers.get(), failedInHBase.get(), leftOut.get());
    assertThat(withAnswers.get()).isGreaterThan(QUERIES / 5);
  }

  private void compare(TableOnBoth table, RandomTable contents, Random random) throws Exception {
    List<Future<?>> tasks = new ArrayList<>();
    try {
      for (int i = 0; i < QUERIES / TABLES; i++) {
        long query = random.nextLong();
        tasks.add(threads.submit(() -> compare(table, contents, RandomQuery.of(contents, query))));
      }
      for (Future<?> task : tasks) {
        await(task);
      }
    } finally {
      tasks.forEach(task -> task.cancel(true));
    }
  }

  private static void await(Future<?> task) throws InterruptedException, TimeoutException {
    try {
      task.get(DEADLINE.toMinutes(), TimeUnit.MINUTES);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AssertionError failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private void create(
      TableOnBoth table, RandomTable contents, List<String> schemes, String rowKeys, Random random)
      throws IOException {
    TableDescriptorBuilder declared = TableDescriptorBuilder.newBuilder(table.name());
    contents
        .versions()
        .forEach(
            (family, versions) ->
                declared.setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
                        .setMaxVersions(versions)
                        .build()));
    try (Admin admin = plain.getAdmin()) {
      admin.createTable(declared.build());
    }
    for (RandomTable.Column column : contents.columns()) {
      declared.setValue(
          "dartagnan.column." + column.family() + ":" + column.qualifier(),
          protection(column, schemes.get(random.nextInt(schemes.size()))));
    }
    if (schemes == SCHEMES_OF_VERIFIED) {
      declared.setValue("dartagnan.suite", "verified");
    }
    declared.setValue("dartagnan.default", "plain");
    declared.setValue("dartagnan.key", rowKeys);
    try (Admin admin = table.safe().getAdmin()) {
      admin.createTable(TableDescriptorBuilder.copy(table.safeName(), declared.build()));
    }
    try (Table here = plain.getTable(table.name());
        Table there = table.safe().getTable(table.safeName())) {
      for (Table open : List.of(here, there)) {
        for (List<Put> portion : contents.portions(2)) {
          open.put(portion.stream().map(Put::new).toList());
        }
      }
    }
  }

  private static String protection(RandomTable.Column column, String scheme) {
    if (scheme.equals("plain")) {
      return scheme;
    }
    String ofBytes = scheme.equals("search") ? "std" : scheme;
    return switch (column.kind()) {
      case INT64 -> ofBytes + " int64";
      case STRING -> scheme + " string(" + column.maxLength() + ")";
      case BYTES -> ofBytes + " bytes(" + column.maxLength() + ")";
    };
  }

  private void compare(TableOnBoth table, RandomTable contents, RandomQuery query) {
    if (isLeftOut(contents, query)) {
      leftOut.incrementAndGet();
      return;
    }
    QueryAnswer expected = QueryAnswer.of(plain, table.name(), query);
    QueryAnswer given = QueryAnswer.of(table.safe(), table.safeName(), query);
    if (!given.isAsGoodAs(expected)) {
      report(table, contents, query);
    }
    if (expected.failed()) {
      failedInHBase.incrementAndGet();
      return;
    }
    compared.incrementAndGet();
    withAnswers.addAndGet(expected.rows().isEmpty() ? 0 : 1);
  }

  private static boolean isLeftOut(RandomTable contents, RandomQuery query) {
    return query.toString().contains("ScriptedFilter")
        || LayoutDependence.of(contents, query).isPresent()
        || LayoutDependence.onUnselectedCells(query)
        || LayoutDependence.onSizesInMemory(query.scan())
        || LayoutDependence.onBuffers(contents, query);
  }

  private void report(TableOnBoth table, RandomTable contents, RandomQuery query) {
    RandomQuery smallest =
        Shrinker.shrink(
            query, candidate -> !isLeftOut(contents, candidate) && differs(table, candidate));
    fail(
        "seed %d, %s%n  %s%n  declared %s%n    HBase: %s%n    here: %s",
        seed,
        contents,
        smallest,
        declarations(table),
        QueryAnswer.of(plain, table.name(), smallest),
        QueryAnswer.of(table.safe(), table.safeName(), smallest));
  }

  private boolean differs(TableOnBoth table, RandomQuery query) {
    QueryAnswer expected = QueryAnswer.of(plain, table.name(), query);
    return !QueryAnswer.of(table.safe(), table.safeName(), query).isAsGoodAs(expected);
  }

  private String declarations(TableOnBoth table) {
    try (Table open = table.safe().getTable(table.safeName())) {
      return open.getDescriptor().getValues().entrySet().stream()
          .map(value -> text(value.getKey()) + "=" + text(value.getValue()))
          .filter(value -> value.startsWith("dartagnan."))
          .collect(Collectors.joining(", "));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Bytes bytes) {
    return Bytes.toStringBinary(bytes.copyBytes());
  }
}
