package io.dartagnan.client.scan;

import io.dartagnan.wire.Page;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;

/** The pages that one cloud's coprocessor sends in place of rows. */
final class CloudPages implements PageSource {
  private final ResultScanner scanner;

  /** Takes over the inner scan. The server hears of it with the first page asked for. */
  CloudPages(ResultScanner scanner) {
    this.scanner = scanner;
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
