package io.dartagnan.mpc.bogdanov;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.sharing.Ring;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShareConversionTest {
  private static final int PLANES = 2;

  private final Random random = Seed.random(this);

  @ParameterizedTest
  @MethodSource("io.dartagnan.mpc.bogdanov.Batches#shapes")
  void givesTheNumberZeroOrOne(int limbs, int lanes) {
    Ring ring = new Ring(limbs);
    // What lies beyond the last lane is set at random too, and must not show.
    long[] planes = random.longs((long) PLANES * BitPlanes.words(lanes)).toArray();
    long[][] shares = Batches.dealWords(planes);

    ThreeParties.Run<long[]> run =
        ThreeParties.run(
            (context, self) -> ShareConversion.convert(context, ring, shares[self.index()], lanes));

    long[] numbers = Batches.sum(ring, run);
    assertThat(numbers).hasSize(PLANES * lanes * limbs);
    for (int plane = 0; plane < PLANES; plane++) {
      List<Boolean> bits = Batches.bits(planes, plane, lanes);
      for (int lane = 0; lane < lanes; lane++) {
        assertThat(Batches.number(ring, numbers, plane * lanes + lane))
            .isEqualTo(bits.get(lane) ? BigInteger.ONE : BigInteger.ZERO);
      }
    }
    Batches.assertCosts(ShareConversion.cost(ring, PLANES, lanes), run);
  }
}
