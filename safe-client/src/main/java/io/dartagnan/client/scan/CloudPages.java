package io.dartagnan.client.scan;

import io.dartagnan.wire.Page;
import java.io.IOException;
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
    return CloudAnswer.of(result, Page::decode);
  }

  @Override
  public void close() {
    scanner.close();
  }
}
