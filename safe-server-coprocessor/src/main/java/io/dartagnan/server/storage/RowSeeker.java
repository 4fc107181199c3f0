package io.dartagnan.server.storage;

import io.dartagnan.mpc.exchange.ProtocolException;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Reads single rows of a region in ascending order, as of one point in time.
 *
 * <p>One scanner goes from row to row. Where the rows lie close together it reads what is between
 * them, which takes less than to seek. It holds the region, and what it has read of HBase's memory,
 * for a moment at a time.
 */
public final class RowSeeker implements Closeable {

  /** Rows that may be read on the way to the next one. */
  private static final int MOST_BETWEEN = 8;

  /** Rows that are read at a time. */
  private static final int ROWS_AT_A_TIME = 256;

  private final Region region;
  private final RegionScanner scanner;
  private final Duration moment;
  private final BooleanSupplier abandoned;
  private List<Cell> ahead = List.of();
  private int between = MOST_BETWEEN;
  private int sought;
  private boolean ended;
  // Of the moment at hand: rows that may still be read, and when it is over.
  private int left;
  private long over;

  /** Has HBase stop between rows alone when its time is over, and beside rows without a cell. */
  private static final class WholeRows extends FilterBase {
    @Override
    public boolean hasFilterRow() {
      return true;
    }
  }

  /** Takes rows as they are read. */
  @FunctionalInterface
  public interface Receiver {
    /**
     * Takes a row, while the region is held.
     *
     * @param cells all that the scan selects; none if there is no such row. The list is the
     *     receiver's, and the cells are HBase's: who keeps them copies them
     */
    void take(byte[] key, List<Cell> cells) throws IOException;
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
   * Reads rows.
   *
   * @param keys ascending, and greater than those of the call before
   * @param rows takes each of them, in order
   */
  public void read(List<byte[]> keys, Receiver rows) throws IOException {
    int next = 0;
    while (next < keys.size()) {
      if (abandoned.getAsBoolean()) {
        throw new ProtocolException("the client closed the scan");
      }
      next = readForAMoment(keys, next, rows);
    }
  }

  /** Reads rows from one on, and returns which is the next. */
  private int readForAMoment(List<byte[]> keys, int from, Receiver rows) throws IOException {
    int next = from;
    region.startRegionOperation(Region.Operation.SCAN);
    try {
      left = ROWS_AT_A_TIME;
      over = EnvironmentEdgeManager.currentTime() + moment.toMillis();
      while (next < keys.size() && seek(keys.get(next))) {
        rows.take(keys.get(next), takeIf(keys.get(next)));
        next++;
      }
      DetachedCells.detach(ahead);
      if (scanner instanceof Shipper shipper) {
        shipper.shipped();
      }
    } finally {
      region.closeRegionOperation(Region.Operation.SCAN);
    }
    return next;
  }

  /** Goes to a row, or the one behind it; false if the moment is over before. */
  private boolean seek(byte[] key) throws IOException {
    for (int read = 0; read < between && !isReached(key); read++) {
      if (!advance()) {
        return false;
      }
    }
    boolean near = isReached(key);
    if (!near) {
      scanner.reseek(key);
      if (!advance()) {
        return false;
      }
    }
    // One attempt in sixteen finds out whether rows lie close together again.
    between = near || ++sought % 16 == 0 ? MOST_BETWEEN : between / 2;
    return true;
  }

  private List<Cell> takeIf(byte[] key) {
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
    return CellComparator.getInstance().compareRows(ahead.get(0), key, 0, key.length);
  }

  /** Reads the next row that has a cell, if there is one; false if the moment is over before. */
  private boolean advance() throws IOException {
    ahead = new ArrayList<>();
    while (ahead.isEmpty() && !ended) {
      if (left == 0 || (left < ROWS_AT_A_TIME && EnvironmentEdgeManager.currentTime() >= over)) {
        return false;
      }
      left--;
      ended = !scanner.nextRaw(ahead, limit());
    }
    return true;
  }

  /** Anew for each row: HBase may have told the one before to return at once. */
  private ScannerContext limit() {
    return ScannerContext.newBuilder()
        .setTimeLimit(ScannerContext.LimitScope.BETWEEN_ROWS, over)
        .build();
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
