package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import java.util.Arrays;

/**
 * The carry out of the sum of two private numbers.
 *
 * <p><b>Functionality.</b> P1 holds a, P2 holds b, both below 2^n; xor shares of [a + b >= 2^n],
 * lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link XorMultiplication} shows it.
 *
 * <p><b>How.</b> a + b overflows exactly when NOT b is below a: when a has a one at the highest
 * position where a and NOT b differ. A node over a run of positions is (d, v): d = some bit
 * differs, v = a's bit at the highest one that does. Leaves cost nothing: d = a xor NOT b, v = a.
 * Two neighbouring runs combine as
 *
 * <pre>
 *   d = d_hi OR d_lo        v = v_lo xor d_hi AND (v_hi xor v_lo)
 * </pre>
 *
 * The lowest leaf takes v = d AND a, so that no difference at all yields 0 and the runs that end
 * there need no d.
 *
 * <p><b>Rounds.</b> 1 + ceil(log2 n). <b>Cost.</b> 2(n - 1) - log2(n) + 1 gates for n a power of
 * two, 6 bits each: 90.75 bytes per lane for n = 64.
 *
 * <p><b>Source.</b> IJIS 2012, section 4.6 (Overflow). <b>Deviation.</b> The paper finds the
 * highest difference with PrefixOR and MSNZB, n log2(n) gates; the tree needs about 2n.
 */
final class Overflow {
  private Overflow() {}

  /**
   * This party's xor share of the carries, 64 lanes to a word.
   *
   * @param part a at party 1, b at party 2, zeros at party 0
   */
  static long[] carry(Context context, Ring ring, long[] part) {
    int words = BitPlanes.words(ring.elements(part));
    int count = ring.bits();
    long[] d;
    long[] v;
    switch (context.self()) {
      case P1 -> {
        d = BitPlanes.of(ring, part);
        v = d.clone();
      }
      case P2 -> {
        d = BitPlanes.complement(BitPlanes.of(ring, part));
        v = new long[d.length];
      }
      default -> {
        d = new long[count * words];
        v = new long[d.length];
      }
    }
    int lowest = (count - 1) * words;
    long[] tie =
        XorMultiplication.and(
            context.narrow("tie"),
            Arrays.copyOfRange(d, lowest, lowest + words),
            Arrays.copyOfRange(v, lowest, lowest + words));
    System.arraycopy(tie, 0, v, lowest, words);

    for (int level = 0; count > 1; level++) {
      int pairs = count / 2;
      // With an odd count the highest node waits: pairs are counted from the low end.
      int first = count % 2;
      // Every pair needs a gate for v; every pair but the lowest one for d.
      long[] left = new long[(2 * pairs - 1) * words];
      long[] right = new long[left.length];
      for (int pair = 0; pair < pairs; pair++) {
        int hi = (first + 2 * pair) * words;
        int lo = hi + words;
        int vGate = pair * words;
        System.arraycopy(d, hi, left, vGate, words);
        for (int i = 0; i < words; i++) {
          right[vGate + i] = v[hi + i] ^ v[lo + i];
        }
        if (pair < pairs - 1) {
          int dGate = (pairs + pair) * words;
          System.arraycopy(d, hi, left, dGate, words);
          System.arraycopy(d, lo, right, dGate, words);
        }
      }
      long[] gates = XorMultiplication.and(context.narrow("level" + level), left, right);
      for (int pair = 0; pair < pairs; pair++) {
        int hi = (first + 2 * pair) * words;
        int lo = hi + words;
        int to = (first + pair) * words;
        for (int i = 0; i < words; i++) {
          v[to + i] = v[lo + i] ^ gates[pair * words + i];
          if (pair < pairs - 1) {
            d[to + i] = d[hi + i] ^ d[lo + i] ^ gates[(pairs + pair) * words + i];
          }
        }
      }
      count -= pairs;
    }
    return Arrays.copyOf(v, words);
  }
}
