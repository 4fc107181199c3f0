package io.dartagnan.ycsb.report.turn;

import io.dartagnan.ycsb.hbase.BenchmarkTable;
import io.dartagnan.ycsb.hbase.Cluster;
import io.dartagnan.ycsb.hbase.ClusterSettings;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.run.Execution;
import io.dartagnan.ycsb.run.TableMaker;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import site.ycsb.WorkloadException;

/**
 * Tables of the points, loaded when the first point needs them, and loaded anew when inserts have
 * made them larger: a faster system inserts more, and would be measured on more rows than others.
 * The connections to all systems stay open until it is closed.
 */
final class LoadedTables implements AutoCloseable {
  private static final long GROWTH_PERCENT = 5;

  private final PointProperties properties;
  private final Consumer<String> progress;
  private final Map<String, Cluster> clusters = new HashMap<>();
  private final Set<String> loaded = new HashSet<>();

  LoadedTables(PointProperties properties, Consumer<String> progress) {
    this.properties = properties;
    this.progress = progress;
  }

  /** Makes and loads the table of a point, unless it is there with about its rows. */
  void require(Point point) throws IOException, WorkloadException, InterruptedException {
    Properties load = properties.ofLoad(point);
    Cluster cluster = cluster(point.system(), load);
    String table = point.system() + " " + point.table();
    if (loaded.contains(table) && !hasGrown(cluster, point)) {
      return;
    }
    loaded.remove(table);
    progress.accept(
        "loading %,d rows into %s of %s".formatted(point.rows(), point.table(), point.system()));
    new TableMaker(load).call();
    Execution execution = new Execution(load, "load", new PrintWriter(System.err));
    execution.call();
    Optional<String> complaint = execution.complaint();
    if (complaint.isPresent()) {
      throw new IOException("loading failed: " + complaint.get());
    }
    loaded.add(table);
  }

  private Cluster cluster(String system, Properties load) throws IOException {
    Cluster cluster = clusters.get(system);
    if (cluster == null) {
      cluster = Cluster.open(ClusterSettings.of(load));
      clusters.put(system, cluster);
    }
    return cluster;
  }

  private static boolean hasGrown(Cluster cluster, Point point) throws IOException {
    long[] rows = new long[1];
    try (BenchmarkTable table = cluster.table(TableName.valueOf(point.table()))) {
      table.scan(
          new Scan().setReversed(true).setLimit(1),
          row -> {
            rows[0] = Long.parseLong(Bytes.toString(row.getRow())) + 1;
            return false;
          });
    }
    return rows[0] > point.rows() + point.rows() * GROWTH_PERCENT / 100;
  }

  @Override
  public void close() throws IOException {
    for (Cluster cluster : clusters.values()) {
      cluster.close();
    }
    clusters.clear();
  }
}
