package io.dartagnan.server.write;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;

/**
 * The scanner of a flush or a compaction, which HBase has open for all versions, less the versions
 * that nobody needs. Rows come in slices: a column may go on in the next one.
 */
final class RetainingScanner implements InternalScanner, Shipper {
  private final InternalScanner all;
  private final ColumnVersions versions;

  RetainingScanner(InternalScanner all, ColumnVersions versions) {
    this.all = all;
    this.versions = versions;
  }

  @Override
  public boolean next(List<Cell> result, ScannerContext context) throws IOException {
    int kept = result.size();
    boolean more = all.next(result, context);
    for (int i = kept; i < result.size(); i++) {
      Cell cell = versions.retain(result.get(i));
      if (cell != null) {
        result.set(kept++, cell);
      }
    }
    result.subList(kept, result.size()).clear();
    versions.detach();
    return more;
  }

  @Override
  public void shipped() throws IOException {
    if (all instanceof Shipper shipper) {
      shipper.shipped();
    }
  }

  @Override
  public void close() throws IOException {
    all.close();
  }
}
