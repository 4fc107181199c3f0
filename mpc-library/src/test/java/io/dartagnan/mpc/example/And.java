package io.dartagnan.mpc.example;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * AND of xor-shared bits.
 *
 * <p><b>Functionality.</b> From shares of u and v, shares of u AND v, bit by bit.
 *
 * <p><b>Adversary.</b> One semi-honest party. It receives the next party's shares of u and v, each
 * masked by a stream that it does not know: uniform words.
 *
 * <p><b>How.</b> Party i reshares its ui and vi, sends both to the party before, and computes wi =
 * ui vi + ui vnext + unext vi. Over the three parties these are the nine products of (u0 + u1 + u2)
 * (v0 + v1 + v2).
 *
 * <p><b>Rounds.</b> 1. <b>Cost.</b> 2 bits per gate from each party.
 *
 * <p><b>Source.</b> Bogdanov, Niitsoo, Toft, Willemson, IJIS 11(6), 2012, Algorithm 2 (Mult), over
 * bits. <b>Deviation.</b> Masks come from pairwise streams instead of messages.
 *
 * <p><b>On failure.</b> A party that lacks a message ends with an error at the exchange's deadline;
 * what it has received by then is uniform.
 */
final class And {

  /** What it declares. */
  static final Protocol PROTOCOL =
      new Protocol(
          "AND of xor shares",
          "shares of u AND v from shares of u and v",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, Algorithm 2 (Mult)",
          "over bits; masks from pairwise streams",
          (ring, lanes) -> cost(BitPlanes.words(lanes)));

  private And() {}

  /**
   * This party's shares of u AND v.
   *
   * @param u its shares of the left bits, 64 to a word
   * @param v its shares of the right bits, as many words
   */
  static long[] of(Context context, long[] u, long[] v) {
    Party self = context.self();
    long[] ui = u.clone();
    long[] vi = v.clone();
    context.narrow("left").reshareXor(ui);
    context.narrow("right").reshareXor(vi);

    context.send(self.prev(), ui, vi);
    long[] next = context.receive(self.next(), 2 * u.length);

    long[] w = new long[u.length];
    for (int i = 0; i < w.length; i++) {
      long uNext = next[i];
      long vNext = next[w.length + i];
      w[i] = (ui[i] & vi[i]) ^ (ui[i] & vNext) ^ (uNext & vi[i]);
    }
    return w;
  }

  /** Cost of {@link #of} for so many words of gates. */
  static Cost cost(int words) {
    return Cost.each(2L * words * Long.BYTES);
  }
}
