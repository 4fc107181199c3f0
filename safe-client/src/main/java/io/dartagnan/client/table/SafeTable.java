package io.dartagnan.client.table;

import io.dartagnan.client.read.DeepReconciliation;
import io.dartagnan.client.read.ReadPlan;
import io.dartagnan.client.read.RowReader;
import io.dartagnan.client.read.TableGets;
import io.dartagnan.client.read.TableReads;
import io.dartagnan.client.rowkeys.StoredActions;
import io.dartagnan.client.rpc.AllThree;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.IOFunction;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.RefusingTable;
import io.dartagnan.client.write.RowWriter;
import io.dartagnan.schema.FamilySettings;
import io.dartagnan.schema.InnerDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * A table of the Safe Client, whose protected values are shared over three clouds or sealed.
 *
 * <p>As HBase's own, it is cheap to make, and for one thread at a time.
 */
public final class SafeTable extends RefusingTable {
  private final ConnectionParts connection;
  private final TableName name;
  private final CloudTables tables;
  private final RowWriter writer;
  private final RowReader reader;

  /** Takes over the tables of the clouds. */
  public SafeTable(ConnectionParts connection, TableName name, CloudTables tables) {
    this.connection = connection;
    this.name = name;
    this.tables = tables;
    this.writer = connection.writer(tables, name, connection.splitter());
    this.reader =
        connection.placement().isOneCluster()
            ? new ClusterReader(connection, tables)
            : new CloudsReader(connection, tables);
  }

  @Override
  public TableName getName() {
    return name;
  }

  @Override
  public Configuration getConfiguration() {
    return connection.configuration();
  }

  /** As the application declared it; the clouds' own differ ({@link InnerDescriptor}). */
  @Override
  public TableDescriptor getDescriptor() throws IOException {
    return InnerDescriptor.declared(connection.catalogue().descriptor(name));
  }

  @Override
  public void put(Put put) throws IOException {
    writer.write(put);
  }

  @Override
  public void put(List<Put> puts) throws IOException {
    write(puts, new Object[puts.size()]);
  }

  @Override
  public void delete(Delete delete) throws IOException {
    writer.write(delete);
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
    return read(table -> reader.get(get, table));
  }

