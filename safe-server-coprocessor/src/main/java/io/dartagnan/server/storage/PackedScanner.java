package io.dartagnan.server.storage;

import io.dartagnan.server.write.WrappedScanner;
import io.dartagnan.wire.PackedRows;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * A scanner that returns another one's rows in {@link PackedRows packets}, one for each call.
 *
 * <p>It reads for a moment at a time. Where that gives no whole row, HBase goes on by its own
 * limits, so that the client hears how far the scan has come. A row is held whole, however large,
 * as by HBase where a client takes no parts of rows.
 */
public final class PackedScanner extends WrappedScanner {

  /** Time after which a packet is sent, whatever is in it. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  /** Most bytes of a packet's cells, whatever a client asks for; the last row may exceed it. */
  private static final int MOST_BYTES = 4 << 20;

  private final PackedRows.Bounds bounds;
  private final Duration moment;
  private final WholeRows rows = new WholeRows();
  private PackedRows.Writer packet = new PackedRows.Writer();
  private long bytes;

  /**
   * A scanner around another one.
   *
   * @param inner returns puts alone
   */
  public PackedScanner(RegionScanner inner, PackedRows.Bounds bounds) {
    this(inner, bounds, MOMENT);
  }

  /** A scanner that reads for so long at a time. */
  PackedScanner(RegionScanner inner, PackedRows.Bounds bounds, Duration moment) {
    super(inner);
    this.bounds =
        new PackedRows.Bounds(
            Math.max(1, bounds.rows()), Math.max(1, Math.min(bounds.bytes(), MOST_BYTES)));
    this.moment = moment;
  }

  @Override
  protected boolean next(List<Cell> result, Step step) throws IOException {
    readForAMoment();
    boolean isIdle = packet.rows() == 0;
    if (isIdle && !rows.isExhausted()) {
      read(step);
    }
    // What HBase says about the end of its own call must not be taken for said about a packet.
    if (packet.rows() > 0 && (!isIdle || rows.isExhausted())) {
      result.add(packet.packet());
      packet = new PackedRows.Writer();
      bytes = 0;
    }
    // The blocks that it lies in may be given back from here.
    rows.detach();
    return !rows.isExhausted();
  }

  private void readForAMoment() throws IOException {
    long end = end();
    ScannerContext context = HeldRegion.until(end);
    Step step = cells -> inner().nextRaw(cells, context);
    boolean goesOn = true;
    while (goesOn && !rows.isExhausted() && !isFull() && !HeldRegion.isOver(end)) {
      read(step);
      goesOn = !rows.isIdle();
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

  private void read(Step step) throws IOException {
    List<Cell> row = rows.next(step);
    if (!row.isEmpty()) {
      packet.add(row);
      for (Cell cell : row) {
        bytes += PrivateCellUtil.estimatedSerializedSizeOf(cell);
      }
    }
  }
}
