package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.replicated.And;
import io.dartagnan.mpc.replicated.AndRounds;
import io.dartagnan.mpc.replicated.BitTimesString;
import io.dartagnan.mpc.replicated.CarrySave;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.List;

/**
 * Sum of the numbers whose bits are one, of numbers shared bit by bit.
 *
 * <p><b>Functionality.</b> From replicated bits b and xor shares of numbers x of 64 bits, single or
 * replicated, additive shares of the sum of b x over all lanes, modulo 2^64.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link BitTimesString}, {@link
 * CarrySave} and {@link BitCount} show it, each under streams of its own.
 *
 * <p><b>How.</b> The bits of b x are added up in {@link CarrySave} until few numbers are left. Of
 * these the ones in each plane are counted modulo 2^64, and the counts weigh what their plane does.
 *
 * <p><b>Rounds.</b> 2 and those of {@link CarrySave}, one more from single shares. <b>Cost.</b>
 * 49.5 bytes per lane of 32,768, 24 more from single shares; 64 kilobytes of that once per batch.
 *
 * <p><b>Source.</b> Those of its parts.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
final class XorSum {

  static final Protocol PROTOCOL =
      new Protocol(
          "sum of xor shares under bits",
          "the sum of b x modulo 2^64, an additive share each",
          Protocol.ONE_SEMI_HONEST,
          "Wallace, 1964; ABY, NDSS 2015 (B2A); Araki et al., CCS 2016 (gates)",
          "bits become numbers after they are added up, not before",
          (ring, lanes) -> cost(Sharing.XOR, lanes));

  private static final Ring RING = new Ring(1);

  private XorSum() {}

  /** This party's share of the sum; not fresh. */
  static long sum(Context context, ReplicatedPlanes bits, Shares x) {
    Shares chosen = BitTimesString.of(And.GATES, context.narrow("times"), bits, x);
    CarrySave addition =
        new CarrySave(
            new ReplicatedPlanes(
                bits.width(), BitPlanes.of(RING, chosen.own()), BitPlanes.of(RING, chosen.next())),
            bits.width() * Long.SIZE,
            Long.SIZE,
            CarrySave.TWO_WORDS);
    AndRounds.run(And.GATES, context.narrow("carry-save"), List.of(addition));
    long[] counts = BitCount.count(context.narrow("count"), addition.result(), Long.SIZE);
    long sum = 0;
    for (long count : counts) {
      sum = 2 * sum + count;
    }
    return sum;
  }

  static Cost cost(Sharing sharing, int lanes) {
    int width = BitPlanes.words(lanes);
    return BitTimesString.cost(sharing, RING, lanes)
        .then(CarrySave.cost(Long.SIZE, Long.SIZE, width * Long.SIZE, CarrySave.TWO_WORDS))
        .then(BitCount.cost((long) Long.SIZE * CarrySave.width(width * Long.SIZE), Long.SIZE));
  }
}
