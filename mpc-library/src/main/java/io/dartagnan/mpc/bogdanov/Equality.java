package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToTwoParties;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import java.util.Arrays;

/**
 * Equality with zero.
 *
 * <p><b>Functionality.</b> From additive shares of d, xor shares of [d = 0], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToTwoParties} and {@link
 * XorMultiplication} show it and nothing else, each with streams of its own.
 *
 * <p><b>How.</b> With d = a + b, d is zero exactly when every bit of a equals that of -b. Bits of
 * NOT (a xor -b) are an xor sharing already, P1 holding NOT a, P2 holding -b, P0 nothing; their AND
 * is folded in halves.
 *
 * <p><b>Rounds.</b> 1 + ceil(log2 n) for n bits. <b>Cost.</b> n bits + 6(n - 1) bits per lane, all
 * parties: 55.25 bytes for n = 64.
 *
 * <p><b>Source.</b> IJIS 2012, Algorithm 7 (Equal). <b>Deviation.</b> The result stays a shared
 * bit; the paper converts it to an arithmetic share (ShareConv), which a filter does not need.
 */
final class Equality {
  private Equality() {}

  /** This party's xor share of [d = 0], 64 lanes to a word. */
  static long[] withZero(Context context, Shares d) {
    Ring ring = d.ring();
    int words = BitPlanes.words(d.lanes());
    long[] part = ToTwoParties.convert(context.narrow("to-two"), d);
    long[] planes =
        switch (context.self()) {
          case P0 -> new long[ring.bits() * words];
          case P1 -> BitPlanes.complement(BitPlanes.of(ring, part));
          case P2 -> BitPlanes.of(ring, ring.negate(part));
        };
    for (int level = 0, count = ring.bits(); count > 1; level++) {
      int half = count / 2;
      long[] upper = Arrays.copyOfRange(planes, 0, half * words);
      long[] lower = Arrays.copyOfRange(planes, half * words, 2 * half * words);
      long[] both = XorMultiplication.and(context.narrow("fold" + level), upper, lower);
      // An odd plane waits for the next level.
      long[] rest = Arrays.copyOfRange(planes, 2 * half * words, count * words);
      planes = Arrays.copyOf(both, both.length + rest.length);
      System.arraycopy(rest, 0, planes, both.length, rest.length);
      count -= half;
    }
    return planes;
  }
}
