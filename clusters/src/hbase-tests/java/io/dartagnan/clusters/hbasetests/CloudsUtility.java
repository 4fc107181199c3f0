package io.dartagnan.clusters.hbasetests;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.Assert;

/**
 * The part of HBase's testing utility that tests of its client call, over clouds that are up
 * already. A method that is not here fails the test that calls it with {@link NoSuchMethodError},
 * one that names a server of the test's own process with {@link UnsupportedOperationException}.
 */
public final class CloudsUtility extends TestTables {
  /** The system property that names the configuration of the three clouds. */
  public static final String SITE = "dartagnan.hbase-tests.site";

  /** The protection of the tables that tests make, in this program's class path. */
  private static final String SCHEMAS = "hbase-tests-site.xml";

  /** Rows from aaa to zzz. */
  public static final byte[][] ROWS = rows();

  /** The same but for aaa, which is empty. */
  public static final byte[][] KEYS = keys();

  private static final int LENGTH_OF_A_ROW_KEY = 16;
  private static final long COMPACTION_DEADLINE_MS = 60_000;

  private final Configuration configuration = site();
  private Connection connection;

  private static Configuration site() {
    Configuration site = HBaseConfiguration.create();
    site.addResource(new Path(System.getProperty(SITE)));
    site.addResource(CloudsUtility.class.getResource("/" + SCHEMAS));
    return site;
  }

  private static byte[][] rows() {
    List<byte[]> rows = new ArrayList<>();
    for (byte first = 'a'; first <= 'z'; first++) {
      for (byte second = 'a'; second <= 'z'; second++) {
        for (byte third = 'a'; third <= 'z'; third++) {
          rows.add(new byte[] {first, second, third});
        }
      }
    }
    return rows.toArray(byte[][]::new);
  }

  private static byte[][] keys() {
    byte[][] keys = new byte['y' - 'a' + 1][];
    keys[0] = new byte[0];
    for (char letter = 'b'; letter <= 'y'; letter++) {
      keys[letter - 'a'] = Bytes.toBytes(String.valueOf(letter).repeat(3));
    }
    return keys;
  }

  /** The settings that the test may make before the cluster starts. */
  public Configuration getConfiguration() {
    return configuration;
  }

  /** Starts no cluster. */
  public MiniHBaseCluster startMiniCluster() throws IOException {
    startObservers();
    return null;
  }

  /** Starts no cluster. */
  public MiniHBaseCluster startMiniCluster(int servers) throws IOException {
    return startMiniCluster();
  }

  /** Starts no cluster. */
  public MiniHBaseCluster startMiniCluster(StartMiniClusterOption option) throws IOException {
    return startMiniCluster();
  }

  /** Tests ask what they have a master load whether it was started. */
  private void startObservers() throws IOException {
    for (Class<?> observer :
        configuration.getClasses(CoprocessorHost.MASTER_COPROCESSOR_CONF_KEY)) {
      try {
        ((Coprocessor) observer.getDeclaredConstructor().newInstance()).start(null);
      } catch (ReflectiveOperationException e) {
        throw new IOException(e);
      }
    }
  }

  /** Not there: the clouds are processes of their own. */
  public MiniHBaseCluster getMiniHBaseCluster() {
    throw new UnsupportedOperationException("the clouds are processes of their own");
  }

  /** Not there: the clouds are processes of their own. */
  public MiniHBaseCluster getHBaseCluster() {
    return getMiniHBaseCluster();
  }

  /** Nothing to start: as many servers as there are have to do. */
  public boolean ensureSomeRegionServersAvailable(int servers) {
    return false;
  }

  /** Drops the tables and disconnects. */
  public void shutdownMiniCluster() throws IOException {
    try (Admin admin = getAdmin()) {
      for (TableName table : admin.listTableNames()) {
        deleteTable(table);
      }
    }
    connection.close();
    connection = null;
  }

  @Override
  public synchronized Connection getConnection() throws IOException {
    if (connection == null) {
      connection = ConnectionFactory.createConnection(configuration);
    }
    return connection;
  }

  /** Drops a table. */
  public void deleteTable(TableName table) throws IOException {
    try (Admin admin = getAdmin()) {
      if (admin.isTableEnabled(table)) {
        admin.disableTable(table);
      }
      admin.deleteTable(table);
    }
  }

