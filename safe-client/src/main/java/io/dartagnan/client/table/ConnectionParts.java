package io.dartagnan.client.table;

import io.dartagnan.client.rowkeys.SealedRegionLocator;
import io.dartagnan.client.rowkeys.SealedRowWriter;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.FanOut;
import io.dartagnan.client.rpc.IOSupplier;
import io.dartagnan.client.rpc.QuorumReader;
import io.dartagnan.client.rpc.SingleAttempts;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.client.scan.GroupedRows;
import io.dartagnan.client.scan.QuestionGroup;
import io.dartagnan.client.scan.RegionDirectory;
import io.dartagnan.client.write.ClusterWriter;
import io.dartagnan.client.write.RowWriter;
import io.dartagnan.client.write.TableWriter;
import io.dartagnan.client.write.WriteSplitter;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import io.dartagnan.write.Settlement;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;

/**
 * The parts of one connection that its tables work with. The connection owns and closes them.
 *
 * @param configuration the application's
 * @param clouds connections to cloud 0, 1 and 2; to cloud 0 alone where that is all
 * @param regions where the tables' regions are
 * @param fanOut asks the three clouds in parallel
 * @param scanTurns runs the calls of filtered scans, one turn after the other
 * @param filters filtered scans that may be evaluated together
 * @param counts counts that may be evaluated together
 * @param catalogue the tables' schemas
 * @param splitter turns writes into those that the clouds get
 * @param localFilters the rule for parts of filters that the client judges
 * @param quorum asks the clouds where two may be enough
 * @param attempts of calls to one cluster that are not to be repeated
 * @param ownWrites gives what is known of this process' writes
 */
public record ConnectionParts(
    Configuration configuration,
    List<Connection> clouds,
    RegionDirectory.ByTable regions,
    FanOut fanOut,
    ExecutorService scanTurns,
    QuestionGroup.Groups<GroupedRows.Answer> filters,
    QuestionGroup.Groups<IOSupplier<Long>> counts,
    TableCatalogue catalogue,
    WriteSplitter splitter,
    LocalFilterRule localFilters,
    QuorumReader quorum,
    SingleAttempts attempts,
    Supplier<Settlement> ownWrites) {

  /** Where its tables are. */
  public Placement placement() {
    return fanOut.placement();
  }

  /** A locator of the regions of one of its tables; they are those of cloud 0. */
  public RegionLocator locator(TableName name) throws IOException {
    return new SealedRegionLocator(clouds.get(Party.P0.index()).getRegionLocator(name), catalogue);
  }

  /** A writer of one of its tables. */
  RowWriter writer(CloudTables tables, TableName name, WriteSplitter splitting) {
    RowWriter stored =
        placement().isOneCluster()
            ? new ClusterWriter(tables, catalogue, name, attempts, splitting.maxCellBytes())
            : new TableWriter(tables, catalogue, name, splitting);
    return new SealedRowWriter(
        stored, catalogue, name, () -> tables.operationTimeout(TimeUnit.MILLISECONDS));
  }
}
