package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.araki.masked.MaskedDigits;
import io.dartagnan.mpc.araki.masked.MaskedVerdicts;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToMasked;
import io.dartagnan.mpc.replicated.And;
import io.dartagnan.mpc.replicated.AndRounds;
import io.dartagnan.mpc.replicated.FirstDifference;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.replicated.Rounds;
import io.dartagnan.mpc.replicated.ToReplicated;
import io.dartagnan.mpc.replicated.XorLessThan;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;
import java.util.List;

/**
 * Unsigned comparison of two batches, lane by lane.
 *
 * <p><b>Functionality.</b> From shares of x and y, of any sharing, replicated shares of [x &lt; y].
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToReplicated}, {@link ToMasked},
 * {@link MaskedVerdicts} and {@link And} show it, each under streams of its own.
 *
 * <p><b>How.</b> As {@link XorLessThan} and {@link AdditiveLessThan} with one operand, but that the
 * operand's bits, or its borrow, differ from lane to lane.
 *
 * <p><b>Rounds.</b> Of 64-bit xor shares 7, one more from single ones; of additive shares 5.
 * <b>Cost.</b> Of xor shares 28.1 bytes per lane, 48 more from single ones; of additive shares
 * three borrows, 128.25, and 32 more from single ones.
 *
 * <p><b>Source.</b> {@link XorLessThan}, {@link AdditiveLessThan}.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
final class LaneLessThan {

  static final Protocol XOR = protocol("less-than of two batches, xor shares", Sharing.XOR);

  static final Protocol ADDITIVE =
      protocol("less-than of two batches, additive shares", Sharing.ADDITIVE);

  private LaneLessThan() {}

  private static Protocol protocol(String name, Sharing sharing) {
    return new Protocol(
        name,
        "[x < y], unsigned, full range, replicated bits",
        Protocol.ONE_SEMI_HONEST,
        sharing.isXor()
            ? "Garay, Schoenmakers, Villegas, PKC 2007; Araki et al., CCS 2016 (gates)"
            : "IJIS 2012 (Overflow); Ishai et al., TCC 2013 (tables); ABY2.0, USENIX Security 2021 (gates)",
        sharing.isXor()
            ? "leaves take the right side's bit and are free"
            : "borrows of masked values in place of the difference's top bit",
        (ring, lanes) -> cost(sharing, ring, lanes));
  }

  /** This party's shares of the answer, one plane. */
  static ReplicatedPlanes compare(Context context, Shares x, Shares y) {
    return x.sharing().isXor() ? xor(context, x, y) : additive(context, x, y);
  }

  private static ReplicatedPlanes xor(Context context, Shares x, Shares y) {
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
    e.flip(context.self());
    // A last digit for equal lanes, whose verdict is 0.
    ReplicatedPlanes v =
        new ReplicatedPlanes(
            width,
            Arrays.copyOf(yOwn, yOwn.length + width),
            Arrays.copyOf(next[1], yOwn.length + width));
    FirstDifference verdict = new FirstDifference(0, true, e, v);
    AndRounds.run(And.GATES, context.narrow("circuit"), List.of(verdict));
    return verdict.result();
  }

  private static ReplicatedPlanes additive(Context context, Shares x, Shares y) {
    Ring ring = x.ring();
    int width = BitPlanes.words(x.lanes());
    List<long[]> parts = ToMasked.convert(context.narrow("to-masked"), List.of(x, y));
    long[] left = parts.get(0);
    long[] right = parts.get(1);
    // Three blocks of lanes side by side: x, y, and the difference.
    MaskedDigits.Size size = size(ring, width);
    long[] planes = new long[ring.bits() * size.width()];
    BitPlanes.write(ring, left, planes, size.width(), 0);
    BitPlanes.write(ring, right, planes, size.width(), width);
    BitPlanes.write(ring, ring.subtract(left, right), planes, size.width(), 2 * width);
    // Both P1 and P2 know it; one of them adds it.
    long[] wraps = context.self() == Party.P2 ? null : BitPlanes.pack(ring.below(left, right));
    MaskedVerdicts borrows =
        new MaskedVerdicts(
            context.narrow("verdicts"), List.of(new MaskedDigits(size, planes, wraps)));
    Rounds.run(List.of(borrows));
    ReplicatedPlanes three = borrows.result(0);
    return new ReplicatedPlanes(width, sum(three.own(), width), sum(three.next(), width));
  }

  /** The xor of the three blocks. */
  private static long[] sum(long[] blocks, int width) {
    long[] sum = new long[width];
    for (int i = 0; i < width; i++) {
      sum[i] = blocks[i] ^ blocks[width + i] ^ blocks[2 * width + i];
    }
    return sum;
  }

  private static MaskedDigits.Size size(Ring ring, int width) {
    return new MaskedDigits.Size(ring, 3 * width, true);
  }

  /** Cost of a comparison. */
  static Cost cost(Sharing sharing, Ring ring, int lanes) {
    int width = BitPlanes.words(lanes);
    if (sharing.isXor()) {
      Cost circuit = XorLessThan.circuitCost(ring, 0, true, width);
      return sharing.isReplicated()
          ? circuit
          : ToReplicated.cost(2L * ring.bits() * width).then(circuit);
    }
    MaskedDigits.Size size = size(ring, width);
    return ToMasked.cost(sharing, ring, 2 * lanes)
        .beside(MaskedVerdicts.dealtCost(size))
        .then(MaskedVerdicts.roundsCost(size));
  }
}
