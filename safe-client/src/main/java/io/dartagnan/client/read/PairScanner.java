package io.dartagnan.client.read;

import io.dartagnan.client.rpc.QuorumReader;
import io.dartagnan.client.rpc.QuorumReader.LostCloudException;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A scanner of rows for which two clouds are enough. When the third is found to be down, it goes on
 * with two behind the row that it returned last. For one thread at a time, as HBase's.
 */
public final class PairScanner implements RowScanner {

  /** A way to open the rows of a scan. */
  @FunctionalInterface
  public interface Opener {

    /**
     * Opens them.
     *
     * @param limit most rows to return; 0 or less means all
     * @param lost the cloud that is not asked
     */
    ResultScanner open(Scan scan, int limit, Optional<Party> lost) throws IOException;
  }

  private final QuorumReader calls;
  private final Opener opener;
  private final Scan scan;
  private final int limit;
  private ResultScanner rows;
  private byte[] last;
  private int returned;

  /**
   * Opens the scan.
   *
   * @param limit most rows to return; 0 or less means all
   */
  public PairScanner(QuorumReader calls, Opener opener, Scan scan, int limit) throws IOException {
    this.calls = calls;
    this.opener = opener;
    this.scan = scan;
    this.limit = limit;
    open(calls.lost());
  }

  private void open(Optional<Party> lost) throws IOException {
    Scan rest = new Scan(scan);
    if (last != null) {
      rest.withStartRow(last, false);
    }
    rows = opener.open(rest, limit > 0 ? limit - returned : limit, lost);
    lost.ifPresent(calls::count);
  }

  @Override
  public Result next() throws IOException {
    if (limit > 0 && returned == limit) {
      return null;
    }
    Result row;
    try {
      row = rows.next();
    } catch (LostCloudException e) {
      calls.lose(e);
      rows.close();
      open(Optional.of(e.cloud()));
      row = rows.next();
    }
    if (row != null) {
      last = row.getRow();
      returned++;
    }
    return row;
  }

  @Override
  public void close() {
    rows.close();
  }

  @Override
  public boolean renewLease() {
    return rows.renewLease();
  }
}
