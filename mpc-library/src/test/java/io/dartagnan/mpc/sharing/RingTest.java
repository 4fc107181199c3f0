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
