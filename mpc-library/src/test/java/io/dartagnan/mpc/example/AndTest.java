package io.dartagnan.mpc.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.suite.SharedBits;
import org.junit.jupiter.api.Test;

class AndTest {

  @Test
  void isTheAndOfWhatWasShared() {
    long[] u = {0b0011};
    long[] v = {0b0101};
    ThreeParties.Answer answer =
        ThreeParties.reconstructed(
            (context, self) -> {
              // Party 1 holds u, party 2 holds v, and zeros are shares too.
              long[] ui = self == Party.P1 ? u : new long[1];
              long[] vi = self == Party.P2 ? v : new long[1];
              return new SharedBits(self, 4, And.of(context, ui, vi), null);
            });
    System.out.println("0011 AND 0101 = " + Long.toBinaryString(answer.bits()[0]));
    System.out.println(answer.cost());
    assertThat(answer.bits()).containsExactly(0b0001);
    assertThat(answer.cost()).isEqualTo(And.cost(1));
  }
}
