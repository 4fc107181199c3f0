package io.dartagnan.write;

import java.util.Arrays;

/**
 * The knowledge of a writer about the fate of its own writes: which of them are settled.
 *
 * <p>A write is settled when it is on all three clouds, or when what some clouds had of it is gone
 * and cannot come back. A cloud may let a newer settled version take the place of an older one, and
 * must not let an unsettled one do so: another cloud may never have it.
 *
 * @param writer a random number that a process of the application draws once
 * @param through the greatest stamp such that every write of the writer with that stamp or a lower
 *     one is settled, apart from the torn ones; such writes are all begun
 * @param torn stamps of writes, at most {@value #MOST_TORN}, that failed and may be on some clouds;
 *     ascending
 */
public record Settlement(long writer, long through, long[] torn) {

  /** Most stamps that one settlement names. */
  public static final int MOST_TORN = 64;

  /** Checks the number of torn writes and their order. */
  public Settlement {
    if (torn.length > MOST_TORN) {
      throw new IllegalArgumentException(
          torn.length + " torn writes were given, " + MOST_TORN + " are allowed");
    }
    torn = torn.clone();
    for (int i = 1; i < torn.length; i++) {
      if (torn[i - 1] >= torn[i]) {
        throw new IllegalArgumentException("stamps of torn writes must ascend");
      }
    }
  }

  @Override
  public long[] torn() {
    return torn.clone();
  }

  /** Whether a write of this writer with this stamp is settled. */
  public boolean isSettled(long stamp) {
    return stamp <= through && Arrays.binarySearch(torn, stamp) < 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settlement that
        && writer == that.writer
        && through == that.through
        && Arrays.equals(torn, that.torn);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(writer) * 31 * 31 + Long.hashCode(through) * 31 + Arrays.hashCode(torn);
  }

  @Override
  public String toString() {
    return "settlement of writer %016x through %d but for %s"
        .formatted(writer, through, Arrays.toString(torn));
  }
}
