package io.dartagnan.mpc.bogdanov;

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
 * Unsigned comparison of two batches, lane by lane.
 *
 * <p><b>Functionality.</b> From shares of x and y, of any sharing, xor shares of [x &lt; y].
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToTwoParties}, {@link
 * ShiftRight}, {@link MostSignificantNonZeroBit} and {@link XorMultiplication} show it.
 *
 * <p><b>How.</b> As {@link AdditiveLessThan} and {@link XorLessThan}, but that the right side
 * differs from lane to lane.
 *
 * <p><b>Rounds.</b> Those of {@link AdditiveLessThan} and {@link XorLessThan}. <b>Cost.</b> Of
 * additive shares 2n + 6 bits and three {@link ShiftRight} per lane; of xor shares {@link PrefixOr}
 * and 6n bits.
 *
 * <p><b>Source.</b> IJIS 2012, as there. <b>Deviation.</b> That of {@link AdditiveLessThan} and
 * {@link XorLessThan}.
 *
 * <p><b>On failure.</b> A party ends with an error at the exchange's deadline, with uniform words.
 */
final class LaneLessThan {

  static final Protocol ADDITIVE = protocol("less than of two batches", Sharing.ADDITIVE);

  static final Protocol XOR = protocol("less than of two batches of xor shares", Sharing.XOR);

  private LaneLessThan() {}

  private static Protocol protocol(String name, Sharing sharing) {
    return new Protocol(
        name,
        "shares of x and y per lane to xor shares of [x < y]",
        Protocol.ONE_SEMI_HONEST,
        sharing.isXor() ? "IJIS 2012, the steps of Overflow" : "IJIS 2012, by ShiftR",
        sharing.isXor()
            ? "on xor shares, which the paper does not compare"
            : "right on the full range of the ring, which takes the highest bits of x and y as well",
        (ring, lanes) -> cost(sharing, ring, lanes));
  }

  /** This party's xor shares of the answer, 64 lanes to a word. */
  static long[] compare(Context context, Shares x, Shares y) {
    return x.sharing().isXor() ? xor(context, x, y) : additive(context, x, y);
  }

  private static long[] additive(Context context, Shares x, Shares y) {
    Ring ring = x.ring();
    int lanes = x.lanes();
    long[] left = ToTwoParties.convert(context.narrow("left"), x);
    long[] right = ToTwoParties.convert(context.narrow("right"), y);
    long[] parts = context.self() == Party.P0 ? null : numbers(ring, left, right);
    long[] highest =
        ShiftRight.shift(context.narrow("highest"), ring, parts, 3 * lanes, ring.bits() - 1);

    long[] mx = AdditiveLessThan.lowestBits(ring, highest, 0, lanes);
    long[] my = AdditiveLessThan.lowestBits(ring, highest, lanes, lanes);
    long[] md = AdditiveLessThan.lowestBits(ring, highest, 2 * lanes, lanes);
    int words = mx.length;
    long[] operands = new long[2 * words];
    for (int i = 0; i < words; i++) {
      operands[i] = mx[i] ^ my[i];
      operands[words + i] = my[i] ^ md[i];
    }
    long[] less = XorMultiplication.and(context.narrow("choose"), operands);
    for (int i = 0; i < words; i++) {
      less[i] ^= md[i];
    }
    return less;
  }

  /** x, y, and the difference. */
  private static long[] numbers(Ring ring, long[] x, long[] y) {
    long[] numbers = Arrays.copyOf(x, 3 * x.length);
    System.arraycopy(y, 0, numbers, x.length, x.length);
    System.arraycopy(ring.subtract(x, y), 0, numbers, 2 * x.length, x.length);
    return numbers;
  }

  private static long[] xor(Context context, Shares x, Shares y) {
    Ring ring = x.ring();
    int words = BitPlanes.words(x.lanes());
    long[] first = BitPlanes.of(ring, Sharing.XOR.add(ring, x.own(), y.own()));
    MostSignificantNonZeroBit.apply(
        context.narrow("highest-difference"), first, words, ring.bits());
    long[] operands = Arrays.copyOf(first, 2 * first.length);
    System.arraycopy(BitPlanes.of(ring, y.own()), 0, operands, first.length, first.length);
    long[] less = XorMultiplication.and(context.narrow("select"), operands);
    return MostSignificantNonZeroBit.remaining(less, words, ring.bits());
  }

  /** Cost of a comparison. */
  static Cost cost(Sharing sharing, Ring ring, int lanes) {
    int words = BitPlanes.words(lanes);
    if (sharing.isXor()) {
      return MostSignificantNonZeroBit.cost(words, ring.bits())
          .then(XorMultiplication.cost((long) ring.bits() * words));
    }
    Cost parts = ToTwoParties.cost(sharing, ring, lanes);
    return parts
        .beside(parts)
        .then(ShiftRight.cost(ring, 3 * lanes, ring.bits() - 1))
        .then(XorMultiplication.cost(words));
  }
}
