package io.dartagnan.server.region.column;

import java.io.Closeable;
import java.io.IOException;

/**
 * A pass over the cells of a scan, whose {@link CollectingFilter} takes them where they lie. Used
 * by one thread.
 */
interface CellPass extends Closeable {

  /** The point in time of the cells, by HBase's number. */
  long readPoint();

  /**
   * Shows the filter further cells, until it lets one through, nothing is left, or about the time
   * is over. The caller holds the region meanwhile. What is read is given back to HBase.
   *
   * @param over a time in milliseconds
   * @return false if nothing is left
   */
  boolean readUntil(long over) throws IOException;
}
