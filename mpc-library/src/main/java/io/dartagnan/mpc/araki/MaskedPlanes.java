package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;

/**
 * One party's part of planes of bits under masks: b = m xor l, with m known to parties 1 and 2, l
 * known to party 0 and shared by xor between the two others.
 *
 * <p>These are replicated shares seen in another way: l is share 0 xor share 1, m is share 2.
 *
 * @param width words to a plane
 * @param masked m, plane after plane; null at party 0
 * @param mask l at party 0, this party's share of l at the others
 */
record MaskedPlanes(int width, long[] masked, long[] mask) {

  /** The same bits as replicated shares, at party 1 or 2. */
  ReplicatedPlanes replicated(Party self) {
    return self == Party.P1
        ? new ReplicatedPlanes(width, mask, masked)
        : new ReplicatedPlanes(width, masked, mask);
  }

  @Override
  public String toString() {
    return mask.length / width + " masked planes of " + width + " words";
  }
}
