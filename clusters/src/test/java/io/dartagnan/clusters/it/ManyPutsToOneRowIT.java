package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * 100,000 puts to one row: all are there, as on plain HBase. It prints how long each takes, and
 * checks no time.
 */
@EndToEnd
@Tag("thorough")
class ManyPutsToOneRowIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int PUTS = 100_000;
  private static final int BATCH = 1_000;

  /** A busy machine takes longer for one batch than other tests wait for a cloud. */
  private static final int PATIENCE_MS = 300_000;

  private final LocalClusters clusters;
  private Connection safe;
  private Connection plain;

  ManyPutsToOneRowIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void connect() throws IOException {
    Configuration settings = new Configuration(false);
    settings.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, PATIENCE_MS);
    settings.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, PATIENCE_MS);
    safe = clusters.safe(settings);
    plain = clusters.baseline(settings);
  }

  @AfterAll
  void close() throws IOException {
    safe.close();
    plain.close();
  }

  /** How puts are given to a connection. */
  private enum Way {
    ONE_BATCH {
      @Override
      void give(Connection connection, TableName name, List<Put> puts) throws Exception {
        try (Table table = connection.getTable(name)) {
          Object[] results = new Object[puts.size()];
          table.batch(puts, results);
          assertThat(results).allMatch(Result.class::isInstance);
        }
      }
    },
    BATCHES {
      @Override
      void give(Connection connection, TableName name, List<Put> puts) throws IOException {
        try (Table table = connection.getTable(name)) {
          for (int from = 0; from < puts.size(); from += BATCH) {
            table.put(new ArrayList<>(puts.subList(from, from + BATCH)));
          }
        }
      }
    },
    MUTATOR {
      @Override
      void give(Connection connection, TableName name, List<Put> puts) throws IOException {
        try (BufferedMutator mutator = connection.getBufferedMutator(name)) {
          for (Put put : puts) {
            mutator.mutate(put);
          }
        }
      }
    };

    abstract void give(Connection connection, TableName name, List<Put> puts) throws Exception;
  }

  @Test
  void eachOfManyColumnsIsThere() throws Exception {
    try (TableOnBoth both = create("many-columns")) {
      for (Way way : Way.values()) {
        byte[] row = Bytes.toBytes(way.name());
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < PUTS; i++) {
          puts.add(new Put(row).addColumn(FAMILY, column(i), Bytes.toBytes((long) i)));
        }
        giveToBoth(way, "columns", both.name(), puts);
        for (Connection connection : List.of(plain, safe)) {
          requireColumns(connection, both.name(), row);
        }
      }
    }
  }

  @Test
  void theLastOfManyValuesIsRead() throws Exception {
    try (TableOnBoth both = create("many-values")) {
      for (Way way : Way.values()) {
        byte[] row = Bytes.toBytes(way.name());
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < PUTS; i++) {
          puts.add(new Put(row).addColumn(FAMILY, column(0), Bytes.toBytes((long) i)));
        }
        giveToBoth(way, "values of a cell", both.name(), puts);
        System.out.printf("  last value of plain HBase: %d%n", read(plain, both.name(), row));
        assertThat(read(safe, both.name(), row)).as("by %s", way).isEqualTo(PUTS - 1);
      }
    }
  }

  /** All at one timestamp of the application's own, which takes the order of arrival. */
  @Test
  void theLastOfManyValuesAtOneTimestampIsRead() throws Exception {
    try (TableOnBoth both = create("many-values-at-one")) {
      byte[] row = Bytes.toBytes("r");
      int columns = 2_500;
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < 10 * columns; i++) {
        puts.add(new Put(row).addColumn(FAMILY, column(i % columns), 5, Bytes.toBytes((long) i)));
      }
      giveToBoth(Way.ONE_BATCH, "values at one timestamp", both.name(), puts);
      for (Connection connection : List.of(plain, safe)) {
        try (Table table = connection.getTable(both.name())) {
          Result read = table.get(new Get(row));
          assertThat(read.size()).isEqualTo(columns);
          for (Cell cell : read.rawCells()) {
            assertThat(Bytes.toLong(cell.getValueArray(), cell.getValueOffset()))
                .isGreaterThanOrEqualTo(9 * columns);
            assertThat(cell.getTimestamp()).isEqualTo(5);
          }
        }
      }
    }
  }

  private TableOnBoth create(String name) throws IOException {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setValue("dartagnan.default", "additive int64");
    for (Connection connection : List.of(plain, safe)) {
      try (Admin admin = connection.getAdmin()) {
        admin.createTable(descriptor.build());
      }
    }
    return new TableOnBoth(TableName.valueOf(name), plain, safe);
  }

  private void giveToBoth(Way way, String what, TableName name, List<Put> puts) throws Exception {
    long begun = System.nanoTime();
    way.give(plain, name, puts);
    long between = System.nanoTime();
    way.give(safe, name, puts);
    long ended = System.nanoTime();
    System.out.printf(
        "  %d %s, %s: plain %d ms, safe %d ms%n",
        puts.size(),
        what,
        way,
        TimeUnit.NANOSECONDS.toMillis(between - begun),
        TimeUnit.NANOSECONDS.toMillis(ended - between));
  }

  private static void requireColumns(Connection connection, TableName name, byte[] row)
      throws IOException {
    Scan part = new Scan().withStartRow(row).withStopRow(row, true).setBatch(5_000);
    int found = 0;
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(part)) {
      for (Result each : scanner) {
        for (Cell cell : each.rawCells()) {
          assertThat(Bytes.toLong(cell.getValueArray(), cell.getValueOffset())).isEqualTo(found);
          found++;
        }
      }
    }
    assertThat(found).isEqualTo(PUTS);
  }

  private static long read(Connection connection, TableName name, byte[] row) throws IOException {
    try (Table table = connection.getTable(name)) {
      return Bytes.toLong(table.get(new Get(row)).getValue(FAMILY, column(0)));
    }
  }

  private static byte[] column(int number) {
    return Bytes.toBytes("c%06d".formatted(number));
  }
}
