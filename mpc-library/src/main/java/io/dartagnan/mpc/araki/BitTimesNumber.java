package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * Products of bits and numbers.
 *
 * <p><b>Functionality.</b> From replicated bits b and additive shares of numbers x, additive shares
 * of b x, lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party. It receives the next party's y, masked by a stream
 * that the next party shares with the third: uniform.
 *
 * <p><b>How.</b> b x is the sum of b x_i over the parties' shares. Party i knows u = b_i xor b_next
 * and x_i, and both others know v = b_prev; since b = u + v - 2uv,
 *
 * <pre>
 *   b x_i = u x_i + v y        y = (1 - 2u) x_i
 * </pre>
 *
 * With r drawn by party i and the next, party i sends y + r to the previous one, which takes v (y +
 * r); the next takes -v r. A bit times a number is a choice, so nothing is multiplied.
 *
 * <p><b>Rounds.</b> 1. <b>Cost.</b> n bits per lane and party: 24 bytes for n = 64.
 *
 * <p><b>Source.</b> Mohassel, Rindal, "ABY3", CCS 2018 (a bit times an arithmetic sharing).
 * <b>Deviation.</b> The paper sends a choice of two messages, made once more for each of the two
 * terms; here each share is known to one party, and the two others know the bit that chooses.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
final class BitTimesNumber {

  static final Protocol PROTOCOL =
      new Protocol(
          "bit times number",
          "replicated bits b and additive shares of x to additive shares of b x",
          Protocol.ONE_SEMI_HONEST,
          "ABY3, CCS 2018 (a bit times an arithmetic sharing)",
          "the number's shares are each known to one party alone, which takes one message each",
          BitTimesNumber::cost);

  private BitTimesNumber() {}

  /**
   * This party's shares of the products; not fresh.
   *
   * @param bits one plane
   * @param x its single shares of the numbers, one element per lane
   */
  static long[] of(Context context, Ring ring, ReplicatedPlanes bits, long[] x) {
    long[] u = bits.sum();
    long[] masked = ring.add(negatedWhere(ring, u, x), context.randomWithNext(x.length));
    context.send(context.self().prev(), masked);
    long[] received = context.receive(context.self().next(), x.length);
    long[] masks = context.randomWithPrev(x.length);
    long[] others =
        ring.subtract(where(ring, bits.own(), received), where(ring, bits.next(), masks));
    return ring.add(where(ring, u, x), others);
  }

  /** The elements whose bit is one; zero in place of the others. */
  static long[] where(Ring ring, long[] plane, long[] batch) {
    int limbs = ring.limbs();
    long[] chosen = new long[batch.length];
    for (int lane = 0, at = 0; at < batch.length; lane++) {
      long all = -(plane[lane / Long.SIZE] >>> lane & 1);
      for (int end = at + limbs; at < end; at++) {
        chosen[at] = batch[at] & all;
      }
    }
    return chosen;
  }

  /** -x where the bit is one, x elsewhere. */
  static long[] negatedWhere(Ring ring, long[] plane, long[] batch) {
    // x - 2x where it is one.
    long[] twice = where(ring, plane, ring.add(batch, batch));
    return ring.subtract(batch, twice);
  }

  /** Cost of the products. */
  static Cost cost(Ring ring, int lanes) {
    return Cost.each((long) lanes * ring.limbs() * Long.BYTES);
  }
}
