package io.dartagnan.client.scan;

import java.io.IOException;
import java.util.List;

/** A source of new sessions over ranges. */
interface RangeOpener {

  /**
   * Three sources, of party 0, 1 and 2. Each call begins a session that never was before.
   *
   * @param failures how often the rows at the range's beginning could not be read before
   */
  List<PageSource> open(ScanRange range, int failures) throws IOException;
}
