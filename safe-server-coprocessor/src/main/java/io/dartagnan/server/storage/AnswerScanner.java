package io.dartagnan.server.storage;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A scanner that answers a request that came with a scan: each call returns one cell, whose value
 * is a part of the answer.
 */
public abstract class AnswerScanner implements RegionScanner {
  private static final byte[] ROW = Bytes.toBytes("page");
  private static final byte[] FAMILY = Bytes.toBytes("d");

  private final RegionScanner opened;

  /**
   * A scanner in the place of HBase's own.
   *
   * @param opened the scanner that HBase opened for the call, which is closed with this one and
   *     never read
   */
  protected AnswerScanner(RegionScanner opened) {
    this.opened = opened;
  }

  /** The next part. Not called again once it {@link #isDone}. */
  protected abstract byte[] answer() throws IOException;

  /** Whether nothing follows. */
  protected abstract boolean isDone();

  @Override
  public final boolean nextRaw(List<Cell> result) throws IOException {
    if (isDone()) {
      return false;
    }
    result.add(
        new KeyValue(
            ROW, FAMILY, HConstants.EMPTY_BYTE_ARRAY, System.currentTimeMillis(), answer()));
    return !isDone();
  }

  @Override
  public final boolean nextRaw(List<Cell> result, ScannerContext context) throws IOException {
    return nextRaw(result);
  }

  @Override
  public final boolean next(List<Cell> result) throws IOException {
    return nextRaw(result);
  }

  @Override
  public final boolean next(List<Cell> result, ScannerContext context) throws IOException {
    return nextRaw(result);
  }

  @Override
  public void close() throws IOException {
    opened.close();
  }

  @Override
  public RegionInfo getRegionInfo() {
    return opened.getRegionInfo();
  }

  @Override
  public boolean isFilterDone() {
    return false;
  }

  @Override
  public boolean reseek(byte[] row) throws IOException {
    throw new IOException("a scan whose answer is not the rows themselves cannot be repositioned");
  }

  @Override
  public long getMaxResultSize() {
    return opened.getMaxResultSize();
  }

  @Override
  public long getMvccReadPoint() {
    return opened.getMvccReadPoint();
  }

  @Override
  public int getBatch() {
    return opened.getBatch();
  }
}
