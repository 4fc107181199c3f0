package io.dartagnan.client.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/** Builds the tables of the three clouds with the same settings. */
public final class CloudTablesBuilder {
  private final FanOut fanOut;
  private final List<Connection> clouds;
  private final List<TableBuilder> byCloud;
  private final IncompleteVersions incomplete;

  /**
   * Builders for one table of three connections.
   *
   * @param clouds connections to cloud 0, 1 and 2
   * @param pool for batches, on all three
   * @param incomplete hears of what readers meet
   */
  public CloudTablesBuilder(
      FanOut fanOut,
      List<Connection> clouds,
      TableName name,
      ExecutorService pool,
      IncompleteVersions incomplete) {
    this.fanOut = fanOut;
    this.clouds = clouds;
    this.byCloud = clouds.stream().map(cloud -> cloud.getTableBuilder(name, pool)).toList();
    this.incomplete = incomplete;
  }

  /** Gives all three a setting. */
  public void each(Consumer<TableBuilder> setting) {
    byCloud.forEach(setting);
  }

  /** The three tables. */
  public CloudTables build() {
    List<Table> tables = new ArrayList<>(byCloud.size());
    byCloud.forEach(builder -> tables.add(builder.build()));
    return new CloudTables(fanOut, clouds, tables, incomplete);
  }
}
