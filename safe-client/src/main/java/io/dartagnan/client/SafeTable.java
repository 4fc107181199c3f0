package io.dartagnan.client;

import io.dartagnan.client.CloudCursor.Limits;
import io.dartagnan.client.filter.FilteredScans;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerVersions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * A table whose protected values are shared over three clouds.
 *
 * <p>As HBase's own, it is cheap to make, and for one thread at a time.
 */
final class SafeTable extends RefusingTable {
  private static final int ROWS_AHEAD = 1_000;

  private final SafeConnection connection;
  private final TableName name;
  private final List<Table> inner;
  private final Withdrawal withdrawal;

  /** Takes over the tables of the three clouds, in order of party. */
  SafeTable(SafeConnection connection, TableName name, List<Table> inner) {
    this.connection = connection;
    this.name = name;
    this.inner = inner;
    this.withdrawal = new Withdrawal(connection.fanOut(), this::table);
  }

  @Override
  public TableName getName() {
    return name;
  }

  @Override
  public Configuration getConfiguration() {
    return connection.getConfiguration();
  }

  /** As the application declared it: without the versions that the clouds keep beyond. */
  @Override
  public TableDescriptor getDescriptor() throws IOException {
    return InnerVersions.toDeclared(
        Agreement.onDeclarations(onClouds(cloud -> table(cloud).getDescriptor())));
  }

  @Override
  public void put(Put put) throws IOException {
    ProtectedTable table = connection.table(name);
    SplitBatch batch = SplitBatch.prepare(List.of(put), table, connection.splitter(table));
    try {
      onClouds(
          cloud -> {
            try {
              table(cloud).put((Put) batch.requests(cloud).get(0));
              batch.replies(cloud)[0] = Result.EMPTY_RESULT;
            } catch (DoNotRetryIOException e) {
              batch.replies(cloud)[0] = e;
              throw e;
            }
            return null;
          });
    } catch (IOException e) {
      throw CloudFailures.withFate(e, withdrawal.of(batch));
    }
  }

  @Override
  public void put(List<Put> puts) throws IOException {
    write(puts, new Object[puts.size()]);
  }

  @Override
  public void delete(Delete delete) throws IOException {
    List<List<Mutation>> writes =
        connection.splitter(connection.table(name)).split(List.of(delete));
    onClouds(
        cloud -> {
          table(cloud).delete((Delete) writes.get(cloud.index()).get(0));
          return null;
        });
  }

  /** As HBase's: removes from the list what was deleted. */
  @Override
  public void delete(List<Delete> deletes) throws IOException {
    Object[] results = new Object[deletes.size()];
    try {
      write(deletes, results);
    } finally {
      for (int i = results.length - 1; i >= 0; i--) {
        if (results[i] instanceof Result) {
          deletes.remove(i);
        }
      }
    }
  }

  @Override
  public Result get(Get get) throws IOException {
    ProtectedTable table = connection.table(name);
    Get each = ReadPlan.of(get, table);
    List<Result> byParty = onClouds(cloud -> table(cloud).get(each));
    return SplitBatch.reconcile(get, table, byParty, this::getOnClouds);
  }

  @Override
  public Result[] get(List<Get> gets) throws IOException {
    Object[] results = new Object[gets.size()];
    write(gets, results);
    Result[] rows = new Result[results.length];
    System.arraycopy(results, 0, rows, 0, rows.length);
    return rows;
  }

  @Override
  public boolean exists(Get get) throws IOException {
    return !get(new Get(get).setCheckExistenceOnly(false)).isEmpty();
  }

  @Override
  public boolean[] exists(List<Get> gets) throws IOException {
    List<Get> whole = new ArrayList<>(gets.size());
    gets.forEach(get -> whole.add(new Get(get).setCheckExistenceOnly(false)));
    Result[] results = get(whole);
    boolean[] exists = new boolean[results.length];
    for (int i = 0; i < exists.length; i++) {
      exists[i] = !results[i].isEmpty();
    }
    return exists;
  }

  /**
   * Puts, deletes and gets in one batch for each cloud.
   *
   * @param results gets, for each action, its result, or the exception it failed with on a cloud
   */
  @Override
  public void batch(List<? extends Row> actions, Object[] results) throws IOException {
    if (results.length != actions.size()) {
      throw new IllegalArgumentException(
          "%d actions and room for %d results were given; both must be of one size"
              .formatted(actions.size(), results.length));
    }
    write(actions, results);
  }

  private void write(List<? extends Row> actions, Object[] results) throws IOException {
    if (!actions.isEmpty()) {
      ProtectedTable table = connection.table(name);
      send(SplitBatch.prepare(List.copyOf(actions), table, connection.splitter(table)), results);
    }
  }

