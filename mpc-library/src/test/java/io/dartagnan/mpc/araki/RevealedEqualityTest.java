package io.dartagnan.mpc.araki;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.sharing.Ring;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RevealedEqualityTest {
  private static final BigInteger P = BigInteger.TWO.pow(61).subtract(BigInteger.ONE);
  private static final int LANES = 50;

  private final Random random = Seed.random(this);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 2049})
  void hashesAreAffineOverTheField(int limbs) {
    long[] part = random.longs((long) LANES * limbs).toArray();
    long[] keys = random.longs(LANES * (2L * limbs + 1)).toArray();
    assertHashes(limbs, part, keys);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 2049})
  void hashesOfTheLargestWordsUnderTheLargestKeysDoNotOverflow(int limbs) {
    long[] part = new long[LANES * limbs];
    long[] keys = new long[LANES * (2 * limbs + 1)];
    Arrays.fill(part, -1);
    // One below the modulus in every lane but the first, whose keys are the modulus itself.
    Arrays.fill(keys, -2);
    Arrays.fill(keys, 0, 2 * limbs + 1, -1);
    assertHashes(limbs, part, keys);
  }

  @Test
  void aHashThatComesOutAsTheModulusIsZero() {
    long modulus = P.longValueExact();
    assertThat(RevealedEquality.hash(new Ring(1), new long[1], new long[] {modulus, 1, 1}))
        .containsExactly(0);
    assertThat(RevealedEquality.hash(new Ring(1), new long[] {1}, new long[] {modulus - 1, 0, 1}))
        .containsExactly(0);
  }

  private static void assertHashes(int limbs, long[] part, long[] keys) {
    long[] hashes = RevealedEquality.hash(new Ring(limbs), part, keys);
    assertThat(hashes).hasSize(LANES);
    for (int lane = 0; lane < LANES; lane++) {
      int key = lane * (2 * limbs + 1);
      BigInteger expected = field(keys[key]);
      for (int limb = 0; limb < limbs; limb++) {
        long word = part[lane * limbs + limb];
        expected =
            expected
                .add(field(keys[key + 1 + 2 * limb]).multiply(BigInteger.valueOf(word >>> 32)))
                .add(
                    field(keys[key + 2 + 2 * limb])
                        .multiply(BigInteger.valueOf(word & 0xffffffffL)));
      }
      assertThat(BigInteger.valueOf(hashes[lane])).isEqualTo(expected.mod(P));
    }
  }

  /** The field element that a drawn word stands for: its low 61 bits. */
  private static BigInteger field(long word) {
    return BigInteger.valueOf(word).and(P);
  }
}
