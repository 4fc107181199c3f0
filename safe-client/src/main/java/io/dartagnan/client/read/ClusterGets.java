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
    SealedCells cells = new SealedCells(table);
    if (!ReadPlan.isJudged(get) && !get.isCheckExistenceOnly()) {
      return cells.opened(tables.on(Party.P0).get(get));
    }
    Get whole =
        new Get(get)
            .setCheckExistenceOnly(false)
            .setMaxResultsPerColumnFamily(-1)
            .setRowOffsetPerColumnFamily(0)
            .readAllVersions();
    whole.setFilter((Filter) null);
    List<Result> judged =
        ResidualFilter.of(get.getFilter(), new Scan(get), table.versions())
            .judge(cells.opened(tables.on(Party.P0).get(whole)));
    Result row = judged.isEmpty() ? Result.EMPTY_RESULT : judged.get(0);
    return get.isCheckExistenceOnly() ? Result.create(List.of(), !row.isEmpty()) : row;
  }
}
