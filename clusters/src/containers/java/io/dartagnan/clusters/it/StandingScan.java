package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** A filtered scan over one region that has begun and waits for its client. */
final class StandingScan implements AutoCloseable {
  private static final TableName TABLE = TableName.valueOf("standing");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] TEXT = Bytes.toBytes("text");
  private static final int ROWS_OF_REGION = 20_000;
  private static final int REGIONS = 2;

  private final Connection connection;
  private final Table table;
  private final ResultScanner scanner;
  private int fetched;

  private StandingScan(Connection connection, Table table, ResultScanner scanner) {
    this.connection = connection;
    this.table = table;
    this.scanner = scanner;
  }

  /**
   * Loads a table, and opens the scan.
   *
   * @param host of the RegionServer of cloud 0 that has the region
   */
  static StandingScan open(HBasePrograms programs, String host) throws IOException {
    Connection connection = programs.connect("DARTAGNAN_CONF", new Configuration(false));
    load(connection);
    RegionInfo region = regionAt(programs, host);
    Scan scan =
        new Scan()
            .withStartRow(region.getStartKey())
            .withStopRow(region.getEndKey())
            .setCaching(10)
            .setFilter(
                new SingleColumnValueFilter(
                    FAMILY, TEXT, CompareOperator.NOT_EQUAL, Bytes.toBytes("none")));
    Table table = connection.getTable(TABLE);
    StandingScan standing = new StandingScan(connection, table, table.getScanner(scan));
    assertThat(standing.scanner.next()).isNotNull();
    standing.fetched = 1;
    return standing;
  }

  private static void load(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setValue("dartagnan.column.f:text", "xor string(30)")
              .build(),
          new byte[][] {Bytes.toBytes(Numbered.row(ROWS_OF_REGION))});
    }
    try (BufferedMutator mutator = connection.getBufferedMutator(TABLE)) {
      for (int row = 0; row < REGIONS * ROWS_OF_REGION; row++) {
        mutator.mutate(
            new Put(Bytes.toBytes(Numbered.row(row)))
                .addColumn(FAMILY, TEXT, Bytes.toBytes("text " + row)));
      }
    }
  }

  private static RegionInfo regionAt(HBasePrograms programs, String host) throws IOException {
    try (Connection cloud = programs.connect("DARTAGNAN_CLOUD_0_CONF", new Configuration(false));
        RegionLocator locator = cloud.getRegionLocator(TABLE)) {
      return locator.getAllRegionLocations().stream()
          .filter(each -> each.getHostname().equals(host))
          .map(HRegionLocation::getRegion)
          .findFirst()
          .orElseThrow();
    }
  }

  /** Fetches all that is left. */
  void fetchToTheEnd() throws IOException {
    while (scanner.next() != null) {
      fetched++;
    }
    assertThat(fetched).isEqualTo(ROWS_OF_REGION);
  }

  @Override
  public void close() throws IOException {
    scanner.close();
    table.close();
    connection.close();
  }
}
