package io.dartagnan.server.evaluation;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Shipper;

/**
 * Reads rows of one region, a batch at a time.
 *
 * <p>It has a scanner of its own: HBase releases the blocks under the scanner of an RPC whenever
 * that RPC returns, whichever thread is still reading. Cells of this one stay valid until {@link
 * #release}.
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
    long bytes = rows.stream().mapToLong(RowReader::bytes).sum();
    region.startRegionOperation(Region.Operation.SCAN);
    try {
      while (!exhausted && rows.size() < count && bytes < MAX_BATCH_BYTES) {
        List<Cell> cells = new ArrayList<>();
        exhausted = !scanner.nextRaw(cells);
        if (!cells.isEmpty()) {
          ScannedRow row = column.scanned(cells);
          rows.add(row);
          bytes += bytes(row);
        }
      }
    } finally {
      region.closeRegionOperation(Region.Operation.SCAN);
    }
    return exhausted;
  }

  private static long bytes(ScannedRow row) {
    long bytes = 0;
    for (Cell cell : row.cells()) {
      bytes += PrivateCellUtil.estimatedSerializedSizeOf(cell);
    }
    return bytes;
  }

  /** A copy of a row that outlives {@link #release}. */
  ScannedRow copy(ScannedRow row) {
    List<Cell> copies = new ArrayList<>(row.cells().size());
    for (Cell cell : row.cells()) {
      copies.add(KeyValueUtil.copyToNewKeyValue(cell));
    }
    return column.scanned(copies);
  }

  /** Gives the blocks under the rows read so far back to HBase; their cells are void from here. */
  void release() throws IOException {
    if (scanner instanceof Shipper shipper) {
      shipper.shipped();
    }
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
