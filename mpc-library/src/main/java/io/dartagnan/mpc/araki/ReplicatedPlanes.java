package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import java.util.Arrays;

/**
 * What one party holds of a number of replicated planes: shares {@code self} and {@code self + 1}.
 *
 * @param width words to a plane
 * @param own this party's share, plane after plane
 * @param next the next party's share, as many words
 */
record ReplicatedPlanes(int width, long[] own, long[] next) {

  /** How many planes there are. */
  int count() {
    return own.length / width;
  }

  /** Copies of the planes from {@code from} up to {@code to}. */
  ReplicatedPlanes slice(int from, int to) {
    return new ReplicatedPlanes(
        width,
        Arrays.copyOfRange(own, from * width, to * width),
        Arrays.copyOfRange(next, from * width, to * width));
  }

  /** NOT of every bit, in place: share 0 flips, wherever it is held. */
  void flip(Party self) {
    if (self == Party.P0) {
      BitPlanes.complement(own);
    } else if (self.next() == Party.P0) {
      BitPlanes.complement(next);
    }
  }

  /** Adds as many planes, by xor, in place. */
  void add(ReplicatedPlanes other) {
    add(own, other.own);
    add(next, other.next);
  }

  private static void add(long[] sum, long[] words) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] ^= words[i];
    }
  }

  @Override
  public String toString() {
    return count() + " replicated planes of " + width + " words";
  }
}
