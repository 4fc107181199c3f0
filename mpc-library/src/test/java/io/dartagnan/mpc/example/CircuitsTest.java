package io.dartagnan.mpc.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;
import org.junit.jupiter.api.Test;

class CircuitsTest {
  private static final Ring RING = new Ring(1);

  @Test
  void zeroAloneIsEqualToZero() {
    List<Shares> d = ThreeParties.deal(Sharing.XOR, RING, new long[] {0, 1, -1, 0});
    ThreeParties.Answer answer =
        ThreeParties.reconstructed(
            (context, self) -> {
              long[] own = d.get(self.index()).own();
              return new SharedBits(self, 4, Equality.withZero(context, RING, own), null);
            });
    System.out.println("equal: " + Long.toBinaryString(answer.bits()[0]) + " " + answer.cost());
    assertThat(answer.bits()).containsExactly(0b1001);
    assertThat(answer.cost()).isEqualTo(Equality.cost(RING, 4));
  }

  @Test
  void orderIsThatOfUnsignedNumbers() {
    List<Shares> u = ThreeParties.deal(Sharing.XOR, RING, new long[] {1, 2, 3, -1});
    List<Shares> v = ThreeParties.deal(Sharing.XOR, RING, new long[] {2, 2, -1, 3});
    ThreeParties.Answer answer =
        ThreeParties.reconstructed(
            (context, self) -> {
              long[] ui = u.get(self.index()).own();
              long[] vi = v.get(self.index()).own();
              return new SharedBits(self, 4, LessThan.of(context, RING, ui, vi), null);
            });
    System.out.println("less: " + Long.toBinaryString(answer.bits()[0]) + " " + answer.cost());
    assertThat(answer.bits()).containsExactly(0b0101);
    assertThat(answer.cost()).isEqualTo(LessThan.cost(RING, 4));
  }
}
