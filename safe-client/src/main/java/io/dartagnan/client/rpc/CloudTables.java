package io.dartagnan.client.rpc;

import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.mpc.Party;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/**
 * One table as HBase's own client gives it for each of the three clouds. As those, it is cheap to
 * make, and for one thread at a time.
 */
public final class CloudTables implements Closeable {
  private static final ExecutorService OWN_THREAD = new CloudThreads.OwnThread();

  private final FanOut fanOut;
  private final List<Connection> clouds;
  private final List<Table> byCloud;
  private final IncompleteVersions incomplete;

  /** Hears of versions that a reader met on some clouds and not on all three. */
  @FunctionalInterface
  public interface IncompleteVersions {

    /** Hears nothing. */
    IncompleteVersions IGNORED = (table, cells) -> {};

    /**
     * Takes note of versions, at once and without failing. They may be complete by now.
     *
     * @param cells of one row, as some cloud returned them
     */
    void met(TableName table, Result cells);

    /**
     * Takes note of a row of which one cloud lacks versions that the two others have, and that are
     * or may be committed; at once and without failing.
     */
    default void lost(TableName table, byte[] row, Party cloud) {}
  }

  /** Builds the tables of the three clouds with the same settings. */
  public static final class Builder {
    private final FanOut fanOut;
    private final List<Connection> clouds;
    private final List<TableBuilder> byCloud;
    private final IncompleteVersions incomplete;

    /**
     * Creates builders for one table of three connections.
     *
     * @param clouds connections to cloud 0, 1 and 2
     * @param pool for batches, on all three
     * @param incomplete hears of what readers meet
     */
    public Builder(
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

    /** Builds the three tables. */
    public CloudTables build() {
      return new CloudTables(
          fanOut, clouds, byCloud.stream().map(TableBuilder::build).toList(), incomplete);
    }
  }

  private CloudTables(
      FanOut fanOut, List<Connection> clouds, List<Table> byCloud, IncompleteVersions incomplete) {
    this.fanOut = fanOut;
    this.clouds = clouds;
    this.byCloud = List.copyOf(byCloud);
    this.incomplete = incomplete;
  }

  /**
   * Opens one table of three connections.
   *
   * @param incomplete hears of what readers meet
   */
  public static CloudTables of(
      FanOut fanOut, List<Connection> clouds, TableName name, IncompleteVersions incomplete)
      throws IOException {
    List<Table> byCloud = new ArrayList<>(clouds.size());
    for (Connection cloud : clouds) {
      byCloud.add(cloud.getTable(name));
    }
    return new CloudTables(fanOut, clouds, byCloud, incomplete);
  }

  /** Opens the same, where nobody hears of incomplete versions. */
  public static CloudTables of(FanOut fanOut, List<Connection> clouds, TableName name)
      throws IOException {
    return of(fanOut, clouds, name, IncompleteVersions.IGNORED);
  }

  /** Returns the table on one cloud. */
  public Table on(Party cloud) {
    return byCloud.get(cloud.index());
  }

  /**
   * Opens a scan on one cloud, with the table's timeouts and attributes. The scanner outlives this.
   */
  public ResultScanner scan(Party cloud, Scan scan) throws IOException {
    Table own = on(cloud);
    TableBuilder scanned =
        clouds
            .get(cloud.index())
            .getTableBuilder(own.getName(), OWN_THREAD)
            .setOperationTimeout((int) own.getOperationTimeout(TimeUnit.MILLISECONDS))
            .setRpcTimeout((int) own.getRpcTimeout(TimeUnit.MILLISECONDS))
            .setReadRpcTimeout((int) own.getReadRpcTimeout(TimeUnit.MILLISECONDS));
    own.getRequestAttributes().forEach(scanned::setRequestAttribute);
    return scanned.build().getScanner(scan);
  }

  /** Returns the id of the region that has a row, as the client of cloud 0 knows it by now. */
  public long regionOf(byte[] row) throws IOException {
    try (RegionLocator regions = clouds.get(0).getRegionLocator(byCloud.get(0).getName())) {
      return regions.getRegionLocation(row).getRegion().getRegionId();
    }
  }

  /** Runs a call on all three, as {@link FanOut#call}, within the operation timeout. */
  public <T> List<T> call(CloudCall<T> call) throws IOException {
    return fanOut.call(deadlineMs(), call);
  }

  /** Runs a call on all three, as {@link FanOut#outcomes}, within the operation timeout. */
  public <T> List<CloudOutcome<T>> outcomes(CloudCall<T> call) throws IOException {
    return fanOut.outcomesHere(deadlineMs(), call);
  }

  /** Runs a call on all three, as {@link FanOut#outcomes}, within so many milliseconds. */
  public <T> List<CloudOutcome<T>> outcomes(long withinMs, CloudCall<T> call) throws IOException {
    return fanOut.outcomes(withinMs, call);
  }

  /** Returns the cloud that did not answer the connection's last call to it. */
  public FanOut.SuspectedCloud suspected() {
    return fanOut.suspected();
  }

  /** Returns the results of some gets; entry i holds what cloud i returned for each. */
  public List<Result[]> get(List<Get> gets) throws IOException {
    return call(cloud -> on(cloud).get(gets));
  }

  /** Tells of versions of a row that are not on all three. */
  public void met(Result incompleteVersions) {
    incomplete.met(byCloud.get(0).getName(), incompleteVersions);
  }

  /** Tells of a row of which a cloud lacks what the two others have. */
  public void lost(byte[] row, Party cloud) {
    incomplete.lost(byCloud.get(0).getName(), row, cloud);
  }

  /** Returns the milliseconds within which a call on the clouds ends. */
  public long deadlineMs() {
    return ClientSettings.withGrace(operationTimeout(TimeUnit.MILLISECONDS));
  }

  /** Returns the timeout of one remote call. */
  public long rpcTimeout(TimeUnit unit) {
    return byCloud.get(0).getRpcTimeout(unit);
  }

  /** Returns the timeout of one remote call that reads. */
  public long readRpcTimeout(TimeUnit unit) {
    return byCloud.get(0).getReadRpcTimeout(unit);
  }

  /** Returns the timeout of one remote call that writes. */
  public long writeRpcTimeout(TimeUnit unit) {
    return byCloud.get(0).getWriteRpcTimeout(unit);
  }

  /** Returns the timeout of one operation with its retries: the longest of the three clouds'. */
  public long operationTimeout(TimeUnit unit) {
    return byCloud.stream().mapToLong(table -> table.getOperationTimeout(unit)).max().orElseThrow();
  }

  /** Returns the attributes that each request carries. */
  public Map<String, byte[]> requestAttributes() {
    return byCloud.get(0).getRequestAttributes();
  }

  /** Changes a setting of all three. */
  public void each(Consumer<Table> setting) {
    byCloud.forEach(setting);
  }

  @Override
  public void close() throws IOException {
    for (Table table : byCloud) {
      table.close();
    }
  }
}
