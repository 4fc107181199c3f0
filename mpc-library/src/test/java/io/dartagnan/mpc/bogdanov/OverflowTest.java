package io.dartagnan.mpc.bogdanov;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.sharing.Ring;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OverflowTest {
  private final Random random = Seed.random(this);

  @ParameterizedTest
  @MethodSource("io.dartagnan.mpc.bogdanov.Batches#shapes")
  void givesTheCarriesOfTheSumAndOfItsLowBits(int limbs, int lanes) {
    Ring ring = new Ring(limbs);
    long[] a = Batches.withEdges(random, ring, lanes);
    long[] b = Batches.withEdges(random, ring, lanes);
    // Every third sum just reaches the modulus, every third just does not.
    long[] negated = ring.negate(a);
    for (int lane = 0; lane < lanes; lane++) {
      if (lane % 3 > 0) {
        System.arraycopy(negated, lane * limbs, b, lane * limbs, limbs);
        b[lane * limbs + limbs - 1] -= lane % 3 - 1;
      }
    }
    assertCarries(ring, a, b, ring.bits(), ring.bits() - 1, 1 + random.nextInt(ring.bits()));
  }

  @Test
  void zeroNeedsNoSpecialCase() {
    assertCarries(
        new Ring(1), new long[] {0, 0, -1, -1, 1, 5}, new long[] {0, -1, 0, 1, -1, -5}, 64, 63, 1);
  }

  private static void assertCarries(Ring ring, long[] a, long[] b, int... heights) {
    int lanes = ring.elements(a);
    ThreeParties.Run<long[]> run =
        ThreeParties.run(
            (context, self) ->
                Overflow.carries(
                    context, ring, new long[][] {null, a, b}[self.index()], lanes, heights));

    long[] carries = Batches.xor(run);
    for (int column = 0; column < heights.length; column++) {
      List<Boolean> bits = Batches.bits(carries, column, lanes);
      BigInteger modulus = BigInteger.ONE.shiftLeft(heights[column]);
      for (int lane = 0; lane < lanes; lane++) {
        BigInteger lowOfA = Batches.number(ring, a, lane).mod(modulus);
        BigInteger lowOfB = Batches.number(ring, b, lane).mod(modulus);
        assertThat(bits.get(lane))
            .as("lane %d of the carries out of %d bits", lane, heights[column])
            .isEqualTo(lowOfA.add(lowOfB).compareTo(modulus) >= 0);
      }
    }
    Batches.assertCosts(Overflow.cost(lanes, heights), run);
  }
}
