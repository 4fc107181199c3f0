package io.dartagnan.server.storage;

import io.dartagnan.server.write.WrappedScanner;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;

/**
 * Reads single rows of a region in ascending order, as of one point in time.
 *
 * <p>One scanner goes from row to row. Where the rows lie close together it reads what is between
 * them, which takes less than to seek.
 */
final class RowSeeker implements Closeable {

  /** Rows that may be read on the way to the next one. */
  private static final int MOST_BETWEEN = 8;

  /** Bytes of cells after which HBase gets the blocks back that they lie in. */
  private static final int MOST_BYTES = 1 << 20;

  private final HeldRegion region;
  private final RegionScanner scanner;
  private final WholeRows rows = new WholeRows();
  private int between = MOST_BETWEEN;
  private boolean isBegunWhole;
  private int readSince;
  private int sought;

  /**
   * Opens the scanner; to be closed by the caller.
   *
   * @param scan a forward one of whole rows, without a filter; not changed
   * @param readPoint the point in time, of a scanner that is open as long as this one
   */
  RowSeeker(HeldRegion region, Scan scan, long readPoint) throws IOException {
    this.region = region;
    // Files are not opened anew for a stretch that is read.
    Scan each = new Scan(scan).setReadType(Scan.ReadType.PREAD);
    PackagePrivateFieldAccessor.setMvccReadPoint(each, readPoint);
    this.scanner = region.region().getScanner(each);
  }

  /**
   * Reads rows.
   *
   * @param keys in ascending order, greater than those before
   * @return the cells that the scan selects of each, copies that are the caller's to keep; none if
   *     there is no such row
   */
  List<List<Cell>> seek(List<byte[]> keys) throws IOException {
    List<List<Cell>> found = new ArrayList<>(keys.size());
    while (found.size() < keys.size()) {
      region.read(over -> seekUntil(over, keys, found));
    }
    return found;
  }

  /** Adds as many of the rows as a moment gives. */
  private void seekUntil(long over, List<byte[]> keys, List<List<Cell>> found) throws IOException {
    ScannerContext limit = HeldRegion.until(over);
    WrappedScanner.Step step = cells -> scanner.nextRaw(cells, limit);
    long bytes = 0;
    boolean isOver = false;
    do {
      byte[] key = keys.get(found.size());
      int order = orderOfBegun(key);
      if (order > 0 || order == 0 && isBegunWhole) {
        found.add(order > 0 ? List.of() : detached(rows.take()));
        noteReached();
        continue;
      }
      if (order < 0) {
        if (readSince == between && !rows.isEnded()) {
          scanner.reseek(key);
        }
        readSince++;
      }
      List<Cell> row = rows.next(step);
      for (Cell cell : rows.begun()) {
        bytes += cell.getSerializedSize();
      }
      // Time is the only limit: until it is over nothing is cut.
      isOver = HeldRegion.isOver(over);
      isBegunWhole = !rows.isIdle() && !isOver;
      if (order == 0 && !row.isEmpty()) {
        found.add(detached(row));
        noteReached();
      }
    } while (!rows.isIdle() && found.size() < keys.size() && bytes < MOST_BYTES && !isOver);
    if (scanner instanceof Shipper shipper) {
      rows.detach();
      shipper.shipped();
    }
  }

  private static List<Cell> detached(List<Cell> row) {
    DetachedCells.detach(row);
    return row;
  }

  /** Order of the row that has begun and a key; what lies behind the last row is behind it. */
  private int orderOfBegun(byte[] key) {
    if (rows.begun().isEmpty()) {
      return rows.isEnded() ? 1 : -1;
    }
    return CellComparator.getInstance().compareRows(rows.begun().get(0), key, 0, key.length);
  }

  private void noteReached() {
    // One attempt in sixteen finds out whether rows lie close together again.
    between = readSince <= between || ++sought % 16 == 0 ? MOST_BETWEEN : between / 2;
    readSince = 0;
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
