package io.dartagnan.server.storage;

import io.dartagnan.mpc.exchange.ProtocolException;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Reads single rows of a region in ascending order, as of one point in time.
 *
 * <p>One scanner goes from row to row. Where the rows lie close together it reads what is between
 * them, which takes less than to seek.
 */
public final class RowSeeker implements Closeable {

  /** Rows that may be read on the way to the next one. */
  private static final int MOST_BETWEEN = 8;

  private final Region region;
  private final RegionScanner scanner;
  private final Duration moment;
  private final BooleanSupplier abandoned;
  private List<Cell> ahead = List.of();
  private int between = MOST_BETWEEN;
  private int sought;
  private boolean ended;

  /** Has HBase stop between rows alone when its time is over, and beside rows without a cell. */
  private static final class WholeRows extends FilterBase {
    @Override
    public boolean hasFilterRow() {
      return true;
    }
  }

  /**
   * Opens the scanner; to be closed by the caller.
   *
   * @param scan a forward one of whole rows, without a filter; not changed
   * @param readPoint the point in time, of a scanner that is open as long as this one
   * @param moment how long to hold the region at a time
   * @param abandoned asked between those moments whether anybody still waits for the rows
   */
  public RowSeeker(
      Region region, Scan scan, long readPoint, Duration moment, BooleanSupplier abandoned)
      throws IOException {
    this.region = region;
    this.moment = moment;
    this.abandoned = abandoned;
    Scan whole = new Scan(scan).setBatch(-1).setFilter(new WholeRows());
    PackagePrivateFieldAccessor.setMvccReadPoint(whole, readPoint);
    this.scanner = region.getScanner(whole);
  }

  /**
   * The cells of a row that the scan selects; none if there is no such row.
   *
   * @param key greater than the one before
   * @return copies, the caller's to keep
   */
  public List<Cell> seek(byte[] key) throws IOException {
    boolean near = false;
    for (int read = 0; read < between && !isReached(key); read++) {
      advance();
    }
    if (isReached(key)) {
      near = true;
    } else {
      scanner.reseek(key);
      advance();
    }
    // One attempt in sixteen finds out whether rows lie close together again.
    between = near || ++sought % 16 == 0 ? MOST_BETWEEN : between / 2;
    if (ahead.isEmpty() || compare(key) != 0) {
      return List.of();
    }
    List<Cell> row = ahead;
    ahead = List.of();
    return row;
  }

  private boolean isReached(byte[] key) {
    return ended && ahead.isEmpty() || !ahead.isEmpty() && compare(key) >= 0;
  }

  private int compare(byte[] key) {
    Cell first = ahead.get(0);
    return Bytes.compareTo(
        first.getRowArray(), first.getRowOffset(), first.getRowLength(), key, 0, key.length);
  }

  /** Reads the next row that has a cell, if there is one. */
  private void advance() throws IOException {
    ahead = List.of();
    List<Cell> row = new ArrayList<>();
    while (row.isEmpty() && !ended) {
      if (abandoned.getAsBoolean()) {
        throw new ProtocolException("the client closed the scan");
      }
      region.startRegionOperation(Region.Operation.SCAN);
      try {
        ended = !scanner.nextRaw(row, limit());
        DetachedCells.detach(row);
        if (scanner instanceof Shipper shipper) {
          shipper.shipped();
        }
      } finally {
        region.closeRegionOperation(Region.Operation.SCAN);
      }
    }
    ahead = row;
  }

  private ScannerContext limit() {
    return ScannerContext.newBuilder()
        .setTimeLimit(
            ScannerContext.LimitScope.BETWEEN_ROWS,
            EnvironmentEdgeManager.currentTime() + moment.toMillis())
        .build();
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
