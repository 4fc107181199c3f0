package io.dartagnan.server.storage;

import io.dartagnan.mpc.Party;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.query.agreement.RowSource;
import io.dartagnan.server.query.agreement.RowSource.Retention;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reads rows of one region, a batch at a time.
 *
 * <p>It has a scanner of its own: HBase releases the blocks under the scanner of an RPC whenever
 * that RPC returns, whichever thread is still reading. The rows it returns are the caller's to
 * keep: they are copied, and the blocks are given back at once. Batches wait for the peers, and
 * there may be many; the cache would be theirs.
 */
final class RegionRows implements RowSource<RegionRow> {

  /** A batch ends once its cells take this much: it bounds what an evaluation and a page hold. */
  static final long MAX_BATCH_BYTES = 1 << 20;

  /** A batch ends after the region was held so many times: the peers and the client wait. */
  private static final int MOST_MOMENTS = 5;

  private final HeldRegion region;
  private final RegionScanner scanner;
  private final List<QueryColumn> columns;
  private final Party party;
  private final Comparator<byte[]> order;
  private final WholeRows whole = new WholeRows();

  /** Bytes of the cells of the batch so far. */
  private long bytes;

  /**
   * Opens the scanner; to be closed by the caller.
   *
   * @param columns the query's
   * @param party whose region it is
   */
  RegionRows(HeldRegion region, Scan scan, List<QueryColumn> columns, Party party)
      throws IOException {
    this.region = region;
    this.scanner = region.region().getScanner(scan);
    this.columns = columns;
    this.party = party;
    this.order = scan.isReversed() ? Bytes.BYTES_COMPARATOR.reversed() : Bytes.BYTES_COMPARATOR;
  }

  @Override
  public Comparator<byte[]> order() {
    return order;
  }

  /** {@inheritDoc} A batch is full when its cells take {@link #MAX_BATCH_BYTES}. */
  @Override
  public boolean fill(List<RegionRow> rows, int count) throws IOException {
    bytes = rows.stream().mapToLong(row -> bytes(row.cells())).sum();
    for (int moment = 0; moment < MOST_MOMENTS && isWanted(rows, count); moment++) {
      region.read(over -> readUntil(over, rows, count));
    }
    return whole.isExhausted();
  }

  private boolean isWanted(List<RegionRow> rows, int count) {
    return !whole.isExhausted() && rows.size() < count && bytes < MAX_BATCH_BYTES;
  }

  @Override
  public RegionRow absent(byte[] key) {
    return RegionRow.absent(key, columns);
  }

  @Override
  public Retention retention(int column) {
    QueryColumn of = columns.get(column);
    int seconds =
        Arrays.stream(region.region().getTableDescriptor().getColumnFamilies())
            .filter(family -> of.isAnyCell() || Bytes.equals(family.getName(), of.family()))
            .mapToInt(ColumnFamilyDescriptor::getTimeToLive)
            .min()
            .orElse(HConstants.FOREVER);
    return new Retention(
        seconds == HConstants.FOREVER ? Retention.FOR_EVER : TimeUnit.SECONDS.toMillis(seconds));
  }

  /** Adds as many rows as a moment gives. */
  private void readUntil(long over, List<RegionRow> rows, int count) throws IOException {
    ScannerContext limited = HeldRegion.until(over);
    do {
      List<Cell> row = whole.next(cells -> scanner.nextRaw(cells, limited));
      if (!row.isEmpty()) {
        DetachedCells.detach(row);
        bytes += bytes(row);
        rows.add(RegionRow.of(row, columns, party));
      }
    } while (!whole.isIdle() && isWanted(rows, count));
    release();
  }

  private static long bytes(List<Cell> cells) {
    long bytes = 0;
    for (Cell cell : cells) {
      bytes += PrivateCellUtil.estimatedSerializedSizeOf(cell);
    }
    return bytes;
  }

  /** Gives the blocks under the cells read so far back to HBase. */
  private void release() throws IOException {
    if (scanner instanceof Shipper shipper) {
      whole.detach();
      shipper.shipped();
    }
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
