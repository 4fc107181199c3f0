package io.dartagnan.server.query;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows of a batch that match, as bits by lane, and the parts in which they are read and sent. All
 * three parties know them, and come to the same parts.
 */
public final class MatchingRows {
  /** Rows of a part: what they take in memory, on all three clouds and at the client, is theirs. */
  static final int MOST = 1 << 10;

  private MatchingRows() {}

  /**
   * Cuts matching rows into parts, in order; one part without rows if there are none.
   *
   * @param chosen one bit per lane, 64 lanes to a word
   */
  public static List<long[]> parts(long[] chosen) {
    List<long[]> parts = new ArrayList<>();
    long[] part = new long[chosen.length];
    int rows = 0;
    for (int word = 0; word < chosen.length; word++) {
      for (long left = chosen[word]; left != 0; left &= left - 1) {
        if (rows == MOST) {
          parts.add(part);
          part = new long[chosen.length];
          rows = 0;
        }
        part[word] |= Long.lowestOneBit(left);
        rows++;
      }
    }
    parts.add(part);
    return parts;
  }

  /** The last row's lane; there is one. */
  public static int lastLane(long[] part) {
    int word = part.length - 1;
    while (part[word] == 0) {
      word--;
    }
    return word * Long.SIZE + Long.SIZE - 1 - Long.numberOfLeadingZeros(part[word]);
  }
}
