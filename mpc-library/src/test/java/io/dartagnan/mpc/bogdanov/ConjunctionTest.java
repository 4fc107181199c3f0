package io.dartagnan.mpc.bogdanov;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConjunctionTest {
  private static final int WORDS = 3;

  private final Random random = Seed.random(this);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 64, 65, 192})
  void givesTheAndOfAllPlanes(int count) {
    long[] planes = new long[count * WORDS];
    long[] expected = {-1, -1, -1};
    for (int i = 0; i < planes.length; i++) {
      // One zero or two among ones, so that every plane decides in some lane.
      planes[i] = ~(1L << random.nextInt(64));
      expected[i % WORDS] &= planes[i];
    }
    long[][] shares = Batches.dealWords(planes);

    ThreeParties.Run<long[]> run =
        ThreeParties.run(
            (context, self) -> Conjunction.of(context, shares[self.index()].clone(), WORDS));

    assertThat(Batches.xor(run)).isEqualTo(expected);
    Batches.assertCosts(Conjunction.cost(count, WORDS), run);
    assertThat(Conjunction.cost(count, WORDS).rounds())
        .isEqualTo((int) Math.ceil(Math.log(count) / Math.log(2)));
  }
}
