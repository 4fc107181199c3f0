package io.dartagnan.mpc.replicated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The plan's numbers, and that no gate comes before what it needs; BlocksTest evaluates it. */
class DigitTreeTest {

  @ParameterizedTest
  @CsvSource({
    "65, 7, 65, 75",
    "65, 8, 65, 70",
    "65, 9, 65, 67",
    "65, 10, 65, 66",
    "65, 11, 65, 64",
    "65, 64, 65, 64",
    "64, 6, 64, 89",
    "22, 5, 22, 24",
    "22, 6, 22, 21",
    "2, 1, 2, 1",
    "2, 9, 2, 1",
    "3, 2, 3, 2",
    "4, 2, 4, 3",
    "65, 7, 2, 121",
    "65, 8, 2, 120",
    "65, 9, 2, 119",
    "65, 10, 2, 118",
    "65, 11, 2, 117",
    "65, 7, 3, 90",
    "64, 6, 2, 120"
  })
  void takesSoManyGates(int digits, int rounds, int most, int gates) {
    DigitTree tree = DigitTree.of(digits, rounds, most);
    assertThat(tree.rounds().stream().mapToInt(DigitTree.Round::gates).sum()).isEqualTo(gates);
    assertThat(tree.rounds()).hasSizeLessThanOrEqualTo(rounds).allMatch(round -> round.gates() > 0);
  }

  @Test
  void everyNumberOfDigitsIsCoveredInTheFewestRoundsAndInMore() {
    for (int digits = 2; digits <= 330; digits++) {
      int fewest = DigitTree.fewestRounds(digits);
      assertThat(1 << fewest).isGreaterThanOrEqualTo(digits);
      assertThat(1 << fewest - 1).isLessThan(digits);
      for (int rounds = fewest; rounds < fewest + 4; rounds++) {
        for (int most : new int[] {2, 3, digits}) {
          assertCovers(digits, DigitTree.of(digits, rounds, most));
        }
      }
    }
  }

  /** Plays the plan on runs of digits: which each e and v stand for, round by round. */
  private static void assertCovers(int digits, DigitTree tree) {
    // Where the run whose e, or v, lies at a digit begins and ends.
    int[] eFrom = new int[digits];
    int[] vTo = new int[digits];
    for (int i = 0; i < digits; i++) {
      eFrom[i] = i;
      vTo[i] = i;
    }
    for (DigitTree.Round round : tree.rounds()) {
      int[] eBefore = eFrom.clone();
      int[] vBefore = vTo.clone();
      Set<Integer> written = new HashSet<>();
      for (DigitTree.Product product : round.products()) {
        assertThat(eBefore[product.to()]).isEqualTo(product.from() + 1);
        assertThat(written.add(product.to())).isTrue();
        eFrom[product.to()] = eBefore[product.from()];
      }
      for (DigitTree.Choice choice : round.choices()) {
        int[] firsts = choice.firsts();
        int[] lasts = choice.lasts();
        for (int i = 0; i < firsts.length; i++) {
          assertThat(vBefore[firsts[i]]).isEqualTo(lasts[i]);
          if (i < firsts.length - 1) {
            // e of all runs so far.
            assertThat(eBefore[lasts[i]]).isEqualTo(firsts[0]);
            assertThat(firsts[i + 1]).isEqualTo(lasts[i] + 1);
          }
        }
        vTo[firsts[0]] = lasts[lasts.length - 1];
      }
    }
    assertThat(vTo[0]).isEqualTo(digits - 1);
  }

  @Test
  void fewerRoundsThanThereHaveToBeAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> DigitTree.of(65, 6, 65));
    assertThatIllegalArgumentException().isThrownBy(() -> DigitTree.of(1, 3, 2));
  }
}
