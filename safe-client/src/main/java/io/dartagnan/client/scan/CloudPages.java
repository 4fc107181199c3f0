package io.dartagnan.client.scan;

import io.dartagnan.wire.Page;
import io.dartagnan.wire.QueryFailure;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** The pages that one cloud's coprocessor sends in place of rows. */
final class CloudPages implements PageSource {
  private final ResultScanner scanner;

  private CloudPages(ResultScanner scanner) {
    this.scanner = scanner;
  }

  /**
   * Opens an inner scan with the table's settings. The server hears of it with the first page asked
   * for.
   */
  static CloudPages open(Table cloud, Scan scan) throws IOException {
    return new CloudPages(cloud.getScanner(scan));
  }

  @Override
  public Page next() throws IOException {
    return page(scanner.next());
  }

  /**
   * The page in a result; null stands for the end of the scan.
   *
   * @throws DoNotRetryIOException if the cloud ended the query, or sent something else
   */
  static Page page(Result result) throws DoNotRetryIOException {
    Cell[] cells = result == null ? null : result.rawCells();
    if (cells == null || cells.length != 1) {
      throw notAPage(null);
    }
    byte[] value = CellUtil.cloneValue(cells[0]);
    QueryFailure failure = null;
    try {
      if (!QueryFailure.isOne(value)) {
        return Page.decode(value);
      }
      failure = QueryFailure.decode(value);
    } catch (RuntimeException e) {
      throw notAPage(e);
    }
    throw failure.toException();
  }

  private static DoNotRetryIOException notAPage(RuntimeException cause) {
    return new DoNotRetryIOException(
        "it answered a filtered scan with something that is not a page of results; check that its"
            + " region servers load io.dartagnan.server.ProtectedRegion of this client's release",
        cause);
  }

  @Override
  public void close() {
    scanner.close();
  }
}
