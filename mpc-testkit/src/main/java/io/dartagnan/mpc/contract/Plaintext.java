package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.sharing.Ring;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Comparisons in the clear, by other means than a suite's, and the values worth comparing. */
final class Plaintext {
  private Plaintext() {}

  /** One bit per lane, 64 lanes to a word, those past the last lane zero. */
  static long[] compare(Comparison comparison, Ring ring, long[] values, long[] operand) {
    int lanes = ring.elements(values);
    long[] bits = new long[BitPlanes.words(lanes)];
    BigInteger k = number(comparison.ordering(), ring, operand, 0);
    for (int lane = 0; lane < lanes; lane++) {
      int sign = number(comparison.ordering(), ring, values, lane).compareTo(k);
      if (comparison.operator().holds(sign)) {
        bits[lane / Long.SIZE] |= 1L << (lane % Long.SIZE);
      }
    }
    return bits;
  }

  private static BigInteger number(Ordering ordering, Ring ring, long[] batch, int lane) {
    ByteBuffer bytes = ByteBuffer.allocate(ring.limbs() * Long.BYTES);
    bytes.asLongBuffer().put(batch, lane * ring.limbs(), ring.limbs());
    return ordering == Ordering.SIGNED
        ? new BigInteger(bytes.array())
        : new BigInteger(1, bytes.array());
  }

  /** 0, 1, the greatest and least elements under both orderings, and what is next to them. */
  static List<long[]> edges(Ring ring) {
    long[] zero = new long[ring.limbs()];
    long[] one = power(ring, 0);
    long[] top = power(ring, ring.bits() - 1);
    List<long[]> edges = new ArrayList<>();
    edges.add(zero);
    edges.add(one);
    edges.add(ring.negate(one));
    edges.add(top);
    edges.add(ring.subtract(top, one));
    edges.add(ring.add(top, one));
    edges.add(power(ring, ring.bits() / 2));
    edges.add(ring.subtract(power(ring, ring.bits() / 2), one));
    return edges;
  }

  /** An element, itself once more, and those that differ from it in one place: its neighbours. */
  static List<long[]> around(Ring ring, long[] element) {
    List<long[]> around = new ArrayList<>(edges(ring));
    around.add(element);
    around.add(ring.flipSign(element));
    for (int bit = 0; bit < ring.bits(); bit += Long.SIZE) {
      around.add(ring.add(element, power(ring, bit)));
      around.add(ring.subtract(element, power(ring, bit)));
    }
    return around;
  }

  /** One batch of elements. */
  static long[] batch(Ring ring, List<long[]> elements) {
    long[] batch = new long[ring.limbs() * elements.size()];
    for (int lane = 0; lane < elements.size(); lane++) {
      System.arraycopy(elements.get(lane), 0, batch, lane * ring.limbs(), ring.limbs());
    }
    return batch;
  }

  private static long[] power(Ring ring, int exponent) {
    long[] power = new long[ring.limbs()];
    power[ring.limbs() - 1 - exponent / Long.SIZE] = 1L << (exponent % Long.SIZE);
    return power;
  }
}
