package io.dartagnan.mpc.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.harness.Seed;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingTest {
  private static final long[] EDGES = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE};

  private final Random random = Seed.random(this);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void arithmeticIsThatOfIntegersModuloTheRing(int limbs) {
    Ring ring = new Ring(limbs);
    long[] x = batch(limbs);
    long[] y = batch(limbs);
    long[] sum = ring.add(x, y);
    long[] difference = ring.subtract(x, y);
    long[] negated = ring.negate(x);
    BigInteger modulus = BigInteger.ONE.shiftLeft(ring.bits());
    for (int i = 0; i < ring.elements(x); i++) {
      BigInteger a = integer(x, i, limbs);
      BigInteger b = integer(y, i, limbs);
      assertThat(integer(sum, i, limbs)).isEqualTo(a.add(b).mod(modulus));
      assertThat(integer(difference, i, limbs)).isEqualTo(a.subtract(b).mod(modulus));
      assertThat(integer(negated, i, limbs)).isEqualTo(a.negate().mod(modulus));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void orderIsThatOfUnsignedIntegers(int limbs) {
    Ring ring = new Ring(limbs);
    long[] x = batch(limbs);
    long[] y = batch(limbs);
    // A third of them agree from the top down to a limb, or altogether.
    for (int i = 0; i < ring.elements(x); i += 3) {
      System.arraycopy(x, i * limbs, y, i * limbs, 1 + random.nextInt(limbs));
    }
    long[] below = ring.below(x, y);
    assertThat(below).hasSize(ring.elements(x));
    for (int i = 0; i < below.length; i++) {
      int sign = integer(x, i, limbs).compareTo(integer(y, i, limbs));
      assertThat(below[i]).isEqualTo(sign < 0 ? 1 : 0);
    }
    assertThat(ring.below(x, x)).containsOnly(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void oneElementIsTakenFromEach(int limbs) {
    Ring ring = new Ring(limbs);
    long[] x = batch(limbs);
    long[] y = random.longs(limbs).toArray();
    assertThat(ring.subtractEach(x, y))
        .isEqualTo(ring.subtract(x, ring.repeat(y, ring.elements(x))));
    for (Sharing sharing : Sharing.values()) {
      assertThat(sharing.subtractEach(ring, x, y))
          .isEqualTo(sharing.subtract(ring, x, ring.repeat(y, ring.elements(x))));
      assertThatThrownBy(() -> sharing.subtractEach(ring, x, new long[limbs + 1]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, Ring.MAX_LIMBS + 1})
  void aWidthOutOfRangeIsRefused(int limbs) {
    assertThatThrownBy(() -> new Ring(limbs))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to " + Ring.MAX_LIMBS);
  }

  @Test
  void batchesThatDoNotMatchAreRefused() {
    Ring ring = new Ring(2);
    assertThatThrownBy(() -> ring.add(new long[2], new long[4]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ring.subtract(new long[4], new long[2]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ring.below(new long[2], new long[4]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Sharing.XOR.add(ring, new long[2], new long[4]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("do not belong together");
    assertThatThrownBy(() -> ring.add(new long[3], new long[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("whole number of elements");
  }

  /** Elements of edge limbs and of random ones. */
  private long[] batch(int limbs) {
    long[] batch = random.longs(limbs * 400L).toArray();
    for (int i = 0; i < batch.length / 2; i++) {
      batch[i] = EDGES[random.nextInt(EDGES.length)];
    }
    return batch;
  }

  private static BigInteger integer(long[] batch, int element, int limbs) {
    ByteBuffer bytes = ByteBuffer.allocate(limbs * Long.BYTES);
    bytes.asLongBuffer().put(Arrays.copyOfRange(batch, element * limbs, (element + 1) * limbs));
    return new BigInteger(1, bytes.array());
  }
}
