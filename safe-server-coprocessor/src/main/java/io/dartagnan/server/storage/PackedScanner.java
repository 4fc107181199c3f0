package io.dartagnan.server.storage;

import io.dartagnan.server.write.WrappedScanner;
import io.dartagnan.wire.PackedRows;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * A scanner that returns another one's rows in {@link PackedRows packets}, one for each call.
 *
 * <p>It reads for a moment at a time, and HBase stops wherever that ends, in the middle of a row
 * too, and does not say so: a row is whole once the next one has begun. Where a moment gives no
 * whole row, HBase goes on by its own limits, so that the client hears how far the scan has come. A
 * row is held whole, however large, as by HBase where a client takes no parts of rows.
 */
public final class PackedScanner extends WrappedScanner {

  /** Time after which a packet is sent, whatever is in it. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  /** Most bytes of a packet's cells, whatever a client asks for; the last row may exceed it. */
  private static final int MOST_BYTES = 4 << 20;

  private final PackedRows.Bounds bounds;
  private final Duration moment;
  private PackedRows.Writer packet = new PackedRows.Writer();
  private long bytes;
  private List<Cell> begun = List.of();
  private boolean isMore = true;

  /**
   * A scanner around another one.
   *
   * @param rows returns puts alone
   */
  public PackedScanner(RegionScanner rows, PackedRows.Bounds bounds) {
    this(rows, bounds, MOMENT);
  }

  /** A scanner that reads for so long at a time. */
  PackedScanner(RegionScanner rows, PackedRows.Bounds bounds, Duration moment) {
    super(rows);
    this.bounds =
        new PackedRows.Bounds(
            Math.max(1, bounds.rows()), Math.max(1, Math.min(bounds.bytes(), MOST_BYTES)));
    this.moment = moment;
  }

  @Override
  protected boolean next(List<Cell> result, Step step) throws IOException {
    readForAMoment();
    boolean isIdle = packet.rows() == 0;
    if (isMore && isIdle) {
      read(step);
    }
    // What HBase says about the end of its own call must not be taken for said about a packet.
    if (packet.rows() > 0 && (!isIdle || !isMore)) {
      result.add(packet.packet());
      packet = new PackedRows.Writer();
      bytes = 0;
    }
    // The blocks that they lie in may be given back from here.
    DetachedCells.detach(begun);
    return isMore;
  }

  private void readForAMoment() throws IOException {
    long end = end();
    ScannerContext context =
        ScannerContext.newBuilder()
            .setTimeLimit(ScannerContext.LimitScope.BETWEEN_CELLS, end)
            .build();
    boolean goesOn = true;
    while (isMore && goesOn && !isFull() && EnvironmentEdgeManager.currentTime() < end) {
      // Without a cell it has reached a limit, or would read on in another way after this call.
      goesOn = read(cells -> inner().nextRaw(cells, context));
    }
  }

  /** When a moment ends; a client that waits for no longer than two is to have an answer too. */
  private long end() {
    long now = EnvironmentEdgeManager.currentTime();
    long patience =
        RpcServer.getCurrentCall().map(call -> call.getDeadline() - now).orElse(Long.MAX_VALUE);
    return now + Math.min(moment.toMillis(), Math.max(0, patience / 2));
  }

  private boolean isFull() {
    return packet.rows() >= bounds.rows() || bytes >= bounds.bytes();
  }

  /** Reads some cells; returns whether there were any. */
  private boolean read(Step step) throws IOException {
    List<Cell> cells = new ArrayList<>();
    isMore = step.next(cells);
    if (!cells.isEmpty()) {
      if (!begun.isEmpty() && CellUtil.matchingRows(begun.get(0), cells.get(0))) {
        begun.addAll(cells);
      } else {
        endRow(cells);
      }
    }
    if (!isMore) {
      endRow(List.of());
    }
    return !cells.isEmpty();
  }

  /** Takes the row that was begun for whole, and begins another. */
  private void endRow(List<Cell> next) {
    if (!begun.isEmpty()) {
      packet.add(begun);
      for (Cell cell : begun) {
        bytes += PrivateCellUtil.estimatedSerializedSizeOf(cell);
      }
    }
    begun = next;
  }
}
