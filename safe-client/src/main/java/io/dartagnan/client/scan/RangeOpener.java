package io.dartagnan.client.scan;

import java.io.IOException;
import java.util.List;

/** A source of new sessions over ranges. */
interface RangeOpener {

  /** Three sources, of party 0, 1 and 2. Each call begins a session that never was before. */
  List<PageSource> open(ScanRange range) throws IOException;
}
