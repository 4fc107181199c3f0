package io.dartagnan.server.storage;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.KeyValueScanner;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;

/**
 * A pass over the cells of a scan, whose {@link CollectingFilter} takes them where they lie. Used
 * by one thread.
 */
interface CellPass extends Closeable {

  /**
   * Opens a pass over what a scan selects; to be closed by the caller.
   *
   * @param scan a forward one without a filter; not changed
   */
  static CellPass open(Region region, Scan scan, CollectingFilter filter) throws IOException {
    Set<byte[]> families =
        scan.hasFamilies()
            ? scan.getFamilyMap().keySet()
            : region.getTableDescriptor().getColumnFamilyNames();
    return families.size() > 1
        ? new RegionPass(region, scan, filter)
        : new FamilyPass((HRegion) region, scan, families.iterator().next(), filter);
  }

  /** The point in time of the cells, by HBase's number. */
  long readPoint();

  /**
   * Shows the filter further cells, until it lets one through, nothing is left, or about the time
   * is over. The caller holds the region meanwhile. What is read is given back to HBase.
   *
   * @param over a time in milliseconds
   * @return false if nothing is left
   */
  boolean readUntil(long over) throws IOException;

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
        more = scanner.nextRaw(passed, HeldRegion.until(over));
        if (scanner instanceof Shipper shipper) {
          shipper.shipped();
        }
      } while (more && !filter.hasReturned() && !HeldRegion.isOver(over));
      return more;
    }

    @Override
    public void close() throws IOException {
      scanner.close();
    }
  }

  /**
   * Pass over cells of one family, straight from its store.
   *
   * <p>A scanner of the region puts the stores' rows together and looks at each before and after.
   * For a filter that lets nothing through that is a tenth of what reading takes, and nothing is
   * put together where there is one store.
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
    FamilyPass(HRegion region, Scan scan, byte[] family, CollectingFilter filter)
        throws IOException {
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
      } while (more && !filter.hasReturned() && !HeldRegion.isOver(over));
      return more;
    }

    private boolean readSomeRows(long over) throws IOException {
      // Anew each time: HBase may have told this one to return at once.
      ScannerContext limited = HeldRegion.until(over);
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

  /**
   * Takes the cells of a scan where they lie and lets none through, but for one at which the scan
   * is to return. It lives in this process and is never sent.
   *
   * <p>HBase asks a filter about the newest versions alone, behind its look at deletes, columns,
   * times and versions. A scan that returned rows would make a list for each of them.
   */
  final class CollectingFilter extends FilterBase {
    private final RowCollector collector;
    private final BooleanSupplier enough;
    private boolean returned;

    /**
     * A filter for one scan.
     *
     * @param enough asked at the first cell of each row whether the scan is to return with it
     */
    CollectingFilter(RowCollector collector, BooleanSupplier enough) {
      this.collector = collector;
      this.enough = enough;
    }

    /** Whether it has let a cell through since it was last asked. */
    boolean hasReturned() {
      boolean has = returned;
      returned = false;
      return has;
    }

    @Override
    public ReturnCode filterCell(Cell cell) {
      long before = collector.rows();
      ReturnCode next = collector.take(cell);
      if (collector.rows() == before || !enough.getAsBoolean()) {
        return next;
      }
      returned = true;
      return switch (next) {
        case NEXT_ROW -> ReturnCode.INCLUDE_AND_SEEK_NEXT_ROW;
        case NEXT_COL -> ReturnCode.INCLUDE_AND_NEXT_COL;
        default -> ReturnCode.INCLUDE;
      };
    }
  }
}
