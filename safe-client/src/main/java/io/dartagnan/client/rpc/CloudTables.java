package io.dartagnan.client.rpc;

import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.mpc.Party;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
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
  private static final OwnThread OWN_THREAD = new OwnThread();

  private final FanOut fanOut;
  private final List<Connection> clouds;
  private final List<Table> byCloud;
  private final IncompleteVersions incomplete;

  /**
   * Takes over three tables.
   *
   * @param clouds connections to cloud 0, 1 and 2
   * @param byCloud the table on each of them
   * @param incomplete hears of what readers meet
   */
  public CloudTables(
      FanOut fanOut, List<Connection> clouds, List<Table> byCloud, IncompleteVersions incomplete) {
    this.fanOut = fanOut;
    this.clouds = clouds;
    this.byCloud = List.copyOf(byCloud);
    this.incomplete = incomplete;
  }

  /**
   * One table of three connections.
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

  /** The same, where nobody hears of incomplete versions. */
  public static CloudTables of(FanOut fanOut, List<Connection> clouds, TableName name)
      throws IOException {
    return of(fanOut, clouds, name, IncompleteVersions.IGNORED);
  }

  /** The table on one cloud. */
  public Table on(Party cloud) {
    return byCloud.get(cloud.index());
  }

  /**
   * Opens a scan on one cloud, with the table's timeouts and attributes: a {@link CloudScans}. The
   * scanner outlives this.
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

  /** The cloud that did not answer the connection's last call to it. */
  public SuspectedCloud suspected() {
    return fanOut.suspected();
  }

  /** The results of some gets; entry i holds what cloud i returned for each. */
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

  /** Milliseconds within which a call on the clouds ends. */
  public long deadlineMs() {
    return ClientSettings.withGrace(operationTimeout(TimeUnit.MILLISECONDS));
  }

  /** The timeout of one remote call. */
  public long rpcTimeout(TimeUnit unit) {
    return byCloud.get(0).getRpcTimeout(unit);
  }

  /** The timeout of one remote call that reads. */
  public long readRpcTimeout(TimeUnit unit) {
    return byCloud.get(0).getReadRpcTimeout(unit);
  }

  /** The timeout of one remote call that writes. */
  public long writeRpcTimeout(TimeUnit unit) {
    return byCloud.get(0).getWriteRpcTimeout(unit);
  }

  /** The timeout of one operation with its retries: the longest of the three clouds'. */
  public long operationTimeout(TimeUnit unit) {
    return byCloud.stream().mapToLong(table -> table.getOperationTimeout(unit)).max().orElseThrow();
  }

  /** The attributes that each request carries. */
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
