package io.dartagnan.client.scan;

import org.apache.hadoop.hbase.client.ResultScanner;

/** A scanner of rows that the clouds have picked from those that they judged. */
interface JudgedRows extends ResultScanner {

  /**
   * Rows that the clouds have judged so far. After a failure that a scan got over, rows that were
   * judged in vain are not counted.
   */
  long judgedRows();

  /** Those of them that they did not pick, or that turned out not to be there. */
  long droppedRows();
}
