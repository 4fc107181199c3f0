package io.dartagnan.mpc.bogdanov;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.sharing.Ring;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShiftRightTest {
  private final Random random = Seed.random(this);

  @ParameterizedTest
  @MethodSource("io.dartagnan.mpc.bogdanov.Batches#shapes")
  void givesTheHighestBit(int limbs, int lanes) {
    assertShifted(new Ring(limbs), lanes, 64 * limbs - 1);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1", "1, 17", "1, 32", "2, 1", "2, 63", "2, 64", "2, 65", "3, 64", "3, 127", "3, 128",
    "3, 130"
  })
  void givesTheShiftedNumber(int limbs, int p) {
    assertShifted(new Ring(limbs), 65, p);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 64, 65})
  void refusesAShiftThatIsNoneOrLeavesNothing(int p) {
    assertThatThrownBy(
            () ->
                ThreeParties.run(
                    (context, self) -> ShiftRight.shift(context, new Ring(1), new long[1], 1, p)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a shift by %d bits was asked for, 1 to 63 are allowed in this ring", p);
  }

  private void assertShifted(Ring ring, int lanes, int p) {
    long[] u = Batches.withEdges(random, ring, lanes);
    long[] a = Batches.withEdges(random, ring, lanes);
    long[] b = ring.subtract(u, a);

    ThreeParties.Run<long[]> run =
        ThreeParties.run(
            (context, self) ->
                ShiftRight.shift(context, ring, new long[][] {null, a, b}[self.index()], lanes, p));

    long[] shifted = Batches.sum(ring, run);
    for (int lane = 0; lane < lanes; lane++) {
      assertThat(Batches.number(ring, shifted, lane))
          .as("lane %d of %d-bit numbers shifted by %d", lane, ring.bits(), p)
          .isEqualTo(Batches.number(ring, u, lane).shiftRight(p));
    }
    Batches.assertCosts(ShiftRight.cost(ring, lanes, p), run);
  }
}
