package io.dartagnan.server.write;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;

/** A scanner of a region around another one, which it closes with itself. */
public abstract class WrappedScanner implements RegionScanner {
  private final RegionScanner inner;

  /** A scanner around another one. */
  protected WrappedScanner(RegionScanner inner) {
    this.inner = inner;
  }

  /** One call of a scanner, with limits. */
  @FunctionalInterface
  public interface Step {

    /** Adds cells of one row, if there are any; returns whether more may follow. */
    boolean next(List<Cell> result) throws IOException;
  }

  /** Adds what this scanner returns for one call; returns whether more may follow. */
  protected abstract boolean next(List<Cell> result, Step step) throws IOException;

  /** Returns the scanner within. */
  protected final RegionScanner inner() {
    return inner;
  }

  @Override
  public final boolean nextRaw(List<Cell> result) throws IOException {
    return next(result, inner::nextRaw);
  }

  @Override
  public final boolean nextRaw(List<Cell> result, ScannerContext context) throws IOException {
    return next(result, cells -> inner.nextRaw(cells, context));
  }

  @Override
  public final boolean next(List<Cell> result) throws IOException {
    return next(result, inner::next);
  }

  @Override
  public final boolean next(List<Cell> result, ScannerContext context) throws IOException {
    return next(result, cells -> inner.next(cells, context));
  }

  @Override
  public void close() throws IOException {
    inner.close();
  }

  @Override
  public RegionInfo getRegionInfo() {
    return inner.getRegionInfo();
  }

  @Override
  public boolean isFilterDone() throws IOException {
    return inner.isFilterDone();
  }

  @Override
  public boolean reseek(byte[] row) throws IOException {
    return inner.reseek(row);
  }

  @Override
  public long getMaxResultSize() {
    return inner.getMaxResultSize();
  }

  @Override
  public long getMvccReadPoint() {
    return inner.getMvccReadPoint();
  }

  @Override
  public int getBatch() {
    return inner.getBatch();
  }

  @Override
  public String getOperationId() {
    return inner.getOperationId();
  }
}
