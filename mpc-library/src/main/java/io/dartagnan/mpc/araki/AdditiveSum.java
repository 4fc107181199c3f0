package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * Sum of the numbers whose bits are one.
 *
 * <p><b>Functionality.</b> From replicated bits b and additive shares of numbers x modulo 2^64,
 * single or replicated, additive shares of the sum of b x over all lanes.
 *
 * <p><b>Adversary.</b> One semi-honest party. Of single shares it sees what {@link BitTimesNumber}
 * shows it. Of replicated ones P2 receives two words per lane from P0, each under a mask of its own
 * from a stream of P0 and P1, and nobody else receives anything: uniform.
 *
 * <p><b>How.</b> Of single shares, the products of {@link BitTimesNumber}, added up. Of replicated
 * ones P0 knows u = b_0 xor b_1 and y = x_0 + x_1, P1 and P2 know v = b_2 and z = x_2, and
 *
 * <pre>
 *   b x = u y + v (1 - 2u) y + u (1 - 2v) z + v z
 * </pre>
 *
 * The first is P0's, the last P1's. The other two are inner products of what P0 has, (1 - 2u) y and
 * u, with what P1 and P2 have: P0 sends P2 both under masks that P1 knows, and P2 and P1 multiply
 * and add up what they have.
 *
 * <p><b>Rounds.</b> 1. <b>Cost.</b> 24 bytes per lane of single shares, 16 of replicated ones.
 *
 * <p><b>Source.</b> {@link BitTimesNumber}; inner products by one masked vector as in {@link
 * BitCount}.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
final class AdditiveSum {

  static final Protocol PROTOCOL =
      new Protocol(
          "sum of additive shares under bits",
          "the sum of b x modulo 2^64, an additive share each",
          Protocol.ONE_SEMI_HONEST,
          "ABY3, CCS 2018 (a bit times an arithmetic sharing)",
          "added up before anything is reshared; of replicated shares two messages' words to one"
              + " party",
          (ring, lanes) -> cost(Sharing.ADDITIVE, lanes));

  private static final Ring RING = new Ring(1);

  private AdditiveSum() {}

  /** This party's share of the sum; not fresh. */
  static long sum(Context context, ReplicatedPlanes bits, Shares x) {
    return x.sharing().isReplicated()
        ? ofReplicated(context, bits, x)
        : total(BitTimesNumber.of(context, RING, bits, x.own()));
  }

  private static long ofReplicated(Context context, ReplicatedPlanes bits, Shares x) {
    int lanes = x.lanes();
    return switch (context.self()) {
      case P0 -> {
        long[] u = bits.sum();
        long[] y = RING.add(x.own(), x.next());
        long[] ones = new long[lanes];
        Arrays.fill(ones, 1);
        long[] masks = context.randomWithNext(2 * lanes);
        long[] signed = BitTimesNumber.negatedWhere(RING, u, y);
        long[] chosen = BitTimesNumber.where(RING, u, ones);
        for (int i = 0; i < lanes; i++) {
          masks[i] += signed[i];
          masks[lanes + i] += chosen[i];
        }
        context.send(Party.P2, masks);
        yield total(BitTimesNumber.where(RING, u, y));
      }
      case P1 -> {
        long[] masks = context.randomWithPrev(2 * lanes);
        long[] z = x.next();
        yield total(BitTimesNumber.where(RING, bits.next(), z)) - products(bits.next(), z, masks);
      }
      case P2 -> products(bits.own(), x.own(), context.receive(Party.P0, 2 * lanes));
    };
  }

  /** The sum of v y + (1 - 2v) z u, with y and u one after the other. */
  private static long products(long[] v, long[] z, long[] yThenU) {
    int lanes = z.length;
    long[] signed = BitTimesNumber.negatedWhere(RING, v, z);
    long sum = total(BitTimesNumber.where(RING, v, Arrays.copyOf(yThenU, lanes)));
    for (int i = 0; i < lanes; i++) {
      sum += signed[i] * yThenU[lanes + i];
    }
    return sum;
  }

  private static long total(long[] batch) {
    long sum = 0;
    for (long word : batch) {
      sum += word;
    }
    return sum;
  }

  static Cost cost(Sharing sharing, int lanes) {
    return sharing.isReplicated()
        ? new Cost(1, 2L * lanes * Long.BYTES, 0, 0)
        : BitTimesNumber.cost(RING, lanes);
  }
}
