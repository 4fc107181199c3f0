package io.dartagnan.mpc.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;
import org.junit.jupiter.api.Test;

class CarriesTest {
  private static final Ring RING = new Ring(1);

  @Test
  void orderOfAdditiveSharesIsTheSame() {
    List<Shares> x = ThreeParties.deal(Sharing.ADDITIVE, RING, new long[] {1, 2, 3, -1});
    List<Shares> k = ThreeParties.deal(Sharing.ADDITIVE, RING, new long[] {2, 2, -1, 3});
    ThreeParties.Answer answer =
        ThreeParties.reconstructed(
            (context, self) -> {
              Shares xi = x.get(self.index());
              Shares ki = k.get(self.index());
              return new SharedBits(self, 4, Carries.less(context, xi, ki), null);
            });
    System.out.println("carries: " + Long.toBinaryString(answer.bits()[0]) + " " + answer.cost());
    assertThat(answer.bits()).containsExactly(0b0101);
    assertThat(answer.cost()).isEqualTo(Carries.cost(Sharing.ADDITIVE, RING, 4));
  }
}
