package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * Product of additively shared numbers.
 *
 * <p><b>Functionality.</b> From additive shares of u and v, fresh additive shares of u v, lane by
 * lane, in the ring.
 *
 * <p><b>Adversary.</b> One semi-honest party. It receives the next party's reshared u and v, each
 * masked by that party's stream with the third, which it does not know: uniform words. The result
 * is reshared, so it says nothing of the factors to whoever sees it later, and the protocol is
 * universally composable (Bogdanov, Laud, Laur, Pullonen, CSF 2014).
 *
 * <p><b>How.</b> With u and v reshared and u_next, v_next received,
 *
 * <pre>
 *   w_i = u_i v_i + u_i v_next + u_next v_i
 * </pre>
 *
 * and the three w_i hold each of the nine products once.
 *
 * <p><b>Rounds.</b> 1. <b>Cost.</b> 6n bits per lane, all parties.
 *
 * <p><b>Source.</b> IJIS 2012, Algorithm 2 (Mult). <b>Deviation.</b> Masks come from pairwise
 * streams: 6n bits where the paper sends 15n. Shares travel to the previous party.
 *
 * <p><b>On failure.</b> A party ends with an error at the exchange's deadline, with uniform words.
 */
final class Multiplication {

  static final Protocol PROTOCOL =
      new Protocol(
          "multiplication",
          "additive shares of u and v to additive shares of u v",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, Algorithm 2 (Mult)",
          "masks from pairwise streams",
          Multiplication::cost);

  private Multiplication() {}

  /**
   * This party's shares of the products.
   *
   * @param u its shares of one factor, one element per lane
   * @param v its shares of the other, as many
   */
  static long[] multiply(Context context, Ring ring, long[] u, long[] v) {
    Party self = context.self();
    long[] ownU = Reshare.additive(context.narrow("left"), ring, u);
    long[] ownV = Reshare.additive(context.narrow("right"), ring, v);
    context.send(self.prev(), ownU, ownV);
    long[] next = context.receive(self.next(), 2 * u.length);
    long[] nextU = Arrays.copyOf(next, u.length);
    long[] nextV = Arrays.copyOfRange(next, u.length, next.length);

    long[] w = ring.add(products(ring, ownU, ring.add(ownV, nextV)), products(ring, nextU, ownV));
    return Reshare.additive(context.narrow("product"), ring, w);
  }

  /** Cost of {@link #multiply}. */
  static Cost cost(Ring ring, int lanes) {
    return Cost.each(2L * lanes * ring.limbs() * Long.BYTES);
  }

  /** x y, element by element, limb by limb from the least significant. */
  private static long[] products(Ring ring, long[] x, long[] y) {
    int lowest = ring.limbs() - 1;
    long[] z = new long[x.length];
    for (int top = 0; top < z.length; top += ring.limbs()) {
      for (int i = lowest; i >= 0; i--) {
        long factor = x[top + i];
        long carry = 0;
        for (int j = lowest; i + j >= lowest; j--) {
          int to = top + i + j - lowest;
          long other = y[top + j];
          // Below 2^128: (2^64 - 1)^2 + 2 (2^64 - 1) is just that.
          long low = factor * other;
          long high = unsignedMultiplyHigh(factor, other);
          long sum = low + z[to];
          high += Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
          z[to] = sum + carry;
          high += Long.compareUnsigned(z[to], sum) < 0 ? 1 : 0;
          carry = high;
        }
      }
    }
    return z;
  }

  private static long unsignedMultiplyHigh(long x, long y) {
    return Math.multiplyHigh(x, y) + (x >> 63 & y) + (y >> 63 & x);
  }
}
