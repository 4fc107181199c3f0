package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.suite.Protocol;
import java.util.List;

/**
 * Equality of bit strings, the answer shared.
 *
 * <p><b>Functionality.</b> From xor shares of a batch x and of operands k, single or replicated,
 * replicated shares of [x = k], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToReplicated} and {@link And}
 * show it, each under streams of its own.
 *
 * <p><b>How.</b> The bits of NOT (x xor k) are shared already; {@link Conjunction} folds them.
 *
 * <p><b>Rounds.</b> log2 n, one more from single shares. <b>Cost.</b> n - 1 gates per lane, 3 bits
 * each: 23.6 bytes for n = 64; 24 more from single shares.
 *
 * <p><b>Source.</b> Araki et al., CCS 2016, for the gates; the fold is folklore.
 */
public final class XorEquality {

  /** Declaration of this protocol. */
  public static final Protocol PROTOCOL =
      new Protocol(
          "equality of xor shares, shared",
          "[x = k], replicated bits",
          Protocol.ONE_SEMI_HONEST,
          "Araki et al., CCS 2016 (gates)",
          "",
          (ring, lanes) -> XorColumn.cost(Operator.EQUAL, ring, lanes));

  private XorEquality() {}

  /**
   * The circuit of equality with some operands; their answers lie side by side.
   *
   * @param x planes of the batch
   * @param operands one to a plane, its words the element's
   * @param places which of them
   */
  static Conjunction circuit(
      Party self, ReplicatedPlanes x, ReplicatedPlanes operands, List<Integer> places) {
    return new Conjunction(agreement(self, x, operands, places));
  }

  /** NOT (x xor k), bit by bit, for some of the operands side by side. */
  static ReplicatedPlanes agreement(
      Party self, ReplicatedPlanes x, ReplicatedPlanes operands, List<Integer> places) {
    int width = places.size() * x.width();
    ReplicatedPlanes agreement =
        new ReplicatedPlanes(
            width,
            sum(x, x.own(), operands.own(), places),
            sum(x, x.next(), operands.next(), places));
    agreement.flip(self);
    return agreement;
  }

  private static long[] sum(
      ReplicatedPlanes planes, long[] x, long[] elements, List<Integer> places) {
    int width = planes.width();
    int bits = planes.count();
    long[] sum = new long[bits * places.size() * width];
    int to = 0;
    for (int plane = 0; plane < bits; plane++) {
      for (int place : places) {
        long bit = allLanes(elements, place * bits + plane);
        for (int i = 0; i < width; i++) {
          sum[to++] = x[plane * width + i] ^ bit;
        }
      }
    }
    return sum;
  }

  /** One bit of an element, the most significant first, in all lanes of a word. */
  static long allLanes(long[] elements, int bit) {
    return elements[bit / Long.SIZE] << bit % Long.SIZE >> Long.SIZE - 1;
  }
}
