package io.dartagnan.mpc.verified;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.ThreeParties.Answer;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Opening;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of parties that follow the protocol, and what is refused. */
class VerifiedSuiteTest {
  private static final VerifiedSuite SUITE = new VerifiedSuite();
  private static final Comparison EQUAL = new Comparison(Operator.EQUAL, Ordering.UNSIGNED);

  private final Random random = Seed.random(this);

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 63", "1, 64", "1, 65", "1, 1000", "5, 1", "5, 100"})
  void answersAndCosts(int limbs, int lanes) {
    Ring ring = new Ring(limbs);
    long[] values = random.longs((long) limbs * lanes).map(word -> word & 0x1L).toArray();
    long[] operand = new long[limbs];
    System.arraycopy(values, 0, operand, 0, limbs);
    for (Operator operator : Operator.values()) {
      for (Ordering ordering : Ordering.values()) {
        Comparison comparison = new Comparison(operator, ordering);
        Answer answer =
            ThreeParties.reveal(SUITE, comparison, Sharing.REPLICATED_XOR, ring, values, operand);
        for (int lane = 0; lane < lanes; lane++) {
          assertThat(BitPlanes.bit(answer.bits(), lane))
              .as("%s %s, lane %d", operator, ordering, lane)
              .isEqualTo(holds(operator, compare(values, lane * limbs, operand)));
        }
        assertThat(answer.cost())
            .isEqualTo(SUITE.revealCost(comparison, Sharing.REPLICATED_XOR, ring, lanes));
      }
    }
  }

  /** Values are 0 or 1 in each limb, so that both orderings agree. */
  private static int compare(long[] values, int at, long[] operand) {
    for (int i = 0; i < operand.length; i++) {
      if (values[at + i] != operand[i]) {
        return Long.compare(values[at + i], operand[i]);
      }
    }
    return 0;
  }

  private static boolean holds(Operator operator, int order) {
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  @Test
  void whatIsNotProvenCannotBeOpened() {
    assertThatThrownBy(
            () ->
                ThreeParties.opened(
                    (context, self) -> {
                      List<Shares> x =
                          ThreeParties.deal(Sharing.REPLICATED_XOR, new Ring(1), new long[] {7});
                      Shares own = x.get(self.index());
                      SharedBits bits = SUITE.compare(context, EQUAL, own, own);
                      return Opening.toAll(context, bits);
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("before it is proven");
  }

  @Test
  void otherSharingsAreRefused() {
    for (Sharing sharing : Sharing.values()) {
      if (sharing != Sharing.REPLICATED_XOR) {
        List<Shares> x = ThreeParties.deal(sharing, new Ring(1), new long[] {7});
        assertThatIllegalArgumentException()
            .isThrownBy(
                () ->
                    ThreeParties.opened(
                        (context, self) ->
                            SUITE.reveal(context, EQUAL, x.get(self.index()), x.get(self.index()))))
            .withMessageContaining("replicated-xor");
      }
    }
  }
}
