package io.dartagnan.ycsb.model;

/**
 * Uniform bits that follow from a seed, a column and a row: a table's contents are the same whoever
 * loads it, and can be recomputed.
 *
 * <p>The mixing function is the finaliser of SplitMix64 (Steele, Lea, Flood, <em>Fast splittable
 * pseudorandom number generators</em>, OOPSLA 2014, figure 16). It is for test data alone.
 */
final class Draws {
  private static final long GAMMA = 0x9e3779b97f4a7c15L;

  private Draws() {}

  /** The bits of a row in the stream of a column. */
  static long at(long stream, long row) {
    return mix(stream + GAMMA * row);
  }

  /** The stream of a column's name under a seed. */
  static long stream(long seed, String name) {
    long stream = mix(seed + GAMMA);
    for (int at = 0; at < name.length(); at++) {
      stream = mix(stream ^ name.charAt(at));
    }
    return stream;
  }

  static long mix(long bits) {
    long mixed = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
