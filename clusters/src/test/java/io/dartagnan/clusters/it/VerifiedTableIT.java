package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.aggregate.PrivateAggregation;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A table of the suite in which one cloud may deviate, whose values carry tags, read and aggregated
 * on clouds that do not.
 */
@EndToEnd
class VerifiedTableIT {
  private static final TableName TABLE = TableName.valueOf("verified");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] NUMBER = Bytes.toBytes("n");
  private static final byte[] TEXT = Bytes.toBytes("t");
  private static final byte[] PLAIN = Bytes.toBytes("p");
  private static final int ROWS = 700;
  private static final int DISTINCT = 50;

  @TempDir private static Path folder;

  private final LocalClusters clusters;
  private final long seed = Long.getLong("dartagnan.seed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final long[] numbers = random.longs(ROWS, -DISTINCT, DISTINCT).toArray();
  private final long[] plain = random.longs(ROWS).toArray();
  private Connection connection;
  private Table table;

  VerifiedTableIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void load() throws IOException {
    System.out.println("VerifiedTableIT: -Ddartagnan.seed=" + seed);
    Path key = folder.resolve("key");
    KeyFile.create(key);
    Configuration settings = new Configuration(false);
    settings.set(ClientKeys.KEY_FILE, key.toString());
    connection = clusters.safe(settings);
    try (Admin admin = connection.getAdmin()) {
      // Without a suite: it gets this one.
      admin.createTable(declared(null), new byte[][] {Bytes.toBytes(Numbered.row(300))});
    }
    table = connection.getTable(TABLE);
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Put put = new Put(Bytes.toBytes(Numbered.row(i)));
      // Every seventh row lacks the number.
      if (i % 7 > 0) {
        put.addColumn(FAMILY, NUMBER, Bytes.toBytes(numbers[i]));
      }
      put.addColumn(FAMILY, TEXT, text(i)).addColumn(FAMILY, PLAIN, Bytes.toBytes(plain[i]));
      puts.add(put);
    }
    table.put(puts);
  }

  private static TableDescriptor declared(String suite) {
    return TableDescriptorBuilder.newBuilder(TABLE)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
        .setValue("dartagnan.suite", suite)
        .setValue("dartagnan.tag", "hmac-sha256")
        .setValue("dartagnan.column.f:n", "replicated int64")
        .setValue("dartagnan.column.f:t", "replicated string(20)")
        .setValue("dartagnan.default", "plain")
        .build();
  }

  private static byte[] text(int row) {
    return Bytes.toBytes("text" + row % 11);
  }

  @AfterAll
  void drop() throws IOException {
    table.close();
    new TableOnBoth(TABLE, connection, connection).close();
    IOUtils.close(connection);
  }

  private static Filter number(CompareOperator operator, long operand) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(FAMILY, NUMBER, operator, new LongComparator(operand));
    filter.setFilterIfMissing(true);
    return filter;
  }

  private static Filter textIs(String text) {
    return new SingleColumnValueFilter(FAMILY, TEXT, CompareOperator.EQUAL, Bytes.toBytes(text));
  }

  private IntStream withNumber() {
    return IntStream.range(0, ROWS).filter(row -> row % 7 > 0);
  }

  private List<String> rows(Filter filter) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(new Scan().setFilter(filter))) {
      for (Result result : scanner) {
        rows.add(Bytes.toString(result.getRow()));
      }
    }
    return rows;
  }

  private static List<String> named(IntStream rows) {
    return rows.mapToObj(Numbered::row).toList();
  }

  @Test
  void filtersReturnTheRowsThatMatch() throws IOException {
    assertThat(rows(number(CompareOperator.LESS, 0)))
        .isEqualTo(named(withNumber().filter(row -> numbers[row] < 0)));
    assertThat(rows(number(CompareOperator.EQUAL, 7)))
        .isEqualTo(named(withNumber().filter(row -> numbers[row] == 7)));
    assertThat(rows(textIs("text3")))
        .isEqualTo(named(IntStream.range(0, ROWS).filter(row -> row % 11 == 3)));
    assertThat(
            rows(
                new FilterList(
                    number(CompareOperator.GREATER_OR_EQUAL, -5),
                    number(CompareOperator.LESS_OR_EQUAL, 20),
                    new FilterList(
                        FilterList.Operator.MUST_PASS_ONE, textIs("text3"), textIs("text9")))))
        .isEqualTo(
            named(
                withNumber()
                    .filter(row -> numbers[row] >= -5 && numbers[row] <= 20)
                    .filter(row -> row % 11 == 3 || row % 11 == 9)));
  }

  @Test
  void aggregatesAreThoseOfTheRowsThatMatch() throws IOException {
    PrivateAggregation aggregation = PrivateAggregation.over(connection);
    Scan scan = new Scan().setFilter(number(CompareOperator.GREATER, 3));
    int[] matching = withNumber().filter(row -> numbers[row] > 3).toArray();

    assertThat(aggregation.count(TABLE, scan)).isEqualTo(matching.length);
    assertThat(aggregation.sum(TABLE, FAMILY, NUMBER, scan))
        .isEqualTo(IntStream.of(matching).mapToLong(row -> numbers[row]).sum());
    assertThat(aggregation.sum(TABLE, FAMILY, PLAIN, scan))
        .isEqualTo(IntStream.of(matching).mapToLong(row -> plain[row]).sum());
    assertThat(aggregation.min(TABLE, FAMILY, NUMBER, scan))
        .hasValue(
            Bytes.toBytes(
                IntStream.of(matching).mapToLong(row -> numbers[row]).min().orElseThrow()));
    assertThat(aggregation.max(TABLE, FAMILY, TEXT, scan)).hasValue(Bytes.toBytes("text9"));
    assertThat(aggregation.count(TABLE, new Scan())).isEqualTo(ROWS);
    assertThat(aggregation.sum(TABLE, FAMILY, NUMBER, new Scan()))
        .isEqualTo(withNumber().mapToLong(row -> numbers[row]).sum());
  }

  @Test
  void numbersAreReadAndIncremented() throws IOException {
    byte[] row = Bytes.toBytes("another");
    try {
      incremented(row);
    } finally {
      table.delete(new Delete(row));
    }
  }

  private void incremented(byte[] row) throws IOException {
    table.put(new Put(row).addColumn(FAMILY, NUMBER, Bytes.toBytes(Long.MIN_VALUE)));
    assertThat(Bytes.toLong(table.get(new Get(row)).getValue(FAMILY, NUMBER)))
        .isEqualTo(Long.MIN_VALUE);
    assertThat(table.incrementColumnValue(row, FAMILY, NUMBER, 12)).isEqualTo(Long.MIN_VALUE + 12);
    CheckAndMutate zero =
        CheckAndMutate.newBuilder(row)
            .ifEquals(FAMILY, NUMBER, Bytes.toBytes(Long.MIN_VALUE + 12))
            .build(new Put(row).addColumn(FAMILY, NUMBER, Bytes.toBytes(0L)));
    assertThat(table.checkAndMutate(zero).isSuccess()).isTrue();
    assertThat(table.checkAndMutate(zero).isSuccess()).isFalse();
  }

  @Test
  void itsSuiteStandsInItsDescriptorAndStaysWhereAnotherNamesNone() throws IOException {
    TableName copy = TableName.valueOf("verified-copy");
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.getDescriptor(TABLE).getValue("dartagnan.suite")).isEqualTo("verified");
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(declared(null))
              .setValue("application's", "own")
              .build());
      assertThat(admin.getDescriptor(TABLE).getValue("dartagnan.suite")).isEqualTo("verified");
      admin.modifyTable(declared(null));
      assertThat(admin.getDescriptor(TABLE).getValue("dartagnan.suite")).isEqualTo("verified");
      assertThatThrownBy(
              () ->
                  admin.modifyTable(
                      TableDescriptorBuilder.newBuilder(declared(null))
                          .setValue("dartagnan.column.f:more", "additive int64")
                          .build()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(
              "names no 'dartagnan.suite', and the table keeps the one that it has: suite 'verified'");

      admin.createTable(TableDescriptorBuilder.copy(copy, admin.getDescriptor(TABLE)));
      assertThat(admin.getDescriptor(copy).getValue("dartagnan.suite")).isEqualTo("verified");
      admin.disableTable(copy);
      admin.deleteTable(copy);
    }
    numbersAreReadAndIncremented();
  }

  /** Its numbers would be of another schema. */
  @Test
  void itsSuiteIsNotChanged() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      assertThatThrownBy(() -> admin.modifyTable(declared("araki")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(
              "f:n is 'replicated-xor int64 with tags' and would be 'replicated int64 with tags'");
    }
  }
}
