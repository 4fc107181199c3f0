package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * Shift to the right by a public number of bits.
 *
 * <p><b>Functionality.</b> P1 holds a, P2 holds b, u = a + b in the ring; additive shares of u
 * divided by 2^p, rounded down, 0 &lt; p &lt; n.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link Overflow} and {@link
 * ShareConversion} show it.
 *
 * <p><b>How.</b> The parts are shifted locally. What is lost is the carry from the low p bits, and
 * what is too much is the carry out of the whole sum:
 *
 * <pre>
 *   u >> p = (a >> p) + (b >> p) + [a + b mod 2^p carries] - 2^(n-p) [a + b >= 2^n]
 * </pre>
 *
 * Both carries are found in the same rounds, and both become numbers in one conversion.
 *
 * <p><b>Rounds.</b> 2 + ceil(log2 n). <b>Cost.</b> {@link Overflow} for n and for p bits, and two
 * conversions: 6(g(n) + g(p) + n + p) + 2n + 4 bits per lane, all parties, g the gates of {@link
 * PrefixOr}; 395.25 bytes for n = 64, p = 63.
 *
 * <p><b>Source.</b> IJIS 2012, ShiftR. <b>Deviation.</b> The paper's first step, resharing u to two
 * parties, is {@link io.dartagnan.mpc.conversion.ToTwoParties} and left to the caller, so that a
 * sum of numbers that have been moved need not be moved as well. Otherwise those of {@link
 * Overflow} and {@link ShareConversion}.
 *
 * <p><b>On failure.</b> A party ends with an error at the exchange's deadline, with uniform words.
 */
final class ShiftRight {

  static final Protocol PROTOCOL =
      new Protocol(
          "shift right",
          "a at party 1 and b at party 2 to additive shares of a + b shifted by n - 1 bits",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, ShiftR",
          "begins after the reshare to two parties; otherwise those of overflow and conversion",
          (ring, lanes) -> cost(ring, lanes, ring.bits() - 1));

  private ShiftRight() {}

  /**
   * This party's additive shares of u >> p.
   *
   * @param part a at party 1, b at party 2, one element per lane; not used at party 0
   * @param lanes how many
   * @param p 1 to n - 1
   * @return one element per lane
   */
  static long[] shift(Context context, Ring ring, long[] part, int lanes, int p) {
    int n = ring.bits();
    if (p < 1 || p >= n) {
      throw new IllegalArgumentException(
          "a shift by %d bits was asked for, 1 to %d are allowed in this ring".formatted(p, n - 1));
    }
    long[] carries = Overflow.carries(context.narrow("overflow"), ring, part, lanes, n, p);
    long[] numbers = ShareConversion.convert(context.narrow("convert"), ring, carries, lanes);
    int size = lanes * ring.limbs();
    long[] whole = shiftedLeft(ring, Arrays.copyOf(numbers, size), n - p);
    long[] low = Arrays.copyOfRange(numbers, size, 2 * size);
    long[] v = ring.subtract(low, whole);
    return context.self() == Party.P0 ? v : ring.add(v, shiftedRight(ring, part, p));
  }

  /** Cost of {@link #shift} by {@code p} bits. */
  static Cost cost(Ring ring, int lanes, int p) {
    return Overflow.cost(lanes, ring.bits(), p).then(ShareConversion.cost(ring, 2, lanes));
  }

  private static long[] shiftedRight(Ring ring, long[] batch, int count) {
    int limbs = ring.limbs();
    int whole = count / Long.SIZE;
    int rest = count % Long.SIZE;
    long[] shifted = new long[batch.length];
    for (int top = 0; top < batch.length; top += limbs) {
      for (int i = whole; i < limbs; i++) {
        long higher = i > whole && rest > 0 ? batch[top + i - whole - 1] << -rest : 0;
        shifted[top + i] = batch[top + i - whole] >>> rest | higher;
      }
    }
    return shifted;
  }

  private static long[] shiftedLeft(Ring ring, long[] batch, int count) {
    int limbs = ring.limbs();
    int whole = count / Long.SIZE;
    int rest = count % Long.SIZE;
    long[] shifted = new long[batch.length];
    for (int top = 0; top < batch.length; top += limbs) {
      for (int i = 0; i < limbs - whole; i++) {
        boolean last = i + whole + 1 == limbs;
        long lower = !last && rest > 0 ? batch[top + i + whole + 1] >>> -rest : 0;
        shifted[top + i] = batch[top + i + whole] << rest | lower;
      }
    }
    return shifted;
  }
}
