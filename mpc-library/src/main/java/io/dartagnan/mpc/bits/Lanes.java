package io.dartagnan.mpc.bits;

import java.util.Arrays;

/**
 * Chosen lanes of a batch: {@link #gather} writes their bits side by side, {@link #scatter} puts
 * them where they came from.
 *
 * <p>Lanes are chosen by what all parties know. The choice takes time that depends on it.
 */
public final class Lanes {
  private Lanes() {}

  /** The lanes whose bit is set, ascending. */
  public static int[] of(long[] plane) {
    int count = 0;
    for (long word : plane) {
      count += Long.bitCount(word);
    }
    int[] lanes = new int[count];
    int next = 0;
    for (int word = 0; word < plane.length; word++) {
      int first = word * Long.SIZE;
      if (plane[word] == -1) {
        for (int i = 0; i < Long.SIZE; i++) {
          lanes[next + i] = first + i;
        }
        next += Long.SIZE;
        continue;
      }
      for (long left = plane[word]; left != 0; left &= left - 1) {
        lanes[next++] = first + Long.numberOfTrailingZeros(left);
      }
    }
    return lanes;
  }

  /** Whether lanes, ascending, are the first ones of a plane, none left out. */
  private static boolean areFirst(int[] lanes) {
    return lanes.length > 0 && lanes[lanes.length - 1] == lanes.length - 1;
  }

  /**
   * The bits of some lanes side by side.
   *
   * @param lanes ascending, each once
   * @return a plane of {@code lanes.length} lanes
   */
  public static long[] gather(long[] plane, int[] lanes) {
    if (areFirst(lanes)) {
      long[] first = Arrays.copyOf(plane, BitPlanes.words(lanes.length));
      BitPlanes.clearBeyond(first, lanes.length);
      return first;
    }
    long[] gathered = new long[BitPlanes.words(lanes.length)];
    for (int i = 0; i < lanes.length; i++) {
      gathered[i / Long.SIZE] |= (plane[lanes[i] / Long.SIZE] >>> lanes[i] & 1) << i;
    }
    return gathered;
  }

  /**
   * Adds bits, by OR, to the lanes that they were gathered from.
   *
   * @param gathered a plane of {@code lanes.length} lanes
   * @param plane a plane of the whole batch
   */
  public static void scatter(long[] gathered, int[] lanes, long[] plane) {
    if (areFirst(lanes)) {
      BitPlanes.copy(gathered, 0, plane, 0, lanes.length);
      return;
    }
    for (int i = 0; i < lanes.length; i++) {
      plane[lanes[i] / Long.SIZE] |= (gathered[i / Long.SIZE] >>> i & 1) << lanes[i];
    }
  }
}
