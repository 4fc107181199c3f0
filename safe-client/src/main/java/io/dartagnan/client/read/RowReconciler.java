package io.dartagnan.client.read;

import io.dartagnan.wire.CloudRow;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;

/** Reconstruction of one row from what the three clouds returned for it. */
public interface RowReconciler {

  /**
   * Reconstructs a row.
   *
   * @param byParty the row as party 0, 1 and 2 returned it
   * @return the row as the application wrote it; empty when nothing complete is left of it
   * @throws IOException if the parts do not belong together
   */
  Result reconcile(List<Result> byParty) throws IOException;

  /** Reconstructs a row, of which cells need not be made. */
  default Result reconcileRows(List<CloudRow> byParty) throws IOException {
    return reconcile(byParty.stream().map(CloudRow::result).toList());
  }

  /** Hears of a row that one cloud returned and some other does not have. */
  default void passOver(Result row) {}
}
