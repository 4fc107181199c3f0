package io.dartagnan.ycsb.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

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

  /** The clusters to which the connections lead. */
  public Target target() {
    return settings.target();
  }

  /** Whether tables can have protected columns. */
  public boolean protects() {
    return settings.target() == Target.SAFE;
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
    return protects()
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
}
