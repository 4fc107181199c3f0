package io.dartagnan.server.evaluation;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.NoTagsKeyValue;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Shipper;

/**
 * Reads rows of one region, a batch at a time.
 *
 * <p>It has a scanner of its own: HBase releases the blocks under the scanner of an RPC whenever
 * that RPC returns, whichever thread is still reading. The rows it returns are the caller's to
 * keep: they are copied, and the blocks are given back at once. Batches wait for the peers, and
 * there may be many; the cache would be theirs.
 */
final class RowReader implements Closeable {

  /** A batch ends once its cells take this much: it bounds what an evaluation and a page hold. */
  static final long MAX_BATCH_BYTES = 1 << 20;

  private final Region region;
  private final RegionScanner scanner;
  private final FilterColumn column;
  private boolean exhausted;

  /** Opens the scanner; to be closed by the caller. */
  RowReader(Region region, Scan scan, FilterColumn column) throws IOException {
    this.region = region;
    this.scanner = region.getScanner(scan);
    this.column = column;
  }

  /**
   * Adds rows to {@code rows} until it holds {@code count}, or their cells take {@link
   * #MAX_BATCH_BYTES}, or the range ends.
   *
   * @return whether the range has ended
   */
  boolean fill(List<ScannedRow> rows, int count) throws IOException {
    long bytes = rows.stream().mapToLong(row -> bytes(row.cells())).sum();
    region.startRegionOperation(Region.Operation.SCAN);
    try {
      while (!exhausted && rows.size() < count && bytes < MAX_BATCH_BYTES) {
        List<Cell> cells = new ArrayList<>();
        exhausted = !scanner.nextRaw(cells);
        if (!cells.isEmpty()) {
          copy(cells);
          rows.add(column.scanned(cells));
          bytes += bytes(cells);
        }
      }
      release();
    } finally {
      region.closeRegionOperation(Region.Operation.SCAN);
    }
    return exhausted;
  }

  private static long bytes(List<Cell> cells) {
    long bytes = 0;
    for (Cell cell : cells) {
      bytes += PrivateCellUtil.estimatedSerializedSizeOf(cell);
    }
    return bytes;
  }

  /** Puts copies in the place of a row's cells; they share one array. */
  private static void copy(List<Cell> cells) {
    int bytes = 0;
    for (Cell cell : cells) {
      bytes = Math.addExact(bytes, length(cell));
    }
    byte[] array = new byte[bytes];
    int at = 0;
    for (int i = 0; i < cells.size(); i++) {
      int end = KeyValueUtil.appendToByteArray(cells.get(i), array, at, false);
      cells.set(i, new NoTagsKeyValue(array, at, end - at));
      at = end;
    }
  }

  private static int length(Cell cell) {
    return KeyValueUtil.length(
        cell.getRowLength(),
        cell.getFamilyLength(),
        cell.getQualifierLength(),
        cell.getValueLength(),
        0,
        false);
  }

  /** Gives the blocks under the cells read so far back to HBase; those cells are void from here. */
  private void release() throws IOException {
    if (scanner instanceof Shipper shipper) {
      shipper.shipped();
    }
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