  private <T> T read(IOFunction<ProtectedTable, T> read) throws IOException {
    return connection.catalogue().read(name, tables.operationTimeout(TimeUnit.MILLISECONDS), read);
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
   * Puts, deletes and gets in one batch for each cloud, atomic operations one after the other.
   *
   * @param results gets, for each action, its result, or the exception it failed with on a cloud;
   *     null if nobody wants to know
   */
  @Override
  public void batch(List<? extends Row> actions, Object[] results) throws IOException {
    if (results == null) {
      write(actions, new Object[actions.size()]);
      return;
    }
    if (results.length != actions.size()) {
      throw new IllegalArgumentException(
          "%d actions and room for %d results were given; both must be of one size"
              .formatted(actions.size(), results.length));
    }
    write(actions, results);
  }

  private void write(List<? extends Row> actions, Object[] results) throws IOException {
    if (actions.isEmpty()) {
      return;
    }
    if (actions.stream().allMatch(Get.class::isInstance)) {
      read(table -> carryOut(actions, table, results));
      return;
    }
    try {
      carryOut(actions, schema(), results);
    } catch (IOException e) {
      if (FamilySettings.isRefusal(e)) {
        // What else was in the batch is done; the next call reads them anew.
        connection.catalogue().forget(name);
      }
      throw e;
    }
  }

  private Object[] carryOut(List<? extends Row> actions, ProtectedTable table, Object[] results)
      throws IOException {
    if (!reader.get(actions, table, results)) {
      writer.batch(List.copyOf(actions), table, results);
    }
    return results;
  }

  @Override
  public Result mutateRow(RowMutations mutations) throws IOException {
    return mutations.getMutations().isEmpty() ? Result.EMPTY_RESULT : writer.change(mutations);
  }

  @Override
  public Result increment(Increment increment) throws IOException {
    return writer.change(increment);
  }

  @Override
  public long incrementColumnValue(byte[] row, byte[] family, byte[] qualifier, long amount)
      throws IOException {
    return incrementColumnValue(row, family, qualifier, amount, Durability.SYNC_WAL);
  }

  @Override
  public long incrementColumnValue(
      byte[] row, byte[] family, byte[] qualifier, long amount, Durability durability)
      throws IOException {
    if (row == null || family == null) {
      // Not the NullPointerException itself, in HBase.
      throw new IOException(
          "Invalid arguments to incrementColumnValue",
          new NullPointerException(row == null ? "row is null" : "family is null"));
    }
    return super.incrementColumnValue(row, family, qualifier, amount, durability);
  }

  @Override
  public Result append(Append append) throws IOException {
    return writer.change(append);
  }

  @Override
  public CheckAndMutateResult checkAndMutate(CheckAndMutate operation) throws IOException {
    return writer.checkAndMutate(operation);
  }

  @Override
  public List<CheckAndMutateResult> checkAndMutate(List<CheckAndMutate> operations)
      throws IOException {
    Object[] results = new Object[operations.size()];
    write(operations, results);
    return Arrays.stream(results).map(CheckAndMutateResult.class::cast).toList();
  }

  @Override
  @Deprecated
  public CheckAndMutateBuilder checkAndMutate(byte[] row, byte[] family) {
    return LegacyCheck.onColumn(CheckAndMutateBuilder.class, row, family, this::succeeds);
  }

  @Override
  @Deprecated
  public CheckAndMutateWithFilterBuilder checkAndMutate(byte[] row, Filter filter) {
    return LegacyCheck.onFilter(CheckAndMutateWithFilterBuilder.class, row, filter, this::succeeds);
  }

  private boolean succeeds(CheckAndMutate operation) throws IOException {
    return checkAndMutate(operation).isSuccess();
  }

  @Override
  @Deprecated
  public boolean checkAndMutate(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareFilter.CompareOp operator,
      byte[] value,
      RowMutations mutations)
      throws IOException {
    return checkAndMutate(
        row, family, qualifier, CompareOperator.valueOf(operator.name()), value, mutations);
  }

  @Override
  @Deprecated
  public boolean checkAndMutate(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareOperator operator,
      byte[] value,
      RowMutations mutations)
      throws IOException {
    return succeeds(
        CheckAndMutate.newBuilder(row)
            .ifMatches(family, qualifier, operator, value)
            .build(mutations));
  }

  private ProtectedTable schema() throws IOException {
    return connection.catalogue().forReading(name);
  }

  @Override
  public ResultScanner getScanner(Scan scan) throws IOException {
    return RenewedScanner.open(
        connection.catalogue(),
        name,
        tables.operationTimeout(TimeUnit.MILLISECONDS),
        table -> reader.scan(scan, table));
  }

  @Override
  public ResultScanner getScanner(byte[] family) throws IOException {
    return getScanner(new Scan().addFamily(family));
  }

  @Override
  public ResultScanner getScanner(byte[] family, byte[] qualifier) throws IOException {
    return getScanner(new Scan().addColumn(family, qualifier));
  }

  /** {@inheritDoc} They are those of cloud 0, as the connection's are. */
  @Override
  public RegionLocator getRegionLocator() throws IOException {
    return connection.locator(name);
  }

  @Override
  public long getRpcTimeout(TimeUnit unit) {
    return tables.rpcTimeout(unit);
  }

  @Override
  public long getReadRpcTimeout(TimeUnit unit) {
    return tables.readRpcTimeout(unit);
  }

  @Override
  public long getWriteRpcTimeout(TimeUnit unit) {
    return tables.writeRpcTimeout(unit);
  }

  @Override
  public long getOperationTimeout(TimeUnit unit) {
    return tables.operationTimeout(unit);
  }

  @Override
  @Deprecated
  public void setReadRpcTimeout(int readRpcTimeout) {
    tables.each(table -> table.setReadRpcTimeout(readRpcTimeout));
  }

  @Override
  @Deprecated
  public void setWriteRpcTimeout(int writeRpcTimeout) {
    tables.each(table -> table.setWriteRpcTimeout(writeRpcTimeout));
  }

  @Override
  @Deprecated
  public void setOperationTimeout(int operationTimeout) {
    tables.each(table -> table.setOperationTimeout(operationTimeout));
  }

  @Override
  public Map<String, byte[]> getRequestAttributes() {
    return tables.requestAttributes();
  }

  @Override
  public void close() throws IOException {
    tables.close();
  }

  /** Reader of a table that is on three clouds. */
  private static final class CloudsReader implements RowReader {
    private final ConnectionParts connection;
    private final CloudTables tables;
    private final TableGets gets;

    CloudsReader(ConnectionParts connection, CloudTables tables) {
      this.connection = connection;
      this.tables = tables;
      this.gets = new TableGets(connection.quorum(), tables, connection.ownWrites());
    }

    @Override
    public Result get(Get get, ProtectedTable table) throws IOException {
      return new StoredActions(table).get(get, stored -> answer(stored, table));
    }

    private Result answer(Get get, ProtectedTable table) throws IOException {
      if (gets.areEnough(get, table)) {
        return gets.get(get, table);
      }
      Get each = ReadPlan.firstLook(get, table);
      return AllThree.READ.explaining(
          () -> {
            List<Result> byParty = tables.call(cloud -> tables.on(cloud).get(each));
            return DeepReconciliation.answer(get, table, byParty, new TableReads(tables));
          });
    }

    @Override
    public boolean get(List<? extends Row> batch, ProtectedTable table, Object[] results)
        throws IOException {
      return batch.stream().allMatch(Get.class::isInstance)
          && new StoredActions(table)
              .batch(batch, results, (stored, answers) -> gets.get(stored, table, answers));
    }

    @Override
    public ResultScanner scan(Scan scan, ProtectedTable table) throws IOException {
      return new TableScans(connection, tables, table).open(scan);
    }
  }
}
