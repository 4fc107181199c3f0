package io.dartagnan.ycsb.hbase;

import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.mpc.Party;
import io.dartagnan.ycsb.hbase.Aggregates.PrivateAggregates;
import io.dartagnan.ycsb.hbase.Aggregates.ScannedAggregates;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.zookeeper.ZKConfig;

/**
 * HBase connections of a run, which all its threads share; three for {@link Target#PLAIN3}. Those
 * with the same settings get the same connections, and the last that closes closes them.
 */
public final class Cluster implements AutoCloseable {
  private static final Map<ClusterSettings, Cluster> OPEN = new HashMap<>();

  private final ClusterSettings settings;
  private final List<Connection> connections;
  private final ExecutorService threads;
  private int users;

  private Cluster(ClusterSettings settings, List<Connection> connections) {
    this.settings = settings;
    this.connections = List.copyOf(connections);
    this.threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "plain3");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Connects, or shares the connections of another user.
   *
   * @throws IOException in one sentence, if a cluster does not answer
   */
  public static Cluster open(ClusterSettings settings) throws IOException {
    synchronized (OPEN) {
      Cluster cluster = OPEN.get(settings);
      if (cluster == null) {
        List<Configuration> configurations = settings.configurations();
        Reachability.require(settings.target(), configurations);
        cluster = new Cluster(settings, connect(configurations));
        OPEN.put(settings, cluster);
      }
      cluster.users++;
      return cluster;
    }
  }

  private static List<Connection> connect(List<Configuration> configurations) throws IOException {
    List<Connection> connections = new ArrayList<>();
    try {
      for (Configuration configuration : configurations) {
        connections.add(ConnectionFactory.createConnection(configuration));
      }
      return connections;
    } catch (IOException | RuntimeException e) {
      for (Connection connection : connections) {
        connection.close();
      }
      throw e;
    }
  }

  /**
   * Makes a file with a new key for clients that encrypt values, the setting {@value
   * ClusterSettings#KEY_FILE}.
   *
   * @throws IOException if there is a file of this name, or it cannot be written
   */
  public static void createKeyFile(Path file) throws IOException {
    KeyFile.create(file);
  }

  /** The clusters to which the connections lead. */
  public Target target() {
    return settings.target();
  }

  /** Whether tables can have protected columns. */
  public boolean protects() {
    return settings.target().protects();
  }

  /** The connections, one per plain cluster or one to three clouds. */
  public List<Connection> connections() {
    return connections;
  }

  /** A table for one thread; the caller closes it. */
  public BenchmarkTable table(TableName name) throws IOException {
    List<BenchmarkTable> tables = new ArrayList<>();
    for (Connection connection : connections) {
      tables.add(new OneTable(connection.getTable(name)));
    }
    return tables.size() == 1
        ? tables.get(0)
        : new ThreeTables(tables, threads, settings.readsAll());
  }

  /** Aggregates over a table: the clouds' own, or of the rows that a scan brings. */
  public Aggregates aggregates(TableName name, BenchmarkTable table) {
    return target() == Target.SAFE
        ? new PrivateAggregates(connections.get(0), name)
        : new ScannedAggregates(table);
  }

  @Override
  public void close() throws IOException {
    synchronized (OPEN) {
      users--;
      if (users > 0) {
        return;
      }
      OPEN.remove(settings);
    }
    threads.shutdownNow();
    for (Connection connection : connections) {
      connection.close();
    }
  }

  /** A table of one HBase connection. */
  private static final class OneTable implements BenchmarkTable {
    private final Table table;

    OneTable(Table table) {
      this.table = table;
    }

    @Override
    public Result get(Get get) throws IOException {
      return table.get(get);
    }

    @Override
    public void put(List<Put> puts) throws IOException {
      if (puts.size() == 1) {
        table.put(puts.get(0));
      } else {
        table.put(puts);
      }
    }

    @Override
    public void delete(Delete delete) throws IOException {
      table.delete(delete);
    }

    @Override
    public long scan(Scan scan, RowReader rows) throws IOException {
      long began = System.nanoTime();
      long spentReading = 0;
      try (ResultScanner scanner = table.getScanner(scan)) {
        for (Result row = scanner.next(); row != null; row = scanner.next()) {
          long arrived = System.nanoTime();
          boolean more = rows.read(row);
          spentReading += System.nanoTime() - arrived;
          if (!more) {
            break;
          }
        }
      }
      return System.nanoTime() - began - spentReading;
    }

    @Override
    public void close() throws IOException {
      table.close();
    }
  }

  /**
   * The same table on several plain clusters: a call goes to all of them at the same time and is
   * done when all have answered. The answer is the first cluster's.
   *
   * <p>It costs what distribution over three clouds costs, without secret sharing.
   */
  private static final class ThreeTables implements BenchmarkTable {
    private final List<BenchmarkTable> tables;
    private final List<BenchmarkTable> read;
    private final ExecutorService threads;

