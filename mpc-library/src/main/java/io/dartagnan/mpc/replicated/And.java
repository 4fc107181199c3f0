package io.dartagnan.mpc.replicated;

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
public final class And implements AndProtocol.Layer {

  /** Declaration of this protocol. */
  public static final Protocol PROTOCOL =
      new Protocol(
          "AND of replicated bits",
          "x AND y, one gate per lane",
          Protocol.ONE_SEMI_HONEST,
          "Araki et al., CCS 2016, section 2",
          "plain replicated shares in place of (x_i, a_i)",
          (ring, lanes) -> cost(BitPlanes.words(lanes)));

  /** This protocol. */
  public static final AndProtocol GATES = And::new;

  private final Context step;
  private final LocalProducts products;

  private And(Context step, int words) {
    this.step = step;
    this.products = new LocalProducts(words);
  }

  @Override
  public void and(Operand x, Operand y, int words) {
    products.and(x, y, words);
  }

  @Override
  public void addAnd(Operand x, Operand y, int words) {
    products.addAnd(x, y, words);
  }

  @Override
  public void send() {
    step.reshareXor(products.words());
    step.send(step.self().prev(), products.words());
  }

  @Override
  public ReplicatedPlanes receive() {
    long[] own = products.words();
    return new ReplicatedPlanes(own.length, own, step.receive(step.self().next(), own.length));
  }

  /**
   * This party's single shares of x AND y, of two runs of planes of equal length; not fresh. Local.
   */
  public static long[] local(ReplicatedPlanes x, ReplicatedPlanes y) {
    LocalProducts products = new LocalProducts(x.own().length);
    products.and(new Operand(x, 0), new Operand(y, 0), x.own().length);
    return products.words();
  }

  /** Cost of an AND of so many words of 64 gates. */
  public static Cost cost(long words) {
    return Cost.each(words * Long.BYTES);
  }
}
