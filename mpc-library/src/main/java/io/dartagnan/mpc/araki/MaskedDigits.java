package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * Compares a masked value with its mask, digit by digit.
 *
 * <p><b>Functionality.</b> P1 and P2 know m, P0 knows l; m and l are cut into digits of three bits,
 * the most significant one shorter. For each digit, replicated bits of e = [m_g = l_g] and v = [m_g
 * &lt; l_g], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party. P0 receives nothing. P2 receives P0's tables under a
 * stream of P0 and P1; then P1 and P2 receive each other's looked-up bits, each under a stream that
 * the sender shares with P0. Uniform words all.
 *
 * <p><b>How.</b> P0 writes each of its digits in unary, T_j = [j &lt; l_g] for j = 0 to 6, and
 * shares the seven bits between P1, who draws its part, and P2, who is sent the rest. Both look up
 * their own parts at the digit that they know, without a message:
 *
 * <pre>
 *   v = T_m       e = T_(m-1) xor T_m       T_(-1) = 1, T_7 = 0
 * </pre>
 *
 * An xor sharing between P1 and P2 becomes a replicated one with z0 drawn by P2 and P0, z1 by P0
 * and P1, and z2 the rest, which P1 and P2 learn by sending each other their masked halves.
 *
 * <p>Three bits are the cheapest digit: seven table bits and four to replicate take the place of
 * three shared input bits and four gates.
 *
 * <p><b>Rounds.</b> 2. <b>Cost.</b> For n = 64, 148 bits of tables, and 2 for each e and v.
 *
 * <p><b>Source.</b> One-time truth tables: Ishai, Kushilevitz, Meldgaard, Orlandi,
 * Paskin-Cherniavsky, "On the Power of Correlated Randomness in Secure Computation", TCC 2013.
 * <b>Deviation.</b> The table's rotation is the mask that P0 knows already, so that nothing is
 * rotated and the table is unary.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
final class MaskedDigits {

  private static final int DIGIT_BITS = 3;

  static final Protocol PROTOCOL =
      new Protocol(
          "digits of a masked value",
          "per 3-bit digit, [m = l] and [m < l], replicated bits",
          Protocol.ONE_SEMI_HONEST,
          "Ishai et al., TCC 2013 (one-time truth tables)",
          "unary tables under the mask that party 0 knows",
          (ring, lanes) -> {
            int width = BitPlanes.words(lanes);
            return tablesCost(ring, width).then(orderCost(ring, width));
          });

  private MaskedDigits() {}

  /** How many digits an element has. */
  static int digits(Ring ring) {
    return (ring.bits() + DIGIT_BITS - 1) / DIGIT_BITS;
  }

  /** Only e of every digit: enough for equality. */
  static ReplicatedPlanes agreement(Context context, Ring ring, long[] part, int width) {
    int digits = digits(ring);
    long[] bits = new long[digits * width];
    if (context.self() == Party.P0) {
      shareTables(context.narrow("tables"), ring, part, width);
    } else {
      long[] tables = tables(context.narrow("tables"), ring, width);
      new Lookup(context.self(), ring, part, tables, width).agreement(bits);
    }
    return replicate(context.narrow("replicate"), bits, width);
  }

  /**
   * e and v of every digit, fit for {@link FirstDifference}.
   *
   * @param part planes of l at party 0, of m at the others, {@code width} words each
   * @return planes v of all digits, and behind them e of all digits but the last one's
   */
  static ReplicatedPlanes order(Context context, Ring ring, long[] part, int width) {
    int digits = digits(ring);
    long[] bits = new long[(2 * digits - 1) * width];
    if (context.self() == Party.P0) {
      shareTables(context.narrow("tables"), ring, part, width);
    } else {
      long[] tables = tables(context.narrow("tables"), ring, width);
      new Lookup(context.self(), ring, part, tables, width).order(bits);
    }
    return replicate(context.narrow("replicate"), bits, width);
  }

  /** Table bits of one element: a digit of b bits has 2^b - 1. */
  private static int tableBits(Ring ring) {
    return ring.bits() / DIGIT_BITS * 7 + (1 << ring.bits() % DIGIT_BITS) - 1;
  }

  private static void shareTables(Context step, Ring ring, long[] mask, int width) {
    long[] tables = new long[tableBits(ring) * width];
    Unary.write(ring, mask, tables, width);
    step.maskWithNext(tables);
    step.send(Party.P2, tables);
  }

  private static long[] tables(Context step, Ring ring, int width) {
    int words = tableBits(ring) * width;
    return step.self() == Party.P1 ? step.randomWithPrev(words) : step.receive(Party.P0, words);
  }

  /** From xor shares at parties 1 and 2 alone to replicated shares. */
  private static ReplicatedPlanes replicate(Context step, long[] bits, int width) {
    return switch (step.self()) {
      case P0 ->
          new ReplicatedPlanes(
              width, step.randomWithPrev(bits.length), step.randomWithNext(bits.length));
      case P1 -> {
        long[] z1 = step.randomWithPrev(bits.length);
        yield new ReplicatedPlanes(width, z1, rest(step, Party.P2, bits, z1));
      }
      case P2 -> {
        long[] z0 = step.randomWithNext(bits.length);
        yield new ReplicatedPlanes(width, rest(step, Party.P1, bits, z0), z0);
      }
    };
  }

  private static long[] rest(Context step, Party peer, long[] bits, long[] drawn) {
    for (int i = 0; i < bits.length; i++) {
      bits[i] ^= drawn[i];
    }
    step.send(peer, bits);
    long[] others = step.receive(peer, bits.length);
    for (int i = 0; i < bits.length; i++) {
      bits[i] ^= others[i];
    }
    return bits;
  }

  /** What party 0's tables cost; it can send them before m is known. */
  static Cost tablesCost(Ring ring, int width) {
    return new Cost(1, (long) tableBits(ring) * width * Long.BYTES, 0, 0);
  }

  /** What replicating e of every digit costs. */
  static Cost agreementCost(Ring ring, int width) {
    return replicationCost(digits(ring), width);
  }

  /** What replicating e and v of every digit costs. */
  static Cost orderCost(Ring ring, int width) {
    return replicationCost(2 * digits(ring) - 1, width);
  }

  private static Cost replicationCost(int planes, int width) {
    long bytes = (long) planes * width * Long.BYTES;
    return new Cost(1, 0, bytes, bytes);
  }
}
