package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * Unsigned comparison of bit strings.
 *
 * <p><b>Functionality.</b> From xor shares of a batch x and one operand k, single or replicated,
 * replicated shares of [x &lt; k], or of [x &lt;= k], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToReplicated} and {@link And}
 * show it, each under streams of its own.
 *
 * <p><b>How.</b> Every bit is a digit of {@link FirstDifference}: e = NOT (x xor k) and v = k's bit
 * are shared already. When all bits but the lowest agree, the verdict is that of the lowest, whose
 * v is made by one gate:
 *
 * <pre>
 *   [x &lt; k]:  v = k AND NOT e = k xor (e AND k)
 *   [x &lt;= k]: v = k OR e      = k xor (e AND k) xor e
 * </pre>
 *
 * <p><b>Rounds.</b> 1 + log2 n, one more from single shares. <b>Cost.</b> 2n - 1 - log2 n gates per
 * lane, 3 bits each: 45.4 bytes for n = 64; 24 more from single shares. Once per batch the
 * operand's shares.
 *
 * <p><b>Source.</b> Garay, Schoenmakers, Villegas, PKC 2007, with the gates of Araki et al., CCS
 * 2016. <b>Deviation.</b> v is the operand's bit, so that leaves are free.
 */
final class XorLessThan {

  static final Protocol PROTOCOL =
      new Protocol(
          "less-than on xor shares",
          "[x < k] or [x <= k], unsigned, replicated bits",
          Protocol.ONE_SEMI_HONEST,
          "Garay, Schoenmakers, Villegas, PKC 2007; Araki et al., CCS 2016 (gates)",
          "leaves take the operand's bit and are free",
          (ring, lanes) -> cost(false, ring, lanes));

  private XorLessThan() {}

  static ReplicatedPlanes compare(Context context, Shares x, Shares k, boolean orEqual) {
    Party self = context.self();
    Ring ring = x.ring();
    int width = BitPlanes.words(x.lanes());
    long[] ownValues = BitPlanes.of(ring, x.own());
    long[] ownOperand = k.own();
    long[] nextValues;
    long[] nextOperand;
    if (x.sharing().isReplicated()) {
      nextValues = BitPlanes.of(ring, x.next());
      nextOperand = k.next();
    } else {
      ownOperand = ownOperand.clone();
      long[][] next = ToReplicated.convert(context.narrow("to-replicated"), ownValues, ownOperand);
      nextValues = next[0];
      nextOperand = next[1];
    }
    ReplicatedPlanes v =
        new ReplicatedPlanes(width, spread(ownOperand, width), spread(nextOperand, width));
    ReplicatedPlanes e = new ReplicatedPlanes(width, ownValues, nextValues);
    e.add(v);
    e.flip(self);

    int lowest = (ring.bits() - 1) * width;
    long[] z = new long[width];
    And.products(z, 0, e, lowest, v, lowest, width);
    long[] received = And.exchange(context.narrow("lowest"), z);
    for (int i = 0; i < width; i++) {
      v.own()[lowest + i] ^= z[i] ^ (orEqual ? e.own()[lowest + i] : 0);
      v.next()[lowest + i] ^= received[i] ^ (orEqual ? e.next()[lowest + i] : 0);
    }
    return FirstDifference.verdict(context.narrow("tree"), e, v, null);
  }

  /** A plane for each bit of one element, the same in all lanes. */
  private static long[] spread(long[] element, int width) {
    long[] planes = new long[element.length * Long.SIZE * width];
    for (int plane = 0; plane < element.length * Long.SIZE; plane++) {
      long bit = element[plane / Long.SIZE] >>> (Long.SIZE - 1 - plane % Long.SIZE) & 1;
      Arrays.fill(planes, plane * width, (plane + 1) * width, -bit);
    }
    return planes;
  }

  static Cost cost(boolean replicated, Ring ring, int lanes) {
    int width = BitPlanes.words(lanes);
    Cost compare = And.cost(width).then(FirstDifference.cost(ring.bits(), width));
    return replicated
        ? compare
        : ToReplicated.cost((long) ring.bits() * width + ring.limbs()).then(compare);
  }
}
