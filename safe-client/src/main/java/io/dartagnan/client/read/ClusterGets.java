package io.dartagnan.client.read;

import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.SealedCells;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

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
    return isJudged(get) ? JudgedGet.whole(get) : get;
  }

  /** The answer to a get from what the cluster stores for it. */
  public static Result answer(Get get, ProtectedTable table, Result stored) throws IOException {
    Result opened = new SealedCells(table).opened(stored);
    return isJudged(get) ? JudgedGet.answer(get, table, opened) : opened;
  }

  private static boolean isJudged(Get get) {
    return ReadPlan.isJudged(get) || get.isCheckExistenceOnly();
  }
}
