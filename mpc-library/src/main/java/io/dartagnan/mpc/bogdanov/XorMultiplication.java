package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * AND of xor-shared bits.
 *
 * <p><b>Functionality.</b> From xor shares of u and v, xor shares of u AND v, bit by bit.
 *
 * <p><b>Adversary.</b> One semi-honest party. It receives the next party's reshared u and v, each
 * masked by that party's stream with the third, which it does not know: uniform words, which it can
 * draw itself. So the protocol is input-private, and no more: the shares of its result are not
 * independent of what the parties have seen, and by itself it is not universally composable.
 * Input-private protocols, one after another, followed by a resharing, are (Bogdanov, Laud, Laur,
 * Pullonen, "From Input Private to Universally Composable Secure Multi-party Computation
 * Primitives", CSF 2014). Whatever leaves a party of a result is reshared first: operands of the
 * next gate in this class, bits that become numbers in {@link ShareConversion}, answers in {@link
 * io.dartagnan.mpc.suite.Opening#toAll} before they are opened, what is chosen by an aggregation in
 * {@link io.dartagnan.mpc.evaluation.Selection} before it leaves for the client. Whoever sends the
 * shares of a result anywhere else reshares them.
 *
 * <p><b>How.</b> With u and v reshared and u_next, v_next received,
 *
 * <pre>
 *   w_i = u_i v_i xor u_i v_next xor u_next v_i
 * </pre>
 *
 * and the three w_i hold each of the nine products once.
 *
 * <p><b>Rounds.</b> 1. <b>Cost.</b> 6 bits per gate, all parties. Where one v goes with every lane
 * of a plane, 3 bits per gate and 3 per plane.
 *
 * <p><b>Source.</b> IJIS 2012, Algorithm 2 (Mult), in the ring Z_2. <b>Deviation.</b> Masks come
 * from pairwise streams: 6 bits where the paper sends 15. The paper reshares the result; here that
 * is left to whoever sends it on.
 *
 * <p><b>On failure.</b> A party ends with an error at the exchange's deadline, with uniform words.
 */
final class XorMultiplication {

  static final Protocol PROTOCOL =
      new Protocol(
          "AND",
          "xor shares of two bits per lane to xor shares of their product",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, Algorithm 2 (Mult), over Z_2",
          "masks from pairwise streams; the result is reshared when it is next sent (CSF 2014)",
          (ring, lanes) -> cost(BitPlanes.words(lanes)));

  private XorMultiplication() {}

  /**
   * This party's shares of u AND v.
   *
   * @param operands its shares of u, then as many words of v; they are overwritten
   * @return half as many words
   */
  static long[] and(Context context, long[] operands) {
    long[] next = exchanged(context, operands);
    int words = operands.length / 2;
    long[] w = new long[words];
    for (int i = 0; i < words; i++) {
      w[i] = operands[i] & (operands[words + i] ^ next[words + i]) ^ next[i] & operands[words + i];
    }
    return w;
  }

  /**
   * This party's shares of u AND v where all lanes of a plane of u meet the same bit of v.
   *
   * @param planes its shares of u, plane after plane
   * @param bits its shares of v, the bit for the first plane being the highest of the first word
   * @return as many words as {@code planes}
   */
  static long[] andEach(Context context, long[] planes, long[] bits) {
    long[] operands = Arrays.copyOf(planes, planes.length + bits.length);
    System.arraycopy(bits, 0, operands, planes.length, bits.length);
    long[] next = exchanged(context, operands);
    int words = planes.length / (bits.length * Long.SIZE);
    long[] w = new long[planes.length];
    for (int plane = 0; plane < bits.length * Long.SIZE; plane++) {
      long v = allLanes(operands, planes.length, plane);
      long both = v ^ allLanes(next, planes.length, plane);
      for (int i = plane * words; i < (plane + 1) * words; i++) {
        w[i] = operands[i] & both ^ next[i] & v;
      }
    }
    return w;
  }

  /**
   * This party's shares of u AND v where all bits of a lane of u meet the same bit of v.
   *
   * @param batch its shares of u, {@code limbs} words to a lane
   * @param bits its shares of v, 64 lanes to a word
   * @return as many words as {@code batch}
   */
  static long[] andLanes(Context context, int limbs, long[] batch, long[] bits) {
    long[] operands = Arrays.copyOf(batch, batch.length + bits.length);
    System.arraycopy(bits, 0, operands, batch.length, bits.length);
    long[] next = exchanged(context, operands);
    long[] w = new long[batch.length];
    for (int i = 0; i < w.length; i++) {
      int lane = i / limbs;
      int at = batch.length + lane / Long.SIZE;
      long v = -(operands[at] >>> lane & 1);
      long both = v ^ -(next[at] >>> lane & 1);
      w[i] = operands[i] & both ^ next[i] & v;
    }
    return w;
  }

  /** Cost of {@link #andLanes} for so many lanes of so many words. */
  static Cost costLanes(int limbs, int lanes) {
    return Cost.each(((long) limbs * lanes + BitPlanes.words(lanes)) * Long.BYTES);
  }

  /** Cost of {@link #and} for so many words of results. */
  static Cost cost(long words) {
    return Cost.each(2 * Long.BYTES * words);
  }

  /** Cost of {@link #andEach} for so many planes of so many words. */
  static Cost costEach(int planes, int words) {
    return Cost.each((long) Long.BYTES * planes * words + planes / Byte.SIZE);
  }

  /** Reshares the operands in place and returns those of the next party. */
  private static long[] exchanged(Context context, long[] operands) {
    Party self = context.self();
    Reshare.xor(context, operands);
    context.send(self.prev(), operands);
    return context.receive(self.next(), operands.length);
  }

  private static long allLanes(long[] operands, int from, int plane) {
    return operands[from + plane / Long.SIZE] << (plane % Long.SIZE) >> (Long.SIZE - 1);
  }
}
