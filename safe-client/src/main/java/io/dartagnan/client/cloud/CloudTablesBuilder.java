package io.dartagnan.client.cloud;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/** Builds the tables of the three clouds with the same settings. */
public final class CloudTablesBuilder {
  private final FanOut fanOut;
  private final List<TableBuilder> byCloud;
  private final IncompleteVersions incomplete;

  /**
   * Takes over three builders.
   *
   * @param byCloud the builder of cloud 0, 1 and 2
   * @param incomplete hears of what readers meet
   */
  public CloudTablesBuilder(
      FanOut fanOut, List<TableBuilder> byCloud, IncompleteVersions incomplete) {
    this.fanOut = fanOut;
    this.byCloud = List.copyOf(byCloud);
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
    return new CloudTables(fanOut, tables, incomplete);
  }
}
