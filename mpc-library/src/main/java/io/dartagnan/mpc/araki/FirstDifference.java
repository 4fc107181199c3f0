package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * The verdict of the first place where two numbers differ.
 *
 * <p><b>Functionality.</b> A number's digits, most significant first, each come with two replicated
 * bits per lane: e, whether the two numbers agree in that digit, and v, which of them is smaller if
 * they do not. The result is v of the first digit in which they differ, and v of the last digit if
 * they agree in all before.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link And} shows it.
 *
 * <p><b>How.</b> Two neighbouring runs of digits combine as
 *
 * <pre>
 *   v = v_hi xor e_hi AND (v_hi xor v_lo)        e = e_hi AND e_lo
 * </pre>
 *
 * and the e of the runs that hold the last digit is never needed.
 *
 * <p><b>Rounds.</b> ceil(log2 g) for g digits. <b>Cost.</b> Two gates per combination, one along
 * the last digit's path, 3 bits each: 120 gates for 64 one-bit digits.
 *
 * <p><b>Source.</b> The comparison tree of Garay, Schoenmakers, Villegas, "Practical and Secure
 * Solutions for Integer Comparison", PKC 2007. <b>Deviation.</b> v may be anything while e holds,
 * which lets a leaf be free.
 */
final class FirstDifference {
  static final Protocol PROTOCOL =
      new Protocol(
          "first difference",
          "of n one-bit digits, replicated, the verdict of the first in which two numbers differ",
          Protocol.ONE_SEMI_HONEST,
          "Garay, Schoenmakers, Villegas, PKC 2007; Araki et al., CCS 2016 (gates)",
          "the verdict of a digit may be anything where the two agree in it",
          (ring, lanes) -> cost(ring.bits(), BitPlanes.words(lanes)));

  private FirstDifference() {}

  /**
   * The verdict, one plane.
   *
   * @param e planes of all digits but the last one's, which may be missing or anything
   * @param v planes of all digits; both are used up
   * @param added bits that this party alone adds to the verdict, by xor, hidden in the last gates'
   *     products; null for none, may be shorter than a plane
   */
  static ReplicatedPlanes verdict(
      Context context, ReplicatedPlanes e, ReplicatedPlanes v, long[] added) {
    int width = v.width();
    int count = v.count();
    for (int level = 0; count > 1; level++) {
      int pairs = count / 2;
      // With an odd count the first node waits: the last pair is always the lowest.
      int first = count % 2;
      long[] z = new long[(2 * pairs - 1) * width];
      for (int pair = 0; pair < pairs; pair++) {
        int hi = (first + 2 * pair) * width;
        choices(z, pair * width, e, v, hi, hi + width, width);
        if (pair < pairs - 1) {
          And.products(z, (pairs + pair) * width, e, hi, e, hi + width, width);
        }
      }
      if (count == 2 && added != null) {
        for (int i = 0; i < added.length; i++) {
          z[i] ^= added[i];
        }
      }
      long[] received = And.exchange(context.narrow("level" + level), z);
      for (int pair = 0; pair < pairs; pair++) {
        int hi = (first + 2 * pair) * width;
        int to = (first + pair) * width;
        addTo(v.own(), to, v.own(), hi, z, pair * width, width);
        addTo(v.next(), to, v.next(), hi, received, pair * width, width);
        if (pair < pairs - 1) {
          System.arraycopy(z, (pairs + pair) * width, e.own(), to, width);
          System.arraycopy(received, (pairs + pair) * width, e.next(), to, width);
        }
      }
      count -= pairs;
    }
    return new ReplicatedPlanes(
        width, Arrays.copyOf(v.own(), width), Arrays.copyOf(v.next(), width));
  }

  /** Local products of e_hi AND (v_hi xor v_lo). */
  private static void choices(
      long[] z, int at, ReplicatedPlanes e, ReplicatedPlanes v, int hi, int lo, int width) {
    long[] eOwn = e.own();
    long[] eNext = e.next();
    long[] vOwn = v.own();
    long[] vNext = v.next();
    for (int i = 0; i < width; i++) {
      z[at + i] =
          And.product(
              eOwn[hi + i],
              eNext[hi + i],
              vOwn[hi + i] ^ vOwn[lo + i],
              vNext[hi + i] ^ vNext[lo + i]);
    }
  }

  private static void addTo(long[] sum, int at, long[] x, int xAt, long[] y, int yAt, int width) {
    for (int i = 0; i < width; i++) {
      sum[at + i] = x[xAt + i] ^ y[yAt + i];
    }
  }

  /** What the verdict over so many digits costs. */
  static Cost cost(int digits, int width) {
    Cost cost = Cost.NONE;
    for (int count = digits; count > 1; count -= count / 2) {
      cost = cost.then(And.cost((2L * (count / 2) - 1) * width));
    }
    return cost;
  }
}
