package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.araki.masked.MaskedDigits;
import io.dartagnan.mpc.araki.masked.MaskedVerdicts;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToMasked;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.replicated.Rounds;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.List;

/**
 * Unsigned comparison of two batches of numbers, lane by lane.
 *
 * <p><b>Functionality.</b> From additive shares of x and y, single or replicated, replicated shares
 * of [x &lt; y].
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToMasked} and {@link
 * MaskedVerdicts} show it, each under streams of its own.
 *
 * <p><b>How.</b> As {@link AdditiveLessThan} with one operand, but that the operand's borrow
 * differs from lane to lane.
 *
 * <p><b>Rounds.</b> 5. <b>Cost.</b> Three borrows, 128.25 bytes per lane of 64 bits, and 32 more
 * from single shares.
 *
 * <p><b>Source.</b> {@link AdditiveLessThan}.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
final class AdditiveLaneLessThan {

  static final Protocol PROTOCOL =
      new Protocol(
          "less-than of two batches, additive shares",
          "[x < y], unsigned, full range, replicated bits",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012 (Overflow); Ishai et al., TCC 2013 (tables); ABY2.0, USENIX Security 2021 (gates)",
          "borrows of masked values in place of the difference's top bit",
          (ring, lanes) -> cost(Sharing.ADDITIVE, ring, lanes));

  private AdditiveLaneLessThan() {}

  /** This party's shares of the answer, one plane. */
  static ReplicatedPlanes compare(Context context, Shares x, Shares y) {
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
    MaskedDigits.Size size = size(ring, BitPlanes.words(lanes));
    return ToMasked.cost(sharing, ring, 2 * lanes)
        .beside(MaskedVerdicts.dealtCost(size))
        .then(MaskedVerdicts.roundsCost(size));
  }
}
