package io.dartagnan.client.scan;

import java.io.IOException;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;

/** A way to open a scan without its filter; for filters that every row passes. */
public interface UnfilteredScan {

  /** A scanner over all rows of {@code scan}, which has no filter. */
  ResultScanner open(Scan scan) throws IOException;
}
