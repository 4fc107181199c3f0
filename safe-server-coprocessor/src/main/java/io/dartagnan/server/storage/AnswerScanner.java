package io.dartagnan.server.storage;

import io.dartagnan.server.write.WrappedScanner;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A scanner that answers a request that came with a scan: each call returns one cell, whose value
 * is a part of the answer.
 */
public abstract class AnswerScanner extends WrappedScanner {
  private static final byte[] ROW = Bytes.toBytes("page");
  private static final byte[] FAMILY = Bytes.toBytes("d");

  /**
   * A scanner in the place of HBase's own.
   *
   * @param opened the scanner that HBase opened for the call, which is closed with this one and
   *     never read
   */
  protected AnswerScanner(RegionScanner opened) {
    super(opened);
  }

  /** The next part. Not called again once it {@link #isDone}. */
  protected abstract byte[] answer() throws IOException;

  /** Whether nothing follows. */
  protected abstract boolean isDone();

  @Override
  protected final boolean next(List<Cell> result, Step step) throws IOException {
    if (isDone()) {
      return false;
    }
    result.add(
        new KeyValue(
            ROW, FAMILY, HConstants.EMPTY_BYTE_ARRAY, System.currentTimeMillis(), answer()));
    return !isDone();
  }

  @Override
  public boolean isFilterDone() {
    return false;
  }

  @Override
  public boolean reseek(byte[] row) throws IOException {
    throw new IOException("a scan whose answer is not the rows themselves cannot be repositioned");
  }
}
