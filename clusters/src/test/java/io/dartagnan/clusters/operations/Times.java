package io.dartagnan.clusters.operations;

import java.util.Random;
import org.apache.hadoop.hbase.HConstants;

/**
 * Timestamps of a history: those of the application's own lie long before, or long after, all that
 * servers and clients assign.
 */
final class Times {
  /** Timestamps from here on are not of the past. */
  static final long ASSIGNED = 1_000_000_000_000L;

  /** Timestamps from here on are of the future. */
  static final long FUTURE = 5_000_000_000_000L;

  /** A time to live that is over before the next step. */
  static final long AT_ONCE_MS = 1;

  private static final int WINDOW = 12;
  private static final int STEPS_OF_A_WINDOW = 20;

  private Times() {}

  /** Whether a server or a client assigned a timestamp. */
  static boolean isAssigned(long timestamp) {
    return timestamp >= ASSIGNED && timestamp < FUTURE;
  }

  /** The timestamp that stands in the ledger for those assigned in a step. */
  static long ofStep(int index) {
    return ASSIGNED + 2L * index;
  }

  /** The same for those that are assigned later in a step whose own is given. */
  static long later(long ofStep) {
    return ofStep + 1;
  }

  /**
   * A timestamp of the application's own: later steps have later ones, and now and then one of the
   * first.
   *
   * @param future whether it may be of the future
   */
  static long own(Random random, int index, boolean future) {
    if (future && random.nextInt(25) == 0) {
      return FUTURE + random.nextInt(3);
    }
    int window = random.nextInt(8) == 0 ? 0 : index / STEPS_OF_A_WINDOW * WINDOW / 2;
    return 1 + window + random.nextInt(WINDOW);
  }

  static String text(long timestamp) {
    if (timestamp == HConstants.LATEST_TIMESTAMP) {
      return "assigned";
    }
    return timestamp < FUTURE
        ? Long.toString(timestamp)
        : timestamp == Long.MAX_VALUE ? "end" : "future+" + (timestamp - FUTURE);
  }
}
