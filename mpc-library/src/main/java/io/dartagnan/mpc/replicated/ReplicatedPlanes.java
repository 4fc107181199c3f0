package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.Arrays;

/**
 * One party's part of a number of replicated planes: shares {@code self} and {@code self + 1}.
 *
 * @param width words to a plane
 * @param own this party's share, plane after plane
 * @param next the next party's share, as many words
 */
public record ReplicatedPlanes(int width, long[] own, long[] next) {

  /** A plane of shared bits, without ones past the last lane. */
  public static ReplicatedPlanes of(SharedBits bits) {
    long[] own = bits.own().clone();
    long[] next = bits.next().clone();
    BitPlanes.clearBeyond(own, bits.lanes());
    BitPlanes.clearBeyond(next, bits.lanes());
    return new ReplicatedPlanes(own.length, own, next);
  }

  /** Number of planes. */
  public int count() {
    return own.length / width;
  }

  /** Copies of the planes from {@code from} up to {@code to}. */
  public ReplicatedPlanes slice(int from, int to) {
    return new ReplicatedPlanes(
        width,
        Arrays.copyOfRange(own, from * width, to * width),
        Arrays.copyOfRange(next, from * width, to * width));
  }

  /** One of the batches of so many lanes that lie side by side in this one plane. */
  public SharedBits bits(Party self, int lanes, int place) {
    int words = BitPlanes.words(lanes);
    int at = place * words;
    return new SharedBits(
        self,
        lanes,
        Arrays.copyOfRange(own, at, at + words),
        Arrays.copyOfRange(next, at, at + words));
  }

  /** The xor of the two shares, plane after plane. */
  public long[] sum() {
    long[] sum = own.clone();
    BitPlanes.add(sum, 0, next, 0, sum.length);
    return sum;
  }

  /** NOT of every bit, in place: share 0 flips, wherever it is held. */
  public void flip(Party self) {
    if (self == Party.P0) {
      BitPlanes.complement(own);
    } else if (self.next() == Party.P0) {
      BitPlanes.complement(next);
    }
  }

  @Override
  public String toString() {
    return count() + " replicated planes of " + width + " words";
  }
}
