package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;
import java.util.List;

/**
 * Unsigned comparison of two batches of bit strings, lane by lane.
 *
 * <p><b>Functionality.</b> From xor shares of x and y, single or replicated, replicated shares of
 * [x &lt; y].
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToReplicated} and {@link And}
 * show it, each under streams of its own.
 *
 * <p><b>How.</b> As {@link XorLessThan} with one operand, but that the operand's bits differ from
 * lane to lane.
 *
 * <p><b>Rounds.</b> Of 64 bits 7, one more from single shares. <b>Cost.</b> 28.1 bytes per lane,
 * 45.4 where a gate is one product; 48 more from single shares.
 *
 * <p><b>Source.</b> {@link XorLessThan}.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
public final class XorLaneLessThan {

  /** Declaration of this protocol. */
  public static final Protocol PROTOCOL =
      new Protocol(
          "less-than of two batches, xor shares",
          "[x < y], unsigned, full range, replicated bits",
          Protocol.ONE_SEMI_HONEST,
          "Garay, Schoenmakers, Villegas, PKC 2007; Araki et al., CCS 2016 (gates)",
          "leaves take the right side's bit and are free",
          (ring, lanes) -> cost(Sharing.XOR, ring, true, lanes));

  private XorLaneLessThan() {}

  /**
   * This party's shares of the answer, one plane.
   *
   * @param and the protocol of its gates
   * @param sums whether a gate may be a sum of products
   */
  public static ReplicatedPlanes compare(
      AndProtocol and, boolean sums, Context context, Shares x, Shares y) {
    Party self = context.self();
    Ring ring = x.ring();
    int width = BitPlanes.words(x.lanes());
    long[] xOwn = BitPlanes.of(ring, x.own());
    long[] yOwn = BitPlanes.of(ring, y.own());
    long[][] next =
        x.sharing().isReplicated()
            ? new long[][] {BitPlanes.of(ring, x.next()), BitPlanes.of(ring, y.next())}
            : ToReplicated.convert(context.narrow("to-replicated"), xOwn, yOwn);
    BitPlanes.add(xOwn, 0, yOwn, 0, xOwn.length);
    BitPlanes.add(next[0], 0, next[1], 0, xOwn.length);
    ReplicatedPlanes e = new ReplicatedPlanes(width, xOwn, next[0]);
    e.flip(self);
    // A last digit for equal lanes, whose verdict is 0.
    ReplicatedPlanes v =
        new ReplicatedPlanes(
            width,
            Arrays.copyOf(yOwn, yOwn.length + width),
            Arrays.copyOf(next[1], yOwn.length + width));
    FirstDifference verdict = new FirstDifference(0, sums, e, v);
    AndRounds.run(and, context.narrow("circuit"), List.of(verdict));
    return verdict.result();
  }

  /** Cost of a comparison. */
  public static Cost cost(Sharing sharing, Ring ring, boolean sums, int lanes) {
    int width = BitPlanes.words(lanes);
    Cost circuit = XorLessThan.circuitCost(ring, 0, sums, width);
    return sharing.isReplicated()
        ? circuit
        : ToReplicated.cost(2L * ring.bits() * width).then(circuit);
  }
}
