package io.dartagnan.client.scan;

import java.io.IOException;
import java.util.List;

/** A source of new sessions over ranges. */
interface RangeOpener {

  /**
   * Three sources, of party 0, 1 and 2. Each call begins a session that never was before.
   *
   * @param aborts how often a cloud has ended a session over the rows at the range's beginning
   */
  List<PageSource> open(ScanRange range, int aborts) throws IOException;
}
