package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * Products of bits and bit strings.
 *
 * <p><b>Functionality.</b> From replicated bits b and xor shares of bit strings x, single or
 * replicated, replicated shares of x where b is one and of zeros elsewhere, lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToReplicated} and {@link And}
 * show it.
 *
 * <p><b>How.</b> Every bit of x is ANDed with its lane's b.
 *
 * <p><b>Rounds.</b> 1, one more from single shares. <b>Cost.</b> n gates per lane, 3 bits each: 24
 * bytes for n = 64; 24 more from single shares.
 *
 * <p><b>Source.</b> Araki et al., CCS 2016, for the gates.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
public final class BitTimesString {

  /** Declaration of this protocol. */
  public static final Protocol PROTOCOL =
      new Protocol(
          "bit times string",
          "replicated bits b and xor shares of x to replicated shares of x where b is one",
          Protocol.ONE_SEMI_HONEST,
          "Araki et al., CCS 2016 (gates)",
          "",
          (ring, lanes) -> cost(Sharing.XOR, ring, lanes));

  private BitTimesString() {}

  /**
   * This party's shares of the products.
   *
   * @param and the protocol of its gates, of which each is one product
   * @param bits one plane
   */
  public static Shares of(AndProtocol and, Context context, ReplicatedPlanes bits, Shares x) {
    long[] own = x.own();
    long[] next = x.next();
    if (!x.sharing().isReplicated()) {
      own = own.clone();
      next = ToReplicated.convert(context.narrow("to-replicated"), own)[0];
    }
    int limbs = x.ring().limbs();
    ReplicatedPlanes products =
        and.of(
            context.narrow("and"),
            new ReplicatedPlanes(own.length, own, next),
            new ReplicatedPlanes(
                own.length,
                repeated(bits.own(), limbs, own.length),
                repeated(bits.next(), limbs, own.length)));
    return new Shares(
        context.self(), Sharing.REPLICATED_XOR, x.ring(), products.own(), products.next());
  }

  /** Each lane's bit in all bits of its limbs. */
  private static long[] repeated(long[] plane, int limbs, int words) {
    long[] repeated = new long[words];
    for (int at = 0; at < words; at++) {
      int lane = at / limbs;
      repeated[at] = -(plane[lane / Long.SIZE] >>> lane & 1);
    }
    return repeated;
  }

  /** Cost of the products. */
  public static Cost cost(Sharing sharing, Ring ring, int lanes) {
    long words = (long) lanes * ring.limbs();
    Cost and = And.cost(words);
    return sharing.isReplicated() ? and : ToReplicated.cost(words).then(and);
  }
}