  /**
   * Sends each cloud its part of a batch.
   *
   * @param results gets the result of each action
   * @throws org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException naming the clouds
   *     and the actions that failed
   */
  void send(SplitBatch batch, Object[] results) throws IOException {
    List<CloudOutcome<Object>> outcomes;
    try {
      outcomes =
          connection
              .fanOut()
              .outcomes(
                  deadlineMs(),
                  cloud -> {
                    table(cloud).batch(batch.requests(cloud), batch.replies(cloud));
                    return null;
                  });
    } catch (IOException e) {
      throw CloudFailures.withFate(e, withdrawal.of(batch));
    }
    String fate = withdrawal.of(batch);
    batch.combine(results, this::getOnClouds);
    CloudFailures.throwIfAny(outcomes, batch, fate);
  }

  @Override
  public ResultScanner getScanner(Scan scan) throws IOException {
    ProtectedTable table = connection.table(name);
    if (!scan.hasFilter()) {
      return unfiltered(table, scan);
    }
    ReadPlan.requireColumns(scan.getFamilyMap(), table);
    return FilteredScans.open(
        connection.clouds(),
        this::table,
        connection.scanTurns(),
        table.schema(),
        scan,
        Refusals.of(scan),
        DeepReconciliation.of(scan, table, this::getOnClouds),
        everyRow -> unfiltered(table, everyRow));
  }

  private ResultScanner unfiltered(ProtectedTable table, Scan scan) throws IOException {
    Limits limits = limits(scan);
    Scan each = ReadPlan.of(scan, table, limits);
    List<CloudCursor> cursors = new ArrayList<>(Party.ALL.size());
    for (Party cloud : Party.ALL) {
      cursors.add(
          new CloudCursor(
              cloud, table(cloud).getScanner(new Scan(each)), connection.fanOut().pool(), limits));
    }
    return new MergedScanner(
        cursors,
        DeepReconciliation.of(scan, table, this::getOnClouds),
        scan.isReversed(),
        scan.getLimit());
  }

  @Override
  public ResultScanner getScanner(byte[] family) throws IOException {
    return getScanner(new Scan().addFamily(family));
  }

  @Override
  public ResultScanner getScanner(byte[] family, byte[] qualifier) throws IOException {
    return getScanner(new Scan().addColumn(family, qualifier));
  }

  private Limits limits(Scan scan) {
    int rows = scan.getCaching() > 0 ? Math.min(scan.getCaching(), ROWS_AHEAD) : ROWS_AHEAD;
    boolean limited = scan.getLimit() > 0;
    if (limited) {
      rows = Math.min(rows, InnerVersions.withSlack(scan.getLimit()));
    }
    long bytes = scan.getMaxResultSize();
    if (bytes <= 0) {
      bytes =
          getConfiguration()
              .getLong(
                  HConstants.HBASE_CLIENT_SCANNER_MAX_RESULT_SIZE_KEY,
                  HConstants.DEFAULT_HBASE_CLIENT_SCANNER_MAX_RESULT_SIZE);
    }
    return new Limits(rows, bytes, ClientKeys.scanDeadlineMs(getConfiguration()), !limited);
  }

  private List<Result[]> getOnClouds(List<Get> gets) throws IOException {
    return onClouds(cloud -> table(cloud).get(gets));
  }

  private <T> List<T> onClouds(CloudCall<T> call) throws IOException {
    return connection.fanOut().call(deadlineMs(), call);
  }

  private Table table(Party cloud) {
    return inner.get(cloud.index());
  }

  private long deadlineMs() {
    return ClientKeys.withGrace(getOperationTimeout(TimeUnit.MILLISECONDS));
  }

  @Override
  public long getRpcTimeout(TimeUnit unit) {
    return inner.get(0).getRpcTimeout(unit);
  }

  @Override
  public long getReadRpcTimeout(TimeUnit unit) {
    return inner.get(0).getReadRpcTimeout(unit);
  }

  @Override
  public long getWriteRpcTimeout(TimeUnit unit) {
    return inner.get(0).getWriteRpcTimeout(unit);
  }

  @Override
  public long getOperationTimeout(TimeUnit unit) {
    return inner.stream().mapToLong(table -> table.getOperationTimeout(unit)).max().orElseThrow();
  }

  @Override
  @Deprecated
  public void setReadRpcTimeout(int readRpcTimeout) {
    inner.forEach(table -> table.setReadRpcTimeout(readRpcTimeout));
  }

  @Override
  @Deprecated
  public void setWriteRpcTimeout(int writeRpcTimeout) {
    inner.forEach(table -> table.setWriteRpcTimeout(writeRpcTimeout));
  }

  @Override
  @Deprecated
  public void setOperationTimeout(int operationTimeout) {
    inner.forEach(table -> table.setOperationTimeout(operationTimeout));
  }

  @Override
  public Map<String, byte[]> getRequestAttributes() {
    return inner.get(0).getRequestAttributes();
  }

  @Override
  public void close() throws IOException {
    for (Table table : inner) {
      table.close();
    }
  }
}
