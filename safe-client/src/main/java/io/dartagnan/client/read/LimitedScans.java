package io.dartagnan.client.read;

import io.dartagnan.client.rpc.IOFunction;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;

/**
 * One cloud's rows of a scan, by scans with a limit, one after the other. A RegionServer that has
 * met a limit closes its scanner in the same call, so that a reader who needs no more rows than
 * that has nothing to close. The scan after it begins where it ended.
 */
public final class LimitedScans implements RowScanner {

  private final Scan rest;
  private final IOFunction<Scan, ResultScanner> cloud;
  private ResultScanner current;
  private int returned;

  /**
   * Opens the first.
   *
   * @param scan with the limit of each of them
   */
  public LimitedScans(Scan scan, IOFunction<Scan, ResultScanner> cloud) throws IOException {
    this.rest = new Scan(scan);
    this.cloud = cloud;
    open();
  }

  private void open() throws IOException {
    current = cloud.apply(new Scan(rest));
    returned = 0;
  }

  @Override
  public Result next() throws IOException {
    Result row = current.next();
    if (row == null && returned == rest.getLimit()) {
      current.close();
      open();
      row = current.next();
    }
    if (row != null && !row.isCursor()) {
      returned++;
      rest.withStartRow(row.getRow(), false);
    }
    return row;
  }

  @Override
  public boolean renewLease() {
    // HBase has closed what has met its limit: there is nothing to keep alive.
    return returned == rest.getLimit() || current.renewLease();
  }

  @Override
  public void close() {
    current.close();
  }
}