  /** Empties a table. */
  public Table truncateTable(TableName table) throws IOException {
    try (Admin admin = getAdmin()) {
      if (admin.isTableEnabled(table)) {
        admin.disableTable(table);
      }
      admin.truncateTable(table, false);
    }
    return getConnection().getTable(table);
  }

  /** Flushes all tables. */
  public void flush() throws IOException {
    try (Admin admin = getAdmin()) {
      for (TableName table : admin.listTableNames()) {
        if (admin.isTableEnabled(table)) {
          admin.flush(table);
        }
      }
    }
  }

  /** Flushes a table. */
  public void flush(TableName table) throws IOException {
    try (Admin admin = getAdmin()) {
      admin.flush(table);
    }
  }

  /** Compacts a table, and returns when that is done. */
  public void compact(TableName table, boolean major) throws IOException {
    try (Admin admin = getAdmin()) {
      if (major) {
        admin.majorCompact(table);
      } else {
        admin.compact(table);
      }
      waitFor(
          COMPACTION_DEADLINE_MS, () -> admin.getCompactionState(table) == CompactionState.NONE);
    }
  }

  /** Nothing to wait for: a table is created when the call returns. */
  public void waitTableAvailable(byte[] table, long timeoutMs) {}

  /** Nothing to wait for: a table is created when the call returns. */
  public void waitTableAvailable(TableName table) {}

  /** Nothing to wait for: a table is created when the call returns. */
  public void waitTableEnabled(TableName table) {}

  /** Nothing to wait for: a table is created when the call returns. */
  public void waitUntilAllRegionsAssigned(TableName table) {}

  /** Waits for a condition. */
  public <E extends Exception> long waitFor(long timeoutMs, Waiter.Predicate<E> condition) {
    return Waiter.waitFor(configuration, timeoutMs, condition);
  }

  /** Random rows. */
  public void loadRandomRows(Table table, byte[] family, int rowSize, int rows) throws IOException {
    Random random = new Random(rows);
    byte[] row = new byte[Math.max(rowSize, LENGTH_OF_A_ROW_KEY)];
    for (int i = 0; i < rows; i++) {
      random.nextBytes(row);
      table.put(new Put(row).addColumn(family, new byte[] {0}, new byte[] {0}));
    }
  }

  /** Rows whose keys and values are the texts of numbers. */
  public void loadNumericRows(Table table, byte[] family, int start, int end) throws IOException {
    for (int i = start; i < end; i++) {
      byte[] number = Bytes.toBytes(Integer.toString(i));
      table.put(new Put(number).addColumn(family, null, number));
    }
  }

  /** {@link #ROWS}, whose values are their keys. */
  public int loadTable(Table table, byte[] family) throws IOException {
    return loadTable(table, family, true);
  }

  /** {@link #ROWS}, whose values are their keys. */
  public int loadTable(Table table, byte[] family, boolean logged) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (byte[] row : ROWS) {
      puts.add(
          new Put(row)
              .addColumn(family, family, row)
              .setDurability(logged ? Durability.USE_DEFAULT : Durability.SKIP_WAL));
    }
    table.put(puts);
    return puts.size();
  }

  /** The number of rows of a table. */
  public int countRows(Table table) throws IOException {
    return countRows(table, new Scan());
  }

  /** The number of rows of a table. */
  public int countRows(TableName name) throws IOException {
    try (Table table = getConnection().getTable(name)) {
      return countRows(table);
    }
  }

  /** The number of rows that a scan returns. */
  public int countRows(Table table, Scan scan) throws IOException {
    int rows = 0;
    try (ResultScanner results = table.getScanner(scan)) {
      while (results.next() != null) {
        rows++;
      }
    }
    return rows;
  }

  /** Fails unless two tables are described alike. */
  public void verifyTableDescriptorIgnoreTableName(TableDescriptor one, TableDescriptor other) {
    Assert.assertEquals(one.getValues(), other.getValues());
    Assert.assertEquals(families(one), families(other));
  }

  private static Collection<ColumnFamilyDescriptor> families(TableDescriptor table) {
    return Arrays.asList(table.getColumnFamilies());
  }

  /** A name that no other table has. */
  public static UUID getRandomUUID() {
    return UUID.randomUUID();
  }
}
