package io.dartagnan.server.storage;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.query.agreement.RowSource;
import io.dartagnan.server.query.agreement.RowSource.Retention;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Reads rows of one region, a batch at a time.
 *
 * <p>It has a scanner of its own: HBase releases the blocks under the scanner of an RPC whenever
 * that RPC returns, whichever thread is still reading. The rows it returns are the caller's to
 * keep: they are copied, and the blocks are given back at once. Batches wait for the peers, and
 * there may be many; the cache would be theirs.
 *
 * <p>It reads for a moment at a time. A region that is to close waits for its readers and serves
 * nobody meanwhile, and a range may hold long stretches without a row that the scan selects.
 */
final class RegionRows implements RowSource<RegionRow> {

  /** A batch ends once its cells take this much: it bounds what an evaluation and a page hold. */
  static final long MAX_BATCH_BYTES = 1 << 20;

  /** Time for which a region is held at a time. */
  static final Duration MOMENT = Duration.ofSeconds(1);

  /** A batch ends after so many of those: the peers and the client wait for it. */
  private static final int MOST_MOMENTS = 5;

  private final Region region;
  private final RegionScanner scanner;
  private final List<QueryColumn> columns;
  private final Party party;
  private final Comparator<byte[]> order;
  private final Duration moment;
  private final BooleanSupplier abandoned;
  private final WholeRows whole = new WholeRows();

  /**
   * Opens the scanner; to be closed by the caller.
   *
   * @param columns the query's
   * @param party whose region it is
   * @param moment how long to hold the region at a time
   * @param abandoned asked between those moments whether anybody still waits for the rows
   */
  RegionRows(
      Region region,
      Scan scan,
      List<QueryColumn> columns,
      Party party,
      Duration moment,
      BooleanSupplier abandoned)
      throws IOException {
    this.region = region;
    this.scanner = region.getScanner(scan);
    this.columns = columns;
    this.party = party;
    this.order = scan.isReversed() ? Bytes.BYTES_COMPARATOR.reversed() : Bytes.BYTES_COMPARATOR;
    this.moment = moment;
    this.abandoned = abandoned;
  }

  @Override
  public Comparator<byte[]> order() {
    return order;
  }

  /** {@inheritDoc} A batch is full when its cells take {@link #MAX_BATCH_BYTES}. */
  @Override
  public boolean fill(List<RegionRow> rows, int count) throws IOException {
    long bytes = rows.stream().mapToLong(row -> bytes(row.cells())).sum();
    int moments = 0;
    while (!whole.isExhausted()
        && rows.size() < count
        && bytes < MAX_BATCH_BYTES
        && moments < MOST_MOMENTS) {
      if (abandoned.getAsBoolean()) {
        throw new ProtocolException("the client closed the scan");
      }
      bytes += readForAMoment(rows, count, MAX_BATCH_BYTES - bytes);
      moments++;
    }
    return whole.isExhausted();
  }

  @Override
  public RegionRow absent(byte[] key) {
    return RegionRow.absent(key, columns);
  }

  @Override
  public Retention retention(int column) {
    QueryColumn of = columns.get(column);
    int seconds =
        Arrays.stream(region.getTableDescriptor().getColumnFamilies())
            .filter(family -> of.isAnyCell() || Bytes.equals(family.getName(), of.family()))
            .mapToInt(ColumnFamilyDescriptor::getTimeToLive)
            .min()
            .orElse(HConstants.FOREVER);
    return new Retention(
        seconds == HConstants.FOREVER ? Retention.FOR_EVER : TimeUnit.SECONDS.toMillis(seconds));
  }

  /** Adds as many rows as a moment gives, and says how much their cells take. */
  private long readForAMoment(List<RegionRow> rows, int count, long most) throws IOException {
    long bytes = 0;
    region.startRegionOperation(Region.Operation.SCAN);
    try {
      ScannerContext limited =
          ScannerContext.newBuilder()
              .setTimeLimit(
                  ScannerContext.LimitScope.BETWEEN_CELLS,
                  EnvironmentEdgeManager.currentTime() + moment.toMillis())
              .build();
      do {
        List<Cell> row = whole.next(cells -> scanner.nextRaw(cells, limited));
        if (!row.isEmpty()) {
          DetachedCells.detach(row);
          bytes += bytes(row);
          rows.add(RegionRow.of(row, columns, party));
        }
      } while (!whole.isIdle() && !whole.isExhausted() && rows.size() < count && bytes < most);
      release();
    } finally {
      region.closeRegionOperation(Region.Operation.SCAN);
    }
    return bytes;
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
