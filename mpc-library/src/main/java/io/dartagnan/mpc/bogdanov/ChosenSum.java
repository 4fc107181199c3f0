package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * Count of ones, and sum of the numbers whose bits are one.
 *
 * <p><b>Functionality.</b> From xor shares of a bit per lane, fresh additive shares of their
 * number; with shares of a number x per lane, of the sum of b x. Modulo 2^64.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ShareConversion}, {@link
 * Multiplication} and {@link XorMultiplication} show it.
 *
 * <p><b>How.</b> Bits become numbers, are multiplied with x, and the products are added up, which
 * is local. Of xor shares every bit of x is ANDed with b first, the bits of the products become
 * numbers, and these weigh what their plane does.
 *
 * <p><b>Rounds.</b> Count 1, sum 2; of xor shares 9, since eight planes are converted at a time.
 * <b>Cost.</b> Count n + 2 bits per lane; sum 7n + 2; of xor shares n (n + 5) + 3.
 *
 * <p><b>Source.</b> IJIS 2012, ShareConv and Mult. <b>Deviation.</b> Those of {@link
 * ShareConversion} and {@link Multiplication}; xor shares do not occur in the paper.
 *
 * <p><b>On failure.</b> A party ends with an error at the exchange's deadline, with uniform words.
 */
final class ChosenSum {

  static final Protocol COUNT =
      new Protocol(
          "count of ones",
          "xor shares of a bit per lane to additive shares of their number modulo 2^64",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, ShareConv",
          "that of share conversion",
          (ring, lanes) -> countCost(lanes));

  static final Protocol ADDITIVE =
      new Protocol(
          "sum under bits",
          "xor shares of b and additive shares of x to additive shares of the sum of b x modulo 2^64",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, ShareConv and Mult",
          "those of share conversion and multiplication",
          (ring, lanes) -> cost(Sharing.ADDITIVE, lanes));

  static final Protocol XOR =
      new Protocol(
          "sum of xor shares under bits",
          "xor shares of b and x to additive shares of the sum of b x modulo 2^64",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, Mult over Z_2 and ShareConv",
          "on xor shares, which the paper does not add up",
          (ring, lanes) -> cost(Sharing.XOR, lanes));

  private static final Ring RING = new Ring(1);
  // A number for every bit of so many planes is alive at once.
  private static final int PLANES_AT_ONCE = 8;

  private ChosenSum() {}

  /** This party's share of the number of ones. */
  static long count(Context context, long[] bits, int lanes) {
    return total(ShareConversion.convert(context, RING, bits, lanes), 0, lanes);
  }

  /** This party's share of the sum. */
  static long sum(Context context, long[] bits, Shares x) {
    return x.sharing().isXor() ? ofXor(context, bits, x) : ofAdditive(context, bits, x);
  }

  private static long ofAdditive(Context context, long[] bits, Shares x) {
    long[] numbers = ShareConversion.convert(context.narrow("bits"), RING, bits, x.lanes());
    long[] products = Multiplication.multiply(context.narrow("products"), RING, numbers, x.own());
    return total(products, 0, products.length);
  }

  private static long ofXor(Context context, long[] bits, Shares x) {
    int lanes = x.lanes();
    long[] chosen = XorMultiplication.andLanes(context.narrow("choose"), 1, x.own(), bits);
    long[] planes = BitPlanes.of(RING, chosen);
    int words = BitPlanes.words(lanes);
    long sum = 0;
    for (int plane = 0; plane < Long.SIZE; plane += PLANES_AT_ONCE) {
      long[] some = Arrays.copyOfRange(planes, plane * words, (plane + PLANES_AT_ONCE) * words);
      long[] numbers = ShareConversion.convert(context.narrow("planes" + plane), RING, some, lanes);
      for (int i = 0; i < PLANES_AT_ONCE; i++) {
        sum = 2 * sum + total(numbers, i * lanes, lanes);
      }
    }
    return sum;
  }

  private static long total(long[] numbers, int from, int count) {
    long sum = 0;
    for (int i = from; i < from + count; i++) {
      sum += numbers[i];
    }
    return sum;
  }

  /** Cost of {@link #count}. */
  static Cost countCost(int lanes) {
    return ShareConversion.cost(RING, 1, lanes);
  }

  /** Cost of {@link #sum}. */
  static Cost cost(Sharing sharing, int lanes) {
    if (!sharing.isXor()) {
      return countCost(lanes).then(Multiplication.cost(RING, lanes));
    }
    Cost cost = XorMultiplication.costLanes(1, lanes);
    for (int plane = 0; plane < Long.SIZE; plane += PLANES_AT_ONCE) {
      cost = cost.then(ShareConversion.cost(RING, PLANES_AT_ONCE, lanes));
    }
    return cost;
  }
}
