package io.dartagnan.client.read;

import io.dartagnan.client.filter.ResidualFilter;
import io.dartagnan.client.rpc.ProtectedTable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;

/** A get of whose row a filter, or limits within a row, choose what the application gets. */
public final class JudgedGet {
  private JudgedGet() {}

  /** Returns the get of all that it may choose from, without a choice. */
  public static Get whole(Get get) {
    Get whole =
        new Get(get)
            .setCheckExistenceOnly(false)
            .setMaxResultsPerColumnFamily(-1)
            .setRowOffsetPerColumnFamily(0)
            .readAllVersions();
    whole.setFilter((Filter) null);
    return whole;
  }

  /**
   * Returns its answer.
   *
   * @param row all that it may choose from
   */
  public static Result answer(Get get, ProtectedTable table, Result row) throws IOException {
    List<Result> judged =
        ResidualFilter.of(get.getFilter(), new Scan(get), table.versions()).judge(row);
    Result chosen = judged.isEmpty() ? Result.EMPTY_RESULT : judged.get(0);
    return get.isCheckExistenceOnly() ? Result.create(List.of(), !chosen.isEmpty()) : chosen;
  }
}
