package io.dartagnan.mpc.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.ThreeParties.Run;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConversionTest {
  private static final int LANES = 100;

  private final Random random = Seed.random(this);
  private final Ring ring = new Ring(3);
  private final long[] values = random.longs(LANES * 3).toArray();

  @ParameterizedTest
  @EnumSource(Sharing.class)
  void twoPartiesHoldWhatThreeHeld(Sharing sharing) {
    List<Shares> shares = deal(sharing);
    Run<long[]> run =
        ThreeParties.run(
            (context, self) -> ToTwoParties.convert(context, shares.get(self.index())));
    assertThat(run.results().get(0)).isNull();
    assertThat(sharing.add(ring, run.results().get(1), run.results().get(2))).isEqualTo(values);
    assertCost(run, ToTwoParties.cost(sharing, ring, LANES));
  }

  @ParameterizedTest
  @EnumSource(Sharing.class)
  void theMaskedValueLessItsMaskIsTheValue(Sharing sharing) {
    List<Shares> shares = deal(sharing);
    Run<long[]> run =
        ThreeParties.run((context, self) -> ToMasked.convert(context, shares.get(self.index())));
    long[] mask = run.results().get(0);
    long[] masked = run.results().get(1);
    assertThat(run.results().get(2)).isEqualTo(masked);
    assertThat(sharing.subtract(ring, masked, mask)).isEqualTo(values);
    assertCost(run, ToMasked.cost(sharing, ring, LANES));
  }

  @ParameterizedTest
  @EnumSource(
      value = Sharing.class,
      names = {"ADDITIVE", "XOR"})
  void whatIsMadeOfSingleSharesIsFreshEachTime(Sharing sharing) {
    List<Shares> shares = deal(sharing);
    for (int party : new int[] {1, 2}) {
      assertThat(masked(shares, party)).isNotEqualTo(masked(shares, party));
      assertThat(part(shares, party)).isNotEqualTo(part(shares, party));
    }
  }

  private static long[] masked(List<Shares> shares, int party) {
    return ThreeParties.run((context, self) -> ToMasked.convert(context, shares.get(self.index())))
        .results()
        .get(party);
  }

  private static long[] part(List<Shares> shares, int party) {
    return ThreeParties.run(
            (context, self) -> ToTwoParties.convert(context, shares.get(self.index())))
        .results()
        .get(party);
  }

  private List<Shares> deal(Sharing sharing) {
    return new Dealer(sharing, ring, new SecureRandom()).deal(values);
  }

  private static void assertCost(Run<?> run, Cost declared) {
    assertThat(run.cost()).isEqualTo(declared);
  }
}
