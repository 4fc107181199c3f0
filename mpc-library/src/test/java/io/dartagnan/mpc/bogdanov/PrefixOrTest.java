package io.dartagnan.mpc.bogdanov;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PrefixOrTest {
  private static final int WORDS = 3;

  private final Random random = Seed.random(this);

  static Stream<int[]> heights() {
    return Stream.of(
        new int[] {1},
        new int[] {2},
        new int[] {3},
        new int[] {63},
        new int[] {64},
        new int[] {65},
        new int[] {320},
        new int[] {64, 63},
        new int[] {64, 1, 100},
        new int[] {1, 192});
  }

  @ParameterizedTest
  @MethodSource("heights")
  void everyPlaneBecomesTheOrOfThoseAbove(int... heights) {
    long[] planes = sparse(heights);
    ThreeParties.Run<long[]> run = applied(planes, false, heights);

    long[] expected = planes.clone();
    int top = 0;
    for (int height : heights) {
      for (int i = (top + 1) * WORDS; i < (top + height) * WORDS; i++) {
        expected[i] |= expected[i - WORDS];
      }
      top += height;
    }
    assertThat(Batches.xor(run)).isEqualTo(expected);
    Batches.assertCosts(PrefixOr.cost(WORDS, heights), run);
  }

  @ParameterizedTest
  @MethodSource("heights")
  void roundsAreTheLogarithmOfTheHighestColumn(int... heights) {
    int highest = IntStream.of(heights).max().getAsInt();
    assertThat(PrefixOr.cost(WORDS, heights).rounds())
        .isEqualTo((int) Math.ceil(Math.log(highest) / Math.log(2)));
  }

  @ParameterizedTest
  @MethodSource("heights")
  void onlyTheHighestBitOfEveryColumnIsLeft(int... heights) {
    long[] planes = sparse(heights);
    ThreeParties.Run<long[]> run = applied(planes, true, heights);

    long[] expected = new long[planes.length];
    int top = 0;
    for (int height : heights) {
      long[] seen = new long[WORDS];
      for (int i = top * WORDS; i < (top + height) * WORDS; i++) {
        expected[i] = planes[i] & ~seen[i % WORDS];
        seen[i % WORDS] |= planes[i];
      }
      top += height;
    }
    assertThat(Batches.xor(run)).isEqualTo(expected);
    Batches.assertCosts(MostSignificantNonZeroBit.cost(WORDS, heights), run);
  }

  private static ThreeParties.Run<long[]> applied(
      long[] planes, boolean highestAlone, int... heights) {
    long[][] shares = Batches.dealWords(planes);
    return ThreeParties.run(
        (context, self) -> {
          long[] own = shares[self.index()].clone();
          if (highestAlone) {
            MostSignificantNonZeroBit.apply(context, own, WORDS, heights);
          } else {
            PrefixOr.apply(context, own, WORDS, heights);
          }
          return own;
        });
  }

  /** Few ones, so that the first of them is anywhere, and some columns have none. */
  private long[] sparse(int... heights) {
    long[] planes = new long[IntStream.of(heights).sum() * WORDS];
    for (int i = 0; i < planes.length; i++) {
      planes[i] = 1L << random.nextInt(64) | 1L << random.nextInt(64);
    }
    return planes;
  }
}
