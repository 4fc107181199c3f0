package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * From a shared bit to the number 0 or 1.
 *
 * <p><b>Functionality.</b> From xor shares of a bit u, fresh additive shares of u in the ring.
 *
 * <p><b>Adversary.</b> One semi-honest party. P0 receives nothing. P1 receives b2 xor u2 and P2
 * receives b1 xor u1, each masked by a bit from P0's stream with the sender, which the receiver
 * does not have; P2 also receives m - m1, masked by P0's stream with P1. All are uniform and
 * independent of each other, whatever the shares of u were.
 *
 * <p><b>How.</b> P0 and P1 draw a bit b1 and an element m1 alike, P0 and P2 a bit b2; b = b1 xor
 * b2. P0 hides its share as m = b xor u0, taken as a number, and sends m2 = m - m1 to P2. P1 and P2
 * exchange b1 xor u1 and b2 xor u2, so that both know s = b xor u1 xor u2, and u = s xor m: the
 * number m if s = 0, and 1 - m if s = 1. P1 takes m1 or 1 - m1, P2 takes m2 or -m2, P0 takes 0, and
 * the sum is reshared.
 *
 * <p><b>Rounds.</b> 1. <b>Cost.</b> n + 2 bits per lane, all parties.
 *
 * <p><b>Source.</b> IJIS 2012, ShareConv. <b>Deviation.</b> b1, b2, m1 and the final resharing come
 * from pairwise streams: n + 2 bits in 1 round where the paper sends 5n + 4 in 2.
 *
 * <p><b>On failure.</b> P1 and P2 end with an error at the exchange's deadline, with uniform words;
 * P0 waits for nothing here and meets the error in its next step.
 */
final class ShareConversion {

  static final Protocol PROTOCOL =
      new Protocol(
          "share conversion",
          "xor shares of a bit per lane to additive shares of the number 0 or 1",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, ShareConv",
          "masks from pairwise streams, hence one round",
          (ring, lanes) -> cost(ring, 1, lanes));

  private ShareConversion() {}

  /**
   * This party's additive shares of the bits.
   *
   * @param planes its xor shares, 64 lanes to a word, any number of planes
   * @param lanes per plane
   * @return one element per bit, plane after plane, without padding between
   */
  static long[] convert(Context context, Ring ring, long[] planes, int lanes) {
    Context bits = context.narrow("bit");
    Context masks = context.narrow("mask");
    int words = planes.length / BitPlanes.words(lanes) * lanes * ring.limbs();
    long[] v =
        switch (context.self()) {
          case P0 -> {
            long[] m = planes.clone();
            Reshare.xor(bits, m);
            context.send(
                Party.P2, ring.subtract(numbers(ring, m, lanes, 1), masks.randomWithNext(words)));
            yield new long[words];
          }
          case P1 -> {
            long[] s = planes.clone();
            bits.maskWithPrev(s);
            exchange(context, Party.P2, s);
            yield chosen(ring, masks.randomWithPrev(words), s, lanes, 1);
          }
          case P2 -> {
            long[] s = planes.clone();
            bits.maskWithNext(s);
            exchange(context, Party.P1, s);
            yield chosen(ring, context.receive(Party.P0, words), s, lanes, 0);
          }
        };
    return Reshare.additive(context.narrow("reshare"), ring, v);
  }

  /** Cost of {@link #convert} for so many planes of so many lanes. */
  static Cost cost(Ring ring, int planes, int lanes) {
    long bits = (long) planes * BitPlanes.words(lanes) * Long.BYTES;
    return new Cost(1, (long) planes * lanes * ring.limbs() * Long.BYTES, bits, bits);
  }

  /** Adds the peer's words to this party's, which it sends. */
  private static void exchange(Context context, Party peer, long[] s) {
    context.send(peer, s);
    long[] other = context.receive(peer, s.length);
    for (int i = 0; i < s.length; i++) {
      s[i] ^= other[i];
    }
  }

  /** m where s is 0, {@code one} - m where s is 1; overwrites m. */
  private static long[] chosen(Ring ring, long[] m, long[] s, int lanes, int one) {
    int words = BitPlanes.words(lanes);
    int limbs = ring.limbs();
    for (int element = 0; element < m.length / limbs; element++) {
      long flip = -bit(s, element / lanes * words, element % lanes);
      for (int i = element * limbs; i < (element + 1) * limbs; i++) {
        m[i] ^= flip;
      }
    }
    // one - m = NOT m + 1 + one.
    return ring.add(m, numbers(ring, s, lanes, 1 + one));
  }

  /** {@code scale} for each bit that is set, 0 for the others. */
  private static long[] numbers(Ring ring, long[] planes, int lanes, int scale) {
    int words = BitPlanes.words(lanes);
    int limbs = ring.limbs();
    int count = planes.length / words * lanes;
    long[] numbers = new long[count * limbs];
    for (int element = 0; element < count; element++) {
      numbers[(element + 1) * limbs - 1] =
          scale * bit(planes, element / lanes * words, element % lanes);
    }
    return numbers;
  }

  private static long bit(long[] planes, int from, int lane) {
    return planes[from + lane / Long.SIZE] >>> lane & 1;
  }
}
