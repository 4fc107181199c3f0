package io.dartagnan.mpc.bogdanov;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class XorMultiplicationTest {
  private final Random random = Seed.random(this);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 17, 1000})
  void givesTheAnd(int words) {
    long[] operands = random.longs(2L * words).toArray();
    long[][] shares = Batches.dealWords(operands);

    ThreeParties.Run<long[]> run =
        ThreeParties.run(
            (context, self) -> XorMultiplication.and(context, shares[self.index()].clone()));

    long[] expected = new long[words];
    Arrays.setAll(expected, i -> operands[i] & operands[words + i]);
    assertThat(Batches.xor(run)).isEqualTo(expected);
    Batches.assertCosts(XorMultiplication.cost(words), run);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 16", "2, 1", "3, 5"})
  void givesTheAndOfEveryLaneWithOneBitPerPlane(int limbs, int words) {
    int planes = 64 * limbs;
    long[] lanes = random.longs((long) planes * words).toArray();
    long[] bits = random.longs(limbs).toArray();
    long[][] sharesOfLanes = Batches.dealWords(lanes);
    long[][] sharesOfBits = Batches.dealWords(bits);

    ThreeParties.Run<long[]> run =
        ThreeParties.run(
            (context, self) ->
                XorMultiplication.andEach(
                    context, sharesOfLanes[self.index()], sharesOfBits[self.index()]));

    long[] expected = new long[lanes.length];
    for (int i = 0; i < expected.length; i++) {
      int plane = i / words;
      boolean set = (bits[plane / 64] >>> (63 - plane % 64) & 1) != 0;
      expected[i] = set ? lanes[i] : 0;
    }
    assertThat(Batches.xor(run)).isEqualTo(expected);
    Batches.assertCosts(XorMultiplication.costEach(planes, words), run);
  }
}
