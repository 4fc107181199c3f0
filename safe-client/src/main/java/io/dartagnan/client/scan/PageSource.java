package io.dartagnan.client.scan;

import io.dartagnan.wire.Page;
import java.io.Closeable;
import java.io.IOException;

/** One party's pages of one range. Used by one thread at a time. */
interface PageSource extends Closeable {

  /**
   * The next page, possibly a heartbeat; answers within a few milliseconds, or ends with an
   * exception when interrupted. Not called again after the last page or an exception.
   */
  Page next() throws IOException;

  /** Ends the session at this party. */
  @Override
  void close() throws IOException;
}
