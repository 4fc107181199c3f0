package io.dartagnan.server.storage;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * A point in time of a region. As long as this is open the region keeps whatever could be seen
 * then. HBase keeps that for its scanners, so this has one that is never read.
 */
final class ReadSnapshot implements Closeable {
  private static final byte[] ANY_ROW = {0};

  private final RegionScanner anchor;

  private ReadSnapshot(RegionScanner anchor) {
    this.anchor = anchor;
  }

  /**
   * The present.
   *
   * @param family one of the region's
   */
  static ReadSnapshot now(Region region, byte[] family) throws IOException {
    return new ReadSnapshot(region.getScanner(anchor(family)));
  }

  /**
   * The point in time of a scan: the present, unless the scan has another.
   *
   * @param family one of the region's
   */
  static ReadSnapshot of(Scan scan, Region region, byte[] family) throws IOException {
    Scan anchor = anchor(family).setIsolationLevel(scan.getIsolationLevel());
    PackagePrivateFieldAccessor.setMvccReadPoint(
        anchor, PackagePrivateFieldAccessor.getMvccReadPoint(scan));
    return new ReadSnapshot(region.getScanner(anchor));
  }

  /** A scan of a time at which nothing is written, so that it looks at no file. */
  private static Scan anchor(byte[] family) throws IOException {
    return new Scan()
        .withStartRow(ANY_ROW)
        .withStopRow(ANY_ROW, true)
        .addFamily(family)
        .setTimeRange(0, 1);
  }

  /** HBase's number for it. */
  long readPoint() {
    return anchor.getMvccReadPoint();
  }

  @Override
  public void close() throws IOException {
    anchor.close();
  }
}
