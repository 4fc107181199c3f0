package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * Unsigned comparison of xor-shared numbers.
 *
 * <p><b>Functionality.</b> From xor shares of a batch x and of one operand k, xor shares of [x &lt;
 * k], or of [k &lt; x], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link MostSignificantNonZeroBit} and
 * {@link XorMultiplication} show it. The stored shares themselves are masked before any word that
 * comes from them is sent.
 *
 * <p><b>How.</b> With s the most significant non-zero bit of d = x xor k, x is less when k has a
 * one there, and greater when it has a zero:
 *
 * <pre>
 *   [x &lt; k] = s_0 k_0 xor s_1 k_1 xor ...      [k &lt; x] = s_0 (NOT k_0) xor ...
 * </pre>
 *
 * k's bits are the same for all lanes and are reshared and sent once.
 *
 * <p><b>Rounds.</b> 1 + ceil(log2 n). <b>Cost.</b> {@link PrefixOr} and 3n bits per lane, and once
 * per batch 3n bits: 168 bytes per lane for n = 64, all parties.
 *
 * <p><b>Source.</b> IJIS 2012, the steps of Overflow. <b>Deviation.</b> The paper compares additive
 * shares only; an xor sharing among three goes where its sharing between two does.
 *
 * <p><b>On failure.</b> A party ends with an error at the exchange's deadline, with uniform words.
 */
final class XorLessThan {

  static final Protocol PROTOCOL =
      new Protocol(
          "less than of xor shares",
          "xor shares of x per lane and of one k to xor shares of [x < k]",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, the steps of Overflow",
          "on xor shares, which the paper does not compare; k's bits are sent once",
          XorLessThan::cost);

  private XorLessThan() {}

  /**
   * This party's xor shares of [x &lt; k], or of [k &lt; x] when swapped, 64 lanes to a word.
   *
   * @param x one element per lane
   * @param k one element, shared alike
   */
  static long[] compare(Context context, Shares x, Shares k, boolean swapped) {
    Ring ring = x.ring();
    int words = BitPlanes.words(x.lanes());
    long[] planes = BitPlanes.of(ring, x.minus(k).own());
    MostSignificantNonZeroBit.apply(
        context.narrow("highest-difference"), planes, words, ring.bits());
    boolean complemented = swapped && context.self() == Party.P0;
    long[] bits = complemented ? BitPlanes.complement(k.own().clone()) : k.own();
    long[] less = XorMultiplication.andEach(context.narrow("select"), planes, bits);
    return MostSignificantNonZeroBit.remaining(less, words, ring.bits());
  }

  /** Cost of {@link #compare}. */
  static Cost cost(Ring ring, int lanes) {
    int words = BitPlanes.words(lanes);
    return MostSignificantNonZeroBit.cost(words, ring.bits())
        .then(XorMultiplication.costEach(ring.bits(), words));
  }
}
