package io.dartagnan.client.scan;

import io.dartagnan.client.read.RowScanner;
import io.dartagnan.client.rpc.AllThree;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;

/** A scanner of rows that all three clouds are needed for, whose failures say so. */
public final class AllThreeScanner implements RowScanner {
  private final ResultScanner rows;

  /** Takes over a scanner. */
  public AllThreeScanner(ResultScanner rows) {
    this.rows = rows;
  }

  @Override
  public Result next() throws IOException {
    return AllThree.READ.explaining(rows::next);
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
