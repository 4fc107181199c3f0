package io.dartagnan.server.storage;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ipc.RWQueueRpcExecutor;

/**
 * Places in which RPC handlers may wait for a page: as many as a quarter of the handlers that serve
 * scans, so that the rest is there for calls that can be answered at once. With fewer than four
 * handlers none waits.
 */
public class WaitingPlaces {

  /** The places of this process: HBase runs one RegionServer in it, tests may run several. */
  public static final WaitingPlaces PROCESS = new WaitingPlaces(0);

  private static final int HANDLERS_FOR_EACH = 4;

  private final AtomicInteger waiting = new AtomicInteger();
  private volatile int most;

  /** So many places. */
  WaitingPlaces(int most) {
    this.most = most;
  }

  /** Makes there be as many as the configuration of a RegionServer allows. */
  public void configure(Configuration conf) {
    most = handlers(conf) / HANDLERS_FOR_EACH;
  }

  /** The handlers that serve scans: all of them, unless HBase is told to keep some for others. */
  private static int handlers(Configuration conf) {
    int all =
        conf.getInt(
            HConstants.REGION_SERVER_HANDLER_COUNT, HConstants.DEFAULT_REGION_SERVER_HANDLER_COUNT);
    float reads = conf.getFloat(RWQueueRpcExecutor.CALL_QUEUE_READ_SHARE_CONF_KEY, 0);
    float scans = conf.getFloat(RWQueueRpcExecutor.CALL_QUEUE_SCAN_SHARE_CONF_KEY, 0);
    float share = 1;
    if (reads > 0) {
      share = scans > 0 ? reads * scans : reads;
    }
    return (int) (all * share);
  }

  /** Takes a place, which the caller frees; false if none is free. Never waits. */
  boolean take() {
    if (waiting.incrementAndGet() <= most) {
      return true;
    }
    waiting.decrementAndGet();
    return false;
  }

  /** Frees a place that was taken. */
  void free() {
    waiting.decrementAndGet();
  }

  /** Number of the places. */
  int most() {
    return most;
  }
}
