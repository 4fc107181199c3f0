package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.session.Context;
import java.util.Arrays;

/**
 * AND of xor-shared bits.
 *
 * <p><b>Functionality.</b> From shares of u and v, shares of u AND v, bit by bit.
 *
 * <p><b>Adversary.</b> One semi-honest party. It receives the next party's reshared u and v, each
 * masked by that party's stream with the third, which it does not know: uniform words.
 *
 * <p><b>Rounds.</b> 1. <b>Cost.</b> 6 bits per gate, all parties.
 *
 * <p><b>Source.</b> IJIS 2012, Algorithm 2 (Mult), in the ring Z_2.
 *
 * <p><b>Deviation.</b> Masks come from pairwise streams: 6 bits where the paper sends 15. The
 * result is not reshared here: whoever sends shares on reshares them first.
 */
final class XorMultiplication {
  private XorMultiplication() {}

  /**
   * w_i = u_i v_i + u_i v_next + u_next v_i on reshared u and v; the three sums cover all nine
   * products.
   *
   * @param u this party's shares of the left operands, 64 gates to a word
   * @param v its shares of the right operands, as many
   * @return its shares of the results
   */
  static long[] and(Context context, long[] u, long[] v) {
    int words = u.length;
    long[] own = Arrays.copyOf(u, 2 * words);
    System.arraycopy(v, 0, own, words, words);
    context.reshareXor(own);

    Party self = context.self();
    context.send(self.prev(), own);
    long[] next = context.receive(self.next(), 2 * words);

    long[] w = new long[words];
    for (int i = 0; i < words; i++) {
      long ui = own[i];
      long vi = own[words + i];
      w[i] = ui & vi ^ ui & next[words + i] ^ next[i] & vi;
    }
    return w;
  }
}
