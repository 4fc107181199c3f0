package io.dartagnan.mpc.araki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.SharedBits;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every operator on every sharing, in seconds; the contract asks more. */
class ArakiSuiteTest {
  private final Random random = Seed.random(this);

  @ParameterizedTest
  @EnumSource(Sharing.class)
  void agrees(Sharing sharing) {
    for (int limbs : new int[] {1, 2, 3, 5}) {
      for (int lanes : new int[] {1, 64, 65, 200}) {
        Ring ring = new Ring(limbs);
        long[] operand = random.longs(limbs).toArray();
        long[] values = random.longs((long) limbs * lanes).toArray();
        for (int lane = 0; lane < lanes; lane += 3) {
          System.arraycopy(operand, 0, values, lane * limbs, limbs);
          values[lane * limbs + random.nextInt(limbs)] += random.nextInt(3) - 1;
        }
        List<Shares> x = new Dealer(sharing, ring, new SecureRandom()).deal(values);
        List<Shares> k = new Dealer(sharing, ring, new SecureRandom()).deal(operand);
        for (Operator operator : Operator.values()) {
          for (Ordering ordering : Ordering.values()) {
            Comparison c = new Comparison(operator, ordering);
            var run =
                ThreeParties.run(
                    (context, self) ->
                        new ArakiSuite()
                            .reveal(context, c, x.get(self.index()), k.get(self.index())));
            long[] expected = new long[(lanes + 63) / 64];
            for (int lane = 0; lane < lanes; lane++) {
              int at = lane * limbs;
              int sign =
                  ordering == Ordering.SIGNED && values[at] != operand[0]
                      ? Long.compare(values[at], operand[0])
                      : Arrays.compareUnsigned(values, at, at + limbs, operand, 0, limbs);
              if (operator.holds(sign)) {
                expected[lane / 64] |= 1L << lane;
              }
            }
            for (long[] result : run.results()) {
              assertThat(result).as("%s %s %d %d", c, sharing, limbs, lanes).isEqualTo(expected);
            }
            assertThat(run.cost())
                .as("%s %s %d %d", c, sharing, limbs, lanes)
                .isEqualTo(new ArakiSuite().revealCost(c, sharing, ring, lanes));
          }
        }
      }
    }
  }

  @Test
  void bitsOfASuiteThatDoesNotReplicateAreRefused() {
    assertThatThrownBy(
            () ->
                ThreeParties.run(
                    (context, self) -> {
                      SharedBits single = new SharedBits(self, 64, new long[1], null);
                      return new ArakiSuite().and(context, single, single);
                    }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("replicated");
  }
}
