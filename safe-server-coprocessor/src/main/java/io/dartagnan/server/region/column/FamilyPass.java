package io.dartagnan.server.region.column;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.KeyValueScanner;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Pass over cells of one family, straight from its store.
 *
 * <p>A scanner of the region puts the stores' rows together and looks at each before and after. For
 * a filter that lets nothing through that is a tenth of what reading takes, and nothing is put
 * together where there is one store.
 */
final class FamilyPass implements CellPass {

  /** Rows after which what was read is given back, and the time is looked at. */
  private static final int ROWS_AT_A_TIME = 256;

  private final Scan scan;
  private final CollectingFilter filter;
  private final CellComparator order;
  private final ReadSnapshot snapshot;
  private final KeyValueScanner scanner;
  private final List<Cell> passed = new ArrayList<>();

  /**
   * Opens the scanner; to be closed by the caller.
   *
   * @param scan a forward one without a filter; not changed
   * @param family the only one that the scan selects
   */
  FamilyPass(HRegion region, Scan scan, byte[] family, CollectingFilter filter) throws IOException {
    this.filter = filter;
    this.order = region.getCellComparator();
    this.scan = new Scan(scan).setFilter(filter);
    this.snapshot = ReadSnapshot.of(scan, region, family);
    this.scanner = open(region, family);
  }

  private KeyValueScanner open(HRegion region, byte[] family) throws IOException {
    boolean opened = false;
    try {
      region.startRegionOperation(Region.Operation.SCAN);
      try {
        KeyValueScanner scanner =
            region
                .getStore(family)
                .getScanner(scan, scan.getFamilyMap().get(family), snapshot.readPoint());
        opened = true;
        return scanner;
      } finally {
        region.closeRegionOperation(Region.Operation.SCAN);
      }
    } finally {
      if (!opened) {
        snapshot.close();
      }
    }
  }

  @Override
  public long readPoint() {
    return snapshot.readPoint();
  }

  @Override
  public boolean readUntil(long over) throws IOException {
    boolean more;
    do {
      more = readSomeRows(over);
      scanner.shipped();
    } while (more && !filter.hasReturned() && EnvironmentEdgeManager.currentTime() < over);
    return more;
  }

  private boolean readSomeRows(long over) throws IOException {
    // Anew each time: HBase may have told this one to return at once.
    ScannerContext limited =
        ScannerContext.newBuilder()
            .setTimeLimit(ScannerContext.LimitScope.BETWEEN_CELLS, over)
            .build();
    for (int row = 0; row < ROWS_AT_A_TIME; row++) {
      Cell at = scanner.peek();
      if (at == null || isBeyond(at)) {
        return false;
      }
      passed.clear();
      boolean more = ((InternalScanner) scanner).next(passed, limited);
      if (!more) {
        return false;
      }
      if (!passed.isEmpty() || scanner.peek() == at) {
        return true;
      }
    }
    return true;
  }

  /** Whether a cell is behind the last row. The store alone looks at the first one. */
  private boolean isBeyond(Cell cell) {
    byte[] stop = scan.getStopRow();
    if (stop.length == 0) {
      return false;
    }
    int behind = order.compareRows(cell, stop, 0, stop.length);
    return scan.includeStopRow() ? behind > 0 : behind >= 0;
  }

  @Override
  public void close() throws IOException {
    try {
      scanner.close();
    } finally {
      snapshot.close();
    }
  }
}
