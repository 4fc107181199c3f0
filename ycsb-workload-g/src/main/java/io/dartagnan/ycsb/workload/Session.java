package io.dartagnan.ycsb.workload;

import io.dartagnan.ycsb.hbase.Aggregates;
import io.dartagnan.ycsb.hbase.BenchmarkTable;
import io.dartagnan.ycsb.hbase.Cluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;

/**
 * What one thread of a workload has for itself: the table, and the rows of a load that are not sent
 * yet.
 *
 * <p>YCSB wraps a binding in a {@code DBWrapper}, which hides what YCSB does not know, such as
 * filters; so a workload talks to HBase here and measures by itself.
 */
final class Session implements AutoCloseable {
  private final Cluster cluster;
  private final TableName name;
  private final BenchmarkTable table;
  private final List<Put> waiting = new ArrayList<>();
  private Aggregates aggregates;

  Session(Cluster cluster, TableName name) throws IOException {
    this.cluster = cluster;
    this.name = name;
    this.table = cluster.table(name);
  }

  BenchmarkTable table() {
    return table;
  }

  Aggregates aggregates() {
    if (aggregates == null) {
      aggregates = cluster.aggregates(name, table);
    }
    return aggregates;
  }

  /** The number of rows that wait to be sent, after one more. */
  int add(Put put) {
    waiting.add(put);
    return waiting.size();
  }

  /**
   * Sends the rows that wait.
   *
   * @return how many
   */
  int flush() throws IOException {
    int rows = waiting.size();
    if (rows > 0) {
      List<Put> sent = List.copyOf(waiting);
      waiting.clear();
      table.put(sent);
    }
    return rows;
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
