package io.dartagnan.client.read;

import io.dartagnan.client.filter.ResidualFilter;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.SealedCells;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * Gets from one cluster. Their filters are judged here, since the cluster cannot read values, and
 * so is what counts cells, since some may be the client's own.
 */
public final class ClusterGets {
  private final CloudTables tables;

  /** For one table. */
  public ClusterGets(CloudTables tables) {
    this.tables = tables;
  }

  /** The answer to a get. */
  public Result get(Get get, ProtectedTable table) throws IOException {
    ReadPlan.requireColumns(get.getFamilyMap(), table);
    return answer(get, table, tables.on(Party.P0).get(stored(get)));
  }

  /** The get of what the cluster stores for it: the same, or of the whole row if that is judged. */
  public static Get stored(Get get) {
    if (!isJudged(get)) {
      return get;
    }
    Get whole =
        new Get(get)
            .setCheckExistenceOnly(false)
            .setMaxResultsPerColumnFamily(-1)
            .setRowOffsetPerColumnFamily(0)
            .readAllVersions();
    whole.setFilter((Filter) null);
    return whole;
  }

  /** The answer to a get from what the cluster stores for it. */
  public static Result answer(Get get, ProtectedTable table, Result stored) throws IOException {
    Result opened = new SealedCells(table).opened(stored);
    if (!isJudged(get)) {
      return opened;
    }
    List<Result> judged =
        ResidualFilter.of(get.getFilter(), new Scan(get), table.versions()).judge(opened);
    Result row = judged.isEmpty() ? Result.EMPTY_RESULT : judged.get(0);
    return get.isCheckExistenceOnly() ? Result.create(List.of(), !row.isEmpty()) : row;
  }

  private static boolean isJudged(Get get) {
    return ReadPlan.isJudged(get) || get.isCheckExistenceOnly();
  }
}
