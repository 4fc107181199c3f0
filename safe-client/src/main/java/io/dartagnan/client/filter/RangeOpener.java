package io.dartagnan.client.filter;

import java.io.IOException;
import java.util.List;

/** Begins a new session over a range. */
interface RangeOpener {

  /** Three sources, of party 0, 1 and 2. Each call begins a session that never was before. */
  List<PageSource> open(ScanRange range) throws IOException;
}
