package io.dartagnan.client.read;

import io.dartagnan.client.catalogue.ProtectedTable;
import io.dartagnan.client.filter.ResidualFilter;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/** The answer to a get, put together from what the three clouds returned. */
public final class GetAnswer {
  private GetAnswer() {}

  /**
   * Puts an answer together.
   *
   * @param get the application's, which may have a filter or ask for existence only
   * @param byParty what party 0, 1 and 2 returned for {@link ReadPlan#of(Get, ProtectedTable)}
   * @throws IOException if the parts do not belong together, or the filter fails
   */
  public static Result of(
      Get get, ProtectedTable table, List<Result> byParty, DeepReconciliation.Clouds clouds)
      throws IOException {
    Result whole = whole(get, table, byParty, clouds);
    return get.isCheckExistenceOnly() ? Result.create(new Cell[0], !whole.isEmpty(), false) : whole;
  }

  private static Result whole(
      Get get, ProtectedTable table, List<Result> byParty, DeepReconciliation.Clouds clouds)
      throws IOException {
    if (!ReadPlan.isJudged(get)) {
      return DeepReconciliation.of(get, table, clouds).reconcile(byParty);
    }
    Result row = DeepReconciliation.of(ReadPlan.of(get, table), table, clouds).reconcile(byParty);
    List<Result> judged =
        ResidualFilter.of(get.getFilter(), new Scan(get), table.versions()).judge(row);
    return judged.isEmpty() ? Result.create(new Cell[0]) : judged.get(0);
  }
}