    /** A call on one of the tables. */
    private interface Call<T> {
      T on(BenchmarkTable table, boolean first) throws IOException;
    }

    /**
     * @param threads run all calls but those on the first table; more than there are calls at a
     *     time
     * @param readsAll whether reads go to all of them, or to the first alone
     */
    ThreeTables(List<BenchmarkTable> tables, ExecutorService threads, boolean readsAll) {
      this.tables = List.copyOf(tables);
      this.read = readsAll ? this.tables : this.tables.subList(0, 1);
      this.threads = threads;
    }

    @Override
    public Result get(Get get) throws IOException {
      return onAll(read, (table, first) -> table.get(first ? get : new Get(get))).get(0);
    }

    @Override
    public void put(List<Put> puts) throws IOException {
      onAll(
          tables,
          (table, first) -> {
            table.put(first ? puts : puts.stream().map(Put::new).toList());
            return true;
          });
    }

    @Override
    public void delete(Delete delete) throws IOException {
      onAll(
          tables,
          (table, first) -> {
            table.delete(first ? delete : new Delete(delete));
            return true;
          });
    }

    @Override
    public long scan(Scan scan, RowReader rows) throws IOException {
      AtomicBoolean wanted = new AtomicBoolean(true);
      return onAll(
              read,
              (table, first) ->
                  first
                      ? table.scan(
                          scan,
                          row -> {
                            wanted.set(rows.read(row));
                            return wanted.get();
                          })
                      : table.scan(new Scan(scan), row -> wanted.get()))
          .stream()
          .mapToLong(Long::longValue)
          .max()
          .orElseThrow();
    }

    private <T> List<T> onAll(List<BenchmarkTable> asked, Call<T> call) throws IOException {
      List<Future<T>> others = new ArrayList<>();
      for (BenchmarkTable table : asked.subList(1, asked.size())) {
        Callable<T> task = () -> call.on(table, false);
        others.add(threads.submit(task));
      }
      List<T> answers = new ArrayList<>();
      IOException failure = null;
      try {
        answers.add(call.on(asked.get(0), true));
      } catch (IOException e) {
        failure = e;
      }
      for (Future<T> other : others) {
        try {
          answers.add(other.get());
        } catch (ExecutionException e) {
          failure =
              e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw (IOException) new InterruptedIOException("interrupted").initCause(e);
        }
      }
      if (failure != null) {
        throw failure;
      }
      return answers;
    }

    @Override
    public void close() throws IOException {
      for (BenchmarkTable table : tables) {
        table.close();
      }
    }
  }

  /**
   * Checks that something listens where each cluster's ZooKeeper is, so that a cluster that is down
   * is named within seconds and not after HBase's own retries.
   */
  private static final class Reachability {
    private static final int CONNECT_MILLIS = 2_000;

    private Reachability() {}

    /**
     * Returns when each cluster was reached.
     *
     * @throws IOException naming every cluster that was not
     */
    static void require(Target target, List<Configuration> configurations) throws IOException {
      List<String> silent = new ArrayList<>();
      for (Map.Entry<String, Configuration> cluster : clusters(target, configurations).entrySet()) {
        String quorum = ZKConfig.getZKQuorumServersString(cluster.getValue());
        String reason = reason(quorum);
        if (reason != null) {
          silent.add("%s (%s) does not answer: %s".formatted(cluster.getKey(), quorum, reason));
        }
      }
      if (!silent.isEmpty()) {
        throw new IOException(
            String.join("; ", silent) + "; see clusters/local status, or the property hbase.conf");
      }
    }

    private static Map<String, Configuration> clusters(
        Target target, List<Configuration> configurations) {
      Map<String, Configuration> clusters = new LinkedHashMap<>();
      switch (target) {
        case PLAIN -> clusters.put("HBase", configurations.get(0));
        case PLAIN3 -> {
          for (int cluster = 0; cluster < configurations.size(); cluster++) {
            clusters.put("cluster " + cluster, configurations.get(cluster));
          }
        }
        case SAFE, SAFE1 -> {
          for (Party party : ClientSettings.placement(configurations.get(0)).clouds()) {
            clusters.put(
                "cloud " + party.index(), CloudConfiguration.of(configurations.get(0), party));
          }
        }
      }
      return clusters;
    }

    private static String reason(String quorum) {
      String reason = "its ZooKeeper quorum is empty";
      for (String server : quorum.split(",")) {
        int colon = server.lastIndexOf(':');
        try (Socket socket = new Socket()) {
          socket.connect(
              new InetSocketAddress(
                  server.substring(0, colon), Integer.parseInt(server.substring(colon + 1))),
              CONNECT_MILLIS);
          return null;
        } catch (IOException e) {
          reason = Causes.of(e);
        }
      }
      return reason;
    }
  }
}
