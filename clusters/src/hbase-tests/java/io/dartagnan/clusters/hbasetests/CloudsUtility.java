package io.dartagnan.clusters.hbasetests;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The part of HBase's testing utility that tests of its client call, over clouds that are up
 * already. A method that is not here fails the test that calls it with {@link NoSuchMethodError}.
 */
public final class CloudsUtility {
  /** The system property that names the configuration of the three clouds. */
  public static final String SITE = "dartagnan.hbase-tests.site";

  /** The protection of every column; values are no longer in the tests that are run. */
  private static final String PROTECTION = "xor bytes(256)";

  /** Settings of a test for how its own cluster is found. */
  private static final List<String> OF_THE_CLUSTER =
      List.of("hbase.client.registry.impl", "hbase.client.master_registry.hedged.fanout");

  private static final int DEFAULT_VERSIONS = 1;
  private static final int LENGTH_OF_A_ROW_KEY = 16;

  private final Configuration configuration = site();
  private final Set<TableName> tables = new ConcurrentSkipListSet<>();
  private Connection connection;

  private static Configuration site() {
    Configuration site = HBaseConfiguration.create();
    site.addResource(new Path(System.getProperty(SITE)));
    return site;
  }

  /** The settings that the test may make before the cluster starts. */
  public Configuration getConfiguration() {
    return configuration;
  }

  /** Starts nothing. */
  public MiniHBaseCluster startMiniCluster() throws IOException {
    return null;
  }

  /** Starts nothing. */
  public MiniHBaseCluster startMiniCluster(int servers) throws IOException {
    return null;
  }

  /** Starts nothing. */
  public MiniHBaseCluster startMiniCluster(StartMiniClusterOption option) throws IOException {
    return null;
  }

  /** Not there: the clouds are processes of their own. */
  public MiniHBaseCluster getMiniHBaseCluster() {
    throw new UnsupportedOperationException("the clouds are processes of their own");
  }

  /** Drops the tables and disconnects. */
  public void shutdownMiniCluster() throws IOException {
    for (TableName table : tables) {
      deleteTable(table);
    }
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }

  /** The three clouds as one HBase. */
  public synchronized Connection getConnection() throws IOException {
    if (connection == null) {
      Configuration own = new Configuration(configuration);
      OF_THE_CLUSTER.forEach(own::unset);
      connection = ConnectionFactory.createConnection(own);
    }
    return connection;
  }

  /** Its administration. */
  public Admin getAdmin() throws IOException {
    return getConnection().getAdmin();
  }

  /** A table of one family. */
  public Table createTable(TableName table, String family) throws IOException {
    return createTable(table, Bytes.toBytes(family));
  }

  /** A table of some families. */
  public Table createTable(TableName table, String[] families) throws IOException {
    return createTable(
        table, Arrays.stream(families).map(Bytes::toBytes).toArray(byte[][]::new));
  }

  /** A table of one family. */
  public Table createTable(TableName table, byte[] family) throws IOException {
    return createTable(table, new byte[][] {family});
  }

  /** A table of some families. */
  public Table createTable(TableName table, byte[][] families) throws IOException {
    return createTable(table, families, null, DEFAULT_VERSIONS);
  }

  /** A table of one family with versions. */
  public Table createTable(TableName table, byte[] family, int versions) throws IOException {
    return createTable(table, new byte[][] {family}, versions);
  }

  /** A table of some families with versions. */
  public Table createTable(TableName table, byte[][] families, int versions) throws IOException {
    return createTable(table, families, null, versions);
  }

  /** A table of some families, split. */
  public Table createTable(TableName table, byte[][] families, byte[][] splits)
      throws IOException {
    return createTable(table, families, splits, DEFAULT_VERSIONS);
  }

  private Table createTable(TableName table, byte[][] families, byte[][] splits, int versions)
      throws IOException {
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(table).setValue("dartagnan.default", PROTECTION);
    for (byte[] family : families) {
      builder.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(family).setMaxVersions(versions).build());
    }
    try (Admin admin = getAdmin()) {
      admin.createTable(builder.build(), splits);
    }
    tables.add(table);
    return getConnection().getTable(table);
  }

  /** Drops a table. */
  public void deleteTable(TableName table) throws IOException {
    try (Admin admin = getAdmin()) {
      if (admin.isTableEnabled(table)) {
        admin.disableTable(table);
      }
      admin.deleteTable(table);
    }
    tables.remove(table);
  }

  /** Flushes all tables of the test. */
  public void flush() throws IOException {
    for (TableName table : tables) {
      flush(table);
    }
  }

  /** Flushes a table. */
  public void flush(TableName table) throws IOException {
    try (Admin admin = getAdmin()) {
      admin.flush(table);
    }
  }

  /** Nothing to wait for: a table is created when the call returns. */
  public void waitTableAvailable(byte[] table, long timeoutMs) {}

  /** Random rows. */
  public void loadRandomRows(Table table, byte[] family, int rowSize, int rows)
      throws IOException {
    Random random = new Random(rows);
    byte[] row = new byte[Math.max(rowSize, LENGTH_OF_A_ROW_KEY)];
    for (int i = 0; i < rows; i++) {
      random.nextBytes(row);
      table.put(new Put(row).addColumn(family, new byte[] {0}, new byte[] {0}));
    }
  }
}
