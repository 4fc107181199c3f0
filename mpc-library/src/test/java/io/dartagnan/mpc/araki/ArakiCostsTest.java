package io.dartagnan.mpc.araki;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The costs that the documents promise, in numbers; that they are kept is the contract's matter.
 */
class ArakiCostsTest {
  private static final int WORDS = 1 << 17;

  @ParameterizedTest(name = "{0} {1}, {2} limbs: {3} bytes a row in {4} rounds")
  @CsvSource({
    "EQUAL, ADDITIVE, 1, 24.25, 3",
    "EQUAL, XOR, 1, 24.25, 3",
    "EQUAL, REPLICATED_ADDITIVE, 1, 16.25, 2",
    "EQUAL, REPLICATED_XOR, 1, 16.25, 2",
    "EQUAL, ADDITIVE, 5, 56.25, 3",
    "LESS, XOR, 1, 52.5, 8",
    "LESS, REPLICATED_XOR, 1, 28.5, 7",
    "LESS, ADDITIVE, 1, 101.5, 5",
    "LESS, REPLICATED_ADDITIVE, 1, 85.5, 5",
    "LESS, XOR, 5, 273.375, 10",
    "LESS, ADDITIVE, 2, 204.0, 6"
  })
  void revealing(Operator operator, Sharing sharing, int limbs, double bytes, int rounds) {
    // Whole words of lanes.
    int lanes = WORDS / limbs / Long.SIZE * Long.SIZE;
    Cost cost =
        new ArakiSuite()
            .revealCost(
                new Comparison(operator, Ordering.UNSIGNED), sharing, new Ring(limbs), lanes);
    // The operand's own lane is spread over the batch.
    assertThat(cost.bytes() / (double) lanes).isBetween(bytes, bytes + 0.1);
    assertThat(cost.rounds()).isEqualTo(rounds);
  }

  @Test
  void everyProtocolOfTheSuiteIsDeclared() {
    assertThat(new ArakiSuite().protocols())
        .extracting(Protocol::name)
        .contains("AND of replicated bits", "first difference", "equality, revealed")
        .doesNotHaveDuplicates();
  }
}
