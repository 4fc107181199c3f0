package io.dartagnan.client.scan;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Query;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.query.QuerySession;
import io.dartagnan.wire.Page;
import io.dartagnan.wire.QueryAbortedException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * A probe of whether a cloud's RegionServers have loaded what protects a table: {@code
 * ProtectedRegion}, which refuses cells that are no shares, and {@code MeshEndpoint}.
 *
 * <p>A master does not know: it hears of coprocessors of regions that are open, and never of those
 * of a RegionServer. So each server that has a region of the table is asked two queries that no
 * cloud evaluates. One that names this cloud and a server that there is not comes too late, as if
 * the region had moved; one that names another cloud is refused for good.
 */
public final class CoprocessorProbe {
  private static final String NOWHERE = "probe,1,1";

  private CoprocessorProbe() {}

  /**
   * Asks a cloud.
   *
   * @throws DoNotRetryIOException naming the server and what it has not loaded, or that this is
   *     another cloud
   */
  public static void require(Party cloud, Connection connection, TableName name)
      throws IOException {
    Map<ServerName, RowInterval> oneOfEach = new HashMap<>();
    try (RegionLocator locator = connection.getRegionLocator(name)) {
      for (HRegionLocation region : locator.getAllRegionLocations()) {
        oneOfEach.putIfAbsent(
            region.getServerName(),
            new RowInterval(region.getRegion().getStartKey(), region.getRegion().getEndKey()));
      }
    }
    try (Table table = connection.getTable(name)) {
      for (Map.Entry<ServerName, RowInterval> server : oneOfEach.entrySet()) {
        try {
          require(cloud, table, server.getValue());
        } catch (DoNotRetryIOException e) {
          throw new DoNotRetryIOException(
              "region server %s does not protect the table: %s"
                  .formatted(server.getKey(), e.getMessage()),
              e);
        }
      }
    }
  }

  private static void require(Party cloud, Table table, RowInterval rows) throws IOException {
    DoNotRetryIOException own = refusal(table, rows, cloud);
    if (!(own instanceof QueryAbortedException)) {
      throw own;
    }
    DoNotRetryIOException other = refusal(table, rows, cloud.next());
    if (other instanceof QueryAbortedException) {
      throw other;
    }
  }

  /** Returns the refusal of a query that no cloud evaluates. */
  private static DoNotRetryIOException refusal(Table table, RowInterval rows, Party party)
      throws IOException {
    Query query =
        new Query(
            new QuerySession(0, 0, 0),
            party,
            List.of(NOWHERE, NOWHERE, NOWHERE),
            ProtocolSuites.DEFAULT,
            List.of(QueryColumn.anyCell()),
            new Operation.Select(PublicCondition.present(0), 1));
    ResultScanner pages = table.getScanner(CloudQueries.innerScan(new Scan(), rows, query));
    try {
      CloudAnswer.of(pages.next(), Page::decode);
      return new DoNotRetryIOException("it evaluates queries that are for other servers");
    } catch (DoNotRetryIOException e) {
      return e;
    } finally {
      pages.close();
    }
  }
}
