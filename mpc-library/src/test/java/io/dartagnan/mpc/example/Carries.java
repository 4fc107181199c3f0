package io.dartagnan.mpc.example;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToTwoParties;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * Unsigned order of additively shared elements, over the full range of the ring.
 *
 * <p><b>Functionality.</b> From additive shares of x and k, xor shares of [x &lt; k].
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToTwoParties} and {@link
 * LessThan} show it.
 *
 * <p><b>How.</b> With x = a + b and k = a' + b' moved to two parties, x - k = (a - a') + (b - b').
 * Written over the integers, each of these three sums may carry and each of the two differences may
 * borrow; x is less than k when the number of carries and borrows is odd. A borrow is known to the
 * party that has it. A sum a + b carries when NOT b &lt; a, which is an order of xor-shared
 * elements, one party holding each; the three carries are compared side by side.
 *
 * <p><b>Rounds.</b> 2 + ceil(log2 n). <b>Cost.</b> 16 bytes per lane and limb from party 0, and
 * {@link LessThan} of three times the lanes.
 *
 * <p><b>Source.</b> IJIS 2012, section 5 (Overflow), for the carry of a two-party sum.
 * <b>Deviation.</b> Three carries instead of the top bit of a difference that must not wrap.
 *
 * <p><b>On failure.</b> As {@link And}.
 */
final class Carries {

  /** What it declares. */
  static final Protocol PROTOCOL =
      new Protocol(
          "order of additive shares",
          "xor shares of [x < k] from additive shares of x and k",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, section 5 (Overflow)",
          "three carries instead of a difference that must not wrap; full range",
          (ring, lanes) -> cost(Sharing.ADDITIVE, ring, lanes));

  private Carries() {}

  /** This party's xor shares of [x &lt; k], 64 lanes to a word. */
  static long[] less(Context context, Shares x, Shares k) {
    Ring ring = x.ring();
    int words = BitPlanes.words(x.lanes());
    long[] partOfX = part(context.narrow("x"), x);
    long[] partOfK = part(context.narrow("k"), k);
    // Three blocks of lanes, each filled up to whole words.
    int block = words * Long.SIZE * ring.limbs();
    long[] sums = Arrays.copyOf(partOfX, 3 * block);
    System.arraycopy(partOfK, 0, sums, block, partOfK.length);
    long[] difference = ring.subtract(partOfX, partOfK);
    System.arraycopy(difference, 0, sums, 2 * block, difference.length);

    long[] nobody = new long[sums.length];
    Party self = context.self();
    long[] a = self == Party.P1 ? sums : nobody;
    long[] notB = self == Party.P2 ? BitPlanes.complement(sums) : nobody;
    long[] carries = LessThan.of(context.narrow("carries"), ring, notB, a);

    long[] less = new long[words];
    for (int i = 0; i < words; i++) {
      less[i] = carries[i] ^ carries[words + i] ^ carries[2 * words + i];
    }
    for (int lane = 0; lane < x.lanes(); lane++) {
      if (borrows(partOfX, partOfK, lane * ring.limbs(), ring.limbs())) {
        less[lane / Long.SIZE] ^= 1L << (lane % Long.SIZE);
      }
    }
    return less;
  }

  /** Zeros at party 0, which has no part. */
  private static long[] part(Context context, Shares shares) {
    long[] part = ToTwoParties.convert(context, shares);
    return part == null ? new long[shares.own().length] : part;
  }

  private static boolean borrows(long[] x, long[] k, int at, int limbs) {
    return Arrays.compareUnsigned(x, at, at + limbs, k, at, at + limbs) < 0;
  }

  /** Cost of {@link #less}. */
  static Cost cost(Sharing sharing, Ring ring, int lanes) {
    int padded = BitPlanes.words(lanes) * Long.SIZE;
    return ToTwoParties.cost(sharing, ring, lanes)
        .beside(ToTwoParties.cost(sharing, ring, lanes))
        .then(LessThan.cost(ring, 3 * padded));
  }
}
