package io.dartagnan.server.region.column;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/** Pass over cells of any families, by a scanner of the region. */
final class RegionPass implements CellPass {
  private final CollectingFilter filter;
  private final RegionScanner scanner;

  /**
   * Opens the scanner; to be closed by the caller.
   *
   * @param scan a forward one without a filter; not changed
   */
  RegionPass(Region region, Scan scan, CollectingFilter filter) throws IOException {
    this.filter = filter;
    this.scanner = region.getScanner(new Scan(scan).setFilter(filter));
  }

  @Override
  public long readPoint() {
    return scanner.getMvccReadPoint();
  }

  @Override
  public boolean readUntil(long over) throws IOException {
    List<Cell> passed = new ArrayList<>();
    boolean more;
    do {
      passed.clear();
      // Anew each time: HBase may have told this one to return at once.
      more =
          scanner.nextRaw(
              passed,
              ScannerContext.newBuilder()
                  .setTimeLimit(ScannerContext.LimitScope.BETWEEN_CELLS, over)
                  .build());
      if (scanner instanceof Shipper shipper) {
        shipper.shipped();
      }
    } while (more && !filter.hasReturned() && EnvironmentEdgeManager.currentTime() < over);
    return more;
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
