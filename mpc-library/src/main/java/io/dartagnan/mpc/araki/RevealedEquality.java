package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToTwoParties;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * Equality, the answer revealed to all three parties.
 *
 * <p><b>Functionality.</b> From shares of a batch x and one operand k, of any sharing, the bit [x =
 * k] of every lane.
 *
 * <p><b>Adversary.</b> One semi-honest party. P1 and P2 receive the answer, and P2 what {@link
 * ToTwoParties} sends it. P0 receives per lane t1 and t2. The mask makes t1 uniform over the field,
 * and t1 - t2 is zero when the two are equal and uniform otherwise, since P0 has no key: also where
 * it knows b, as it does of replicated shares. It can draw both itself from the answer, but for a
 * statistical distance of at most 2^-59 per lane: a drawn word stands for its low 61 bits mod p,
 * which makes zero twice as likely as it should be.
 *
 * <p><b>How.</b> x - k = a + b with a at P1 and b at P2 ({@link ToTwoParties}); the lane is equal
 * when a = -b. Both parties hash what they have with a linear hash whose key they draw alike, fresh
 * for every lane, and P0 compares:
 *
 * <pre>
 *   t = mask + sum over 32-bit halves h_j of key_j x h_j      mod p = 2^61 - 1
 * </pre>
 *
 * The halves of a and -b differ in some h_j by a number that is not zero mod p, so the difference
 * of the hashes is uniform over the field, but for that bias.
 *
 * <p><b>Error.</b> Two different values are called equal with probability at most 2^-60 per lane;
 * over n lanes with at most n times that.
 *
 * <p><b>Rounds.</b> 3; 2 from replicated shares. <b>Cost.</b> 8 bytes per limb to two parties, 16
 * of hashes, and a bit to each of P1 and P2: 24.25 bytes for n = 64, 16.25 from replicated shares.
 *
 * <p><b>Source.</b> Feige, Kilian, Naor, "A Minimal Model for Secure Computation", STOC 1994,
 * (equality by an affine map under common randomness). <b>Deviation.</b> The two inputs are shares
 * of a difference, and the map is over a 61-bit prime field instead of one as large as the inputs.
 * A product in Z_2^64 would not do: it keeps the trailing zeros of the difference.
 *
 * <p><b>On failure.</b> A party that misses a message ends with an error at the exchange's
 * deadline. P0 may then know the answer and the others not.
 */
final class RevealedEquality {

  static final Protocol PROTOCOL =
      new Protocol(
          "equality, revealed",
          "[x = k] to all parties, error at most 2^-60 per lane",
          Protocol.ONE_SEMI_HONEST + "; statistical distance at most 2^-59 per lane",
          "Feige, Kilian, Naor, STOC 1994",
          "on shares of a difference, over the field of 2^61 - 1",
          (ring, lanes) -> cost(Sharing.ADDITIVE, ring, lanes));

  private static final int FIELD_BITS = 61;
  private static final long P = (1L << FIELD_BITS) - 1;
  private static final long HALF = 0xffffffffL;

  private RevealedEquality() {}

  /** The answer, 64 lanes to a word. */
  static long[] compare(Context context, Shares x, Shares k) {
    Shares d = x.minus(k);
    long[] part = ToTwoParties.convert(context.narrow("to-two"), d);
    Context step = context.opening("equality");
    Context hashes = step.narrow("hashes");
    Context answer = step.narrow("answer");
    int lanes = d.lanes();
    if (step.self() == Party.P0) {
      long[] first = hashes.receive(Party.P1, lanes);
      long[] second = hashes.receive(Party.P2, lanes);
      long[] equal = equal(first, second);
      answer.send(Party.P1, equal);
      answer.send(Party.P2, equal);
      return equal;
    }
    int keyWords = lanes * keysPerLane(d.ring());
    long[] hashed =
        step.self() == Party.P1
            ? hash(d.ring(), part, hashes.randomWithNext(keyWords))
            : hash(d.ring(), d.sharing().negate(d.ring(), part), hashes.randomWithPrev(keyWords));
    hashes.send(Party.P0, hashed);
    return answer.receive(Party.P0, BitPlanes.words(lanes));
  }

  /** A key for each half of each limb, and a mask. */
  private static int keysPerLane(Ring ring) {
    return 2 * ring.limbs() + 1;
  }

  /**
   * One hash per lane.
   *
   * @param part one element per lane
   * @param keys per lane, the mask, then a key for the high and the low half of each limb
   */
  static long[] hash(Ring ring, long[] part, long[] keys) {
    int limbs = ring.limbs();
    long[] hashes = new long[part.length / limbs];
    for (int lane = 0, at = 0, key = 0; lane < hashes.length; lane++) {
      long sum = keys[key++] & P;
      for (int limb = 0; limb < limbs; limb++, at++) {
        sum +=
            product(keys[key++] & P, part[at] >>> 32) + product(keys[key++] & P, part[at] & HALF);
        sum = (sum & P) + (sum >>> FIELD_BITS);
      }
      hashes[lane] = sum >= P ? sum - P : sum;
    }
    return hashes;
  }

  /** key x half mod p, not fully reduced: below 2^61 + 2^33 for a half below 2^32. */
  private static long product(long key, long half) {
    long low = key * half;
    long high = Math.multiplyHigh(key, half);
    return (low & P) + (high << 3 | low >>> FIELD_BITS);
  }

  private static long[] equal(long[] first, long[] second) {
    for (int lane = 0; lane < first.length; lane++) {
      long difference = first[lane] ^ second[lane];
      // The sign of a number or of its negation is set, unless it is zero.
      first[lane] = ~(difference | -difference) >>> 63;
    }
    return BitPlanes.pack(first);
  }

  static Cost cost(Sharing sharing, Ring ring, int lanes) {
    long hashes = (long) lanes * Long.BYTES;
    long answer = (long) BitPlanes.words(lanes) * Long.BYTES;
    return ToTwoParties.cost(sharing, ring, lanes)
        .then(new Cost(1, 0, hashes, hashes))
        .then(new Cost(1, 2 * answer, 0, 0));
  }
}
