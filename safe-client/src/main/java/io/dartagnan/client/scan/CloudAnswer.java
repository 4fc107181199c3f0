package io.dartagnan.client.scan;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.wire.QueryFailure;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The answer of a cloud's coprocessor to a request that a scan carries: in the place of rows, the
 * parts of the answer, one in each result.
 */
public final class CloudAnswer {
  /** No part is cut: the server decides how much it holds. */
  private static final long PART_BYTES = Long.MAX_VALUE;

  private CloudAnswer() {}

  /**
   * Makes a scan of one region carry a request.
   *
   * @param scan changed
   * @param rows its rows
   * @param attribute name of the attribute that holds the request
   */
  public static Scan ask(Scan scan, RowInterval rows, String attribute, byte[] request) {
    return rows.within(scan)
        .setCaching(1)
        .setAsyncPrefetch(false)
        .setLimit(-1)
        .setMaxResultSize(PART_BYTES)
        .setAttribute(attribute, request);
  }

  /**
   * Returns the part in a result.
   *
   * @param result null stands for the end of the scan
   * @param decoder throws an {@code IllegalArgumentException} if bytes are no such part
   * @throws DoNotRetryIOException if the cloud gave up, or sent something else
   */
  public static <T> T of(Result result, Function<byte[], T> decoder) throws DoNotRetryIOException {
    Cell[] cells = result == null ? null : result.rawCells();
    if (cells == null || cells.length != 1) {
      throw noAnswer(null);
    }
    byte[] value = CellUtil.cloneValue(cells[0]);
    QueryFailure failure = null;
    try {
      if (!QueryFailure.isOne(value)) {
        return decoder.apply(value);
      }
      failure = QueryFailure.decode(value);
    } catch (RuntimeException e) {
      throw noAnswer(e);
    }
    throw failure.toException();
  }

  private static DoNotRetryIOException noAnswer(RuntimeException cause) {
    return new DoNotRetryIOException(
        "it answered a filtered scan with something that is not a page of results; check that its"
            + " region servers load io.dartagnan.server.ProtectedRegion of this client's release",
        cause);
  }
}
