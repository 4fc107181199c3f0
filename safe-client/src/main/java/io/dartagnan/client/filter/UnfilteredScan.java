package io.dartagnan.client.filter;

import java.io.IOException;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;

/** Opens a scan without a filter; for filters that every row passes. */
public interface UnfilteredScan {

  /** A scanner over all rows of {@code scan}, which has no filter. */
  ResultScanner open(Scan scan) throws IOException;
}
