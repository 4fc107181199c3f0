package io.dartagnan.mpc.araki.replicated;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * AND of replicated bits.
 *
 * <p><b>Functionality.</b> From replicated shares of x and y, replicated shares of x AND y, gate by
 * gate, 64 gates to a word.
 *
 * <p><b>Adversary.</b> One semi-honest party. It receives the next party's z, masked by the stream
 * that the next party shares with the third and it does not know: uniform words, whatever x and y.
 *
 * <p><b>How.</b> Over the three parties the local products cover all nine of (x0+x1+x2)(y0+y1+y2):
 *
 * <pre>
 *   z_i = x_i y_i + x_i y_next + x_next y_i + a_i        a_0 + a_1 + a_2 = 0
 * </pre>
 *
 * and z_i goes to the previous party, which then holds z_i as its second share.
 *
 * <p><b>Rounds.</b> 1. <b>Cost.</b> 1 bit per gate and party.
 *
 * <p><b>Source.</b> Araki et al., CCS 2016, section 2; the zero sharing a_i is that paper's
 * "correlated randomness". <b>Deviation.</b> The paper stores (x_i, a_i) with a_i = x_(i-1) xor
 * x_i; here shares are plainly replicated, which costs the same.
 *
 * <p><b>On failure.</b> A party that misses its message ends with an error at the exchange's
 * deadline; what it has received by then is uniform.
 */
public final class And {

  /** Declaration of this protocol. */
  public static final Protocol PROTOCOL =
      new Protocol(
          "AND of replicated bits",
          "x AND y, one gate per lane",
          Protocol.ONE_SEMI_HONEST,
          "Araki et al., CCS 2016, section 2",
          "plain replicated shares in place of (x_i, a_i)",
          (ring, lanes) -> cost(BitPlanes.words(lanes)));

  private And() {}

  /**
   * The first half of an AND's exchange: reshares this party's local products, in place, and sends
   * them to the previous party.
   *
   * @param z the local products {@link #product} of any number of gates; fresh shares afterwards
   */
  public static void send(Context context, long[] z) {
    context.reshareXor(z);
    context.send(context.self().prev(), z);
  }

  /** The second half: the next party's fresh shares of so many words. */
  public static long[] receive(Context context, int words) {
    return context.receive(context.self().next(), words);
  }

  /** This party's part of x AND y: the three of the nine products it can form. */
  public static long product(long xOwn, long xNext, long yOwn, long yNext) {
    return xOwn & (yOwn ^ yNext) ^ xNext & yOwn;
  }

  /** AND of two planes, or of runs of planes, of equal length. */
  public static ReplicatedPlanes of(Context context, ReplicatedPlanes x, ReplicatedPlanes y) {
    long[] z = new long[x.own().length];
    products(z, 0, x, 0, y, 0, z.length);
    send(context, z);
    return new ReplicatedPlanes(x.width(), z, receive(context, z.length));
  }

  /** Local products of {@code length} words of x from {@code xAt} on and y from {@code yAt} on. */
  public static void products(
      long[] z, int at, ReplicatedPlanes x, int xAt, ReplicatedPlanes y, int yAt, int length) {
    long[] xOwn = x.own();
    long[] xNext = x.next();
    long[] yOwn = y.own();
    long[] yNext = y.next();
    for (int i = 0; i < length; i++) {
      z[at + i] = product(xOwn[xAt + i], xNext[xAt + i], yOwn[yAt + i], yNext[yAt + i]);
    }
  }

  /** Cost of an AND of so many words of 64 gates. */
  public static Cost cost(long words) {
    return Cost.each(words * Long.BYTES);
  }
}
