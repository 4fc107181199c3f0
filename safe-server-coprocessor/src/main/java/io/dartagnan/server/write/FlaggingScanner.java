package io.dartagnan.server.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;

/** A scanner that returns copies, with a flag, of another one's cells. */
final class FlaggingScanner implements RegionScanner {
  private final RegionScanner cells;
  private final RegionScanner opened;
  private final UnaryOperator<Cell> flag;

  /**
   * Takes over two scanners.
   *
   * @param cells the one that is read
   * @param opened the one that HBase opened for the call
   * @param flag copies a cell
   */
  FlaggingScanner(RegionScanner cells, RegionScanner opened, UnaryOperator<Cell> flag) {
    this.cells = cells;
    this.opened = opened;
    this.flag = flag;
  }

  @FunctionalInterface
  private interface Step {
    boolean next(List<Cell> result) throws IOException;
  }

  private boolean flagged(List<Cell> result, Step step) throws IOException {
    List<Cell> some = new ArrayList<>();
    boolean more = step.next(some);
    some.forEach(cell -> result.add(flag.apply(cell)));
    // HBase has the scanner that it opened give its blocks back, and does not know of this one.
    if (cells instanceof Shipper shipper) {
      shipper.shipped();
    }
    return more;
  }

  @Override
  public boolean nextRaw(List<Cell> result) throws IOException {
    return flagged(result, cells::nextRaw);
  }

  @Override
  public boolean nextRaw(List<Cell> result, ScannerContext context) throws IOException {
    return flagged(result, some -> cells.nextRaw(some, context));
  }

  @Override
  public boolean next(List<Cell> result) throws IOException {
    return flagged(result, cells::next);
  }

  @Override
  public boolean next(List<Cell> result, ScannerContext context) throws IOException {
    return flagged(result, some -> cells.next(some, context));
  }

  @Override
  public void close() throws IOException {
    try {
      cells.close();
    } finally {
      opened.close();
    }
  }

  @Override
  public RegionInfo getRegionInfo() {
    return cells.getRegionInfo();
  }

  @Override
  public boolean isFilterDone() throws IOException {
    return cells.isFilterDone();
  }

  @Override
  public boolean reseek(byte[] row) throws IOException {
    return cells.reseek(row);
  }

  @Override
  public long getMaxResultSize() {
    return cells.getMaxResultSize();
  }

  @Override
  public long getMvccReadPoint() {
    return cells.getMvccReadPoint();
  }

  @Override
  public int getBatch() {
    return cells.getBatch();
  }
}
