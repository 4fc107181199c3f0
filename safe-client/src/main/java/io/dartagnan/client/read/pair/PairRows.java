package io.dartagnan.client.read.pair;

import io.dartagnan.client.read.DeepReconciliation;
import io.dartagnan.client.read.RowReconciler;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;

/** Reconstruction of a scan's rows from what two clouds returned, with flags. */
final class PairRows implements RowReconciler {
  private final PairOfClouds pair;
  private final Party lost;
  private final DeepReconciliation reconciliation;

  PairRows(PairOfClouds pair, Party lost, DeepReconciliation reconciliation) {
    this.pair = pair;
    this.lost = lost;
    this.reconciliation = reconciliation;
  }

  /** {@inheritDoc} Here those of the two clouds, in order of party. */
  @Override
  public Result reconcile(List<Result> ofTwo) throws IOException {
    List<Result> flagged = new ArrayList<>(ofTwo);
    flagged.add(lost.index(), Result.EMPTY_RESULT);
    return reconciliation.reconcile(
        pair.complete(reconciliation.get(ofTwo.get(0).getRow()), flagged));
  }
}
