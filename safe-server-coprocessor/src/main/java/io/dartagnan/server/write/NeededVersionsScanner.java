package io.dartagnan.server.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.StoreScanner;

/**
 * The scanner of a flush of versions among which are no delete markers. It reads a column until it
 * has all that is needed of it, and then seeks the next one, as HBase does where it counts versions
 * itself: a row that was written a hundred times since the last flush costs as much as one that was
 * written twice.
 */
final class NeededVersionsScanner implements InternalScanner {
  /** Cells of a call that returns, as many as HBase's own flush asks for by default. */
  private static final int MOST_CELLS = 10;

  private final StoreScanner all;
  private final ColumnVersions versions;
  private final ScannerContext oneCell = ScannerContext.newBuilder().setBatchLimit(1).build();

  NeededVersionsScanner(StoreScanner all, ColumnVersions versions) {
    this.all = all;
    this.versions = versions;
  }

  @Override
  public boolean next(List<Cell> result, ScannerContext context) throws IOException {
    List<Cell> one = new ArrayList<>(1);
    boolean more = true;
    while (more && result.size() < MOST_CELLS) {
      one.clear();
      more = all.next(one, oneCell);
      for (Cell cell : one) {
        Cell kept = versions.retain(cell);
        if (kept != null) {
          result.add(kept);
        }
        if (more && versions.areComplete()) {
          all.reseek(PrivateCellUtil.createLastOnRowCol(cell));
        }
      }
    }
    versions.detach();
    return more;
  }

  @Override
  public void close() throws IOException {
    all.close();
  }
}
