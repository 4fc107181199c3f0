package io.dartagnan.server.evaluation;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.schema.Protection;
import io.dartagnan.wire.ShareBytes;

/**
 * How many rows a batch may grow to, so that what it takes in memory is bounded: the shares
 * themselves, and the protocol's working set, which is at most some three times what the three
 * parties send.
 */
final class BatchSize {
  private static final int MOST_ROWS = 8192;
  // Below a word of lanes a protocol costs no less.
  private static final int FEWEST_ROWS = 64;
  private static final int MOST_SHARE_WORDS = 1 << 15;
  private static final long MOST_TRAFFIC_BYTES = 4 << 20;

  private BatchSize() {}

  /** The most rows of one batch; the three parties come to the same. */
  static int mostRows(Protection protection, Comparison comparison, ProtocolSuite suite) {
    if (!protection.isProtected()) {
      return MOST_ROWS;
    }
    int words = ShareBytes.length(protection) / Long.BYTES;
    int rows = Math.min(MOST_SHARE_WORDS / words, MOST_ROWS);
    while (rows > FEWEST_ROWS
        && traffic(protection, comparison, suite, rows) > MOST_TRAFFIC_BYTES) {
      rows /= 2;
    }
    return Math.max(rows, FEWEST_ROWS);
  }

  private static long traffic(
      Protection protection, Comparison comparison, ProtocolSuite suite, int rows) {
    return suite
        .revealCost(comparison, protection.sharing(), protection.type().ring(), rows)
        .bytes();
  }
}
