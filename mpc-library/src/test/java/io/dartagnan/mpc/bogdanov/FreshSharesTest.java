package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.sharing.Ring;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Results that may be sent on as they are have shares that say nothing, here on zeros. */
class FreshSharesTest {
  private static final int LANES = 1 << 12;
  private static final Ring RING = new Ring(1);

  @Test
  void resharedShares() {
    assertFresh((context, self) -> Reshare.additive(context, RING, new long[LANES]));
    assertFresh(
        (context, self) -> {
          long[] words = new long[LANES];
          Reshare.xor(context, words);
          return words;
        });
  }

  @Test
  void products() {
    assertFresh(
        (context, self) ->
            Multiplication.multiply(context, RING, new long[LANES], new long[LANES]));
  }

  @Test
  void convertedBits() {
    assertFresh(
        (context, self) -> ShareConversion.convert(context, RING, new long[LANES / 64], LANES));
  }

  @Test
  void shiftedNumbers() {
    assertFresh((context, self) -> ShiftRight.shift(context, RING, new long[LANES], LANES, 5));
  }

  private static void assertFresh(ThreeParties.Side<long[]> side) {
    ThreeParties.Run<long[]> run = ThreeParties.run(side);
    for (Party party : Party.ALL) {
      Batches.assertUniform(
          "the shares of " + party,
          Arrays.stream(run.results().get(party.index())).boxed().toList());
    }
  }
}
