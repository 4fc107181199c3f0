package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;
import java.util.List;

/**
 * Comparison of bit strings.
 *
 * <p><b>Functionality.</b> From xor shares of a batch x and of operands k, single or replicated,
 * replicated shares of [x &lt; k], or of [x &lt;= k], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToReplicated} and {@link And}
 * show it, each under streams of its own.
 *
 * <p><b>How.</b> Every bit is a digit of {@link FirstDifference}: e = NOT (x xor k) and v = k's bit
 * are shared already. A last digit, for when all others agree, has the constant v = 0 for [x &lt;
 * k] and v = 1 for [x &lt;= k]. Signed order flips the highest v.
 *
 * <p><b>Rounds.</b> ceil(log2 (n + 1)) or more, one more from single shares. <b>Cost.</b> That of
 * the n + 1 digits: 75 gates for n = 64, 28.1 bytes; 24 more from single shares. Once per batch the
 * operands' shares.
 *
 * <p><b>Source.</b> Garay, Schoenmakers, Villegas, PKC 2007, with the gates of Araki et al., CCS
 * 2016. <b>Deviation.</b> v is the operand's bit, so that leaves are free.
 */
public final class XorLessThan {

  /** Declaration of this protocol. */
  public static final Protocol PROTOCOL =
      new Protocol(
          "less-than on xor shares",
          "[x < k] or [x <= k], replicated bits",
          Protocol.ONE_SEMI_HONEST,
          "Garay, Schoenmakers, Villegas, PKC 2007; Araki et al., CCS 2016 (gates)",
          "leaves take the operand's bit and are free",
          (ring, lanes) -> XorColumn.cost(Operator.LESS, ring, lanes));

  private XorLessThan() {}

  /** Whether an order, or its negation, is [x &lt;= k] and not [x &lt; k]. */
  static boolean isOrEqual(Operator operator) {
    return operator == Operator.GREATER || operator == Operator.LESS_OR_EQUAL;
  }

  /**
   * The circuit of some orders; their answers lie side by side.
   *
   * @param moreRounds beyond the fewest
   * @param sums whether a gate may be a sum of products
   * @param x planes of the batch
   * @param operands one to a plane, its words the element's
   * @param comparisons what is asked of each operand
   * @param places which of them are the orders
   */
  static FirstDifference circuit(
      Party self,
      int moreRounds,
      boolean sums,
      ReplicatedPlanes x,
      ReplicatedPlanes operands,
      List<Comparison> comparisons,
      List<Integer> places) {
    ReplicatedPlanes v =
        new ReplicatedPlanes(
            places.size() * x.width(),
            verdicts(x, operands.own(), comparisons, places, self == Party.P0),
            verdicts(x, operands.next(), comparisons, places, self.next() == Party.P0));
    return new FirstDifference(
        moreRounds, sums, XorEquality.agreement(self, x, operands, places), v);
  }

  /**
   * One share of v of every bit, and of the last digit.
   *
   * @param flips whether it is the share that constants are added to
   */
  private static long[] verdicts(
      ReplicatedPlanes x,
      long[] elements,
      List<Comparison> comparisons,
      List<Integer> places,
      boolean flips) {
    int width = x.width();
    int bits = x.count();
    long[] v = new long[(bits + 1) * places.size() * width];
    int to = 0;
    for (int plane = 0; plane <= bits; plane++) {
      for (int place : places) {
        Comparison order = comparisons.get(place);
        long share = plane < bits ? XorEquality.allLanes(elements, place * bits + plane) : 0;
        // Signed order flips the highest verdict, and on equal values the last one counts.
        boolean one =
            plane == 0 && order.ordering() == Ordering.SIGNED
                || plane == bits && isOrEqual(order.operator());
        Arrays.fill(v, to, to + width, flips && one ? ~share : share);
        to += width;
      }
    }
    return v;
  }

  /** Cost of all layers of {@link #circuit} with one order, but the last. */
  public static Cost circuitCostButLast(Ring ring, int width) {
    return FirstDifference.costButLast(ring.bits() + 1, width);
  }

  /** Cost of {@link #circuit}, of planes of so many words for all orders together. */
  public static Cost circuitCost(Ring ring, int moreRounds, boolean sums, int width) {
    return FirstDifference.cost(ring.bits() + 1, moreRounds, sums, width);
  }
}
