package io.dartagnan.client.rpc;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;

/** Opener of scans of one table on each cloud. */
@FunctionalInterface
public interface CloudScans {

  /**
   * Opens a scan. Nothing is sent before the first row is asked for, and all calls are made by the
   * thread that asks.
   *
   * @param scan taken over
   */
  ResultScanner open(Party cloud, Scan scan) throws IOException;
}
