package io.dartagnan.server.maintenance;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Reads the cells of a region for a moment at a time: the calls of a scan answer within a second,
 * however long its rows are and however many lie between those that count.
 */
public final class MomentaryReader implements Closeable {
  private static final Duration MOMENT = Duration.ofMillis(500);

  private final RegionScanner scanner;
  private boolean exhausted;

  /** Opens a scanner; to be closed by the caller. */
  public MomentaryReader(Region region, Scan scan) throws IOException {
    this.scanner = region.getScanner(scan);
  }

  /** Whether every cell was read. */
  public boolean isExhausted() {
    return exhausted;
  }

  /**
   * Reads for a moment.
   *
   * @param cell takes each cell, in HBase's order, which is void once this method returns
   * @param enough asked between rows, or parts of them, whether to stop before
   */
  public void read(Consumer<Cell> cell, BooleanSupplier enough) throws IOException {
    long until = EnvironmentEdgeManager.currentTime() + MOMENT.toMillis();
    ScannerContext limited =
        ScannerContext.newBuilder()
            .setTimeLimit(ScannerContext.LimitScope.BETWEEN_CELLS, until)
            .build();
    List<Cell> cells = new ArrayList<>();
    boolean goesOn = true;
    while (!exhausted
        && goesOn
        && !enough.getAsBoolean()
        && EnvironmentEdgeManager.currentTime() < until) {
      cells.clear();
      exhausted = !scanner.nextRaw(cells, limited);
      cells.forEach(cell);
      // Without one it has reached a limit, or would read on in another way once it is released.
      goesOn = !cells.isEmpty();
    }
  }

  /**
   * Reads to the end, moment by moment.
   *
   * @param cell takes each cell, in HBase's order, which is void once this method returns
   */
  public void readAll(Consumer<Cell> cell) throws IOException {
    while (!exhausted) {
      read(cell, () -> false);
      release();
    }
  }

  /** Gives the blocks under the cells that were read back to HBase. */
  public void release() throws IOException {
    if (scanner instanceof Shipper shipper) {
      shipper.shipped();
    }
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
