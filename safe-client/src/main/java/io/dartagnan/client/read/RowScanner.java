package io.dartagnan.client.read;

import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * A scanner of whole rows. It shows no metrics: the scanner around it does, by what this one tells.
 */
public interface RowScanner extends ResultScanner {

  /**
   * Rows that the clouds have judged so far, if they judge. After a failure that a scan got over,
   * rows that were judged in vain are not counted.
   */
  default long judgedRows() {
    return 0;
  }

  /** Those of them that they did not pick, or that turned out not to be there. */
  default long droppedRows() {
    return 0;
  }

  /** Bytes that the clouds sent each other for the rows so far. */
  default long meshBytes() {
    return 0;
  }

  @Override
  default boolean renewLease() {
    return false;
  }

  @Override
  default ScanMetrics getScanMetrics() {
    return null;
  }
}
