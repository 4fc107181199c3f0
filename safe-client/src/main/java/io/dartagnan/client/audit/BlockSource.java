package io.dartagnan.client.audit;

import io.dartagnan.audit.BlockDigest;
import java.io.IOException;

/** The blocks of one cloud's rows, in order; the last one ends the range. */
@FunctionalInterface
interface BlockSource {

  /** The next block. Not called again after one that ends the range. */
  BlockDigest next() throws IOException;
}
