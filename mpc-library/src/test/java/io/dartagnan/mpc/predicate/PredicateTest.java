package io.dartagnan.mpc.predicate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Predicate.And;
import io.dartagnan.mpc.predicate.Predicate.Not;
import io.dartagnan.mpc.predicate.Predicate.Or;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PredicateTest {
  private static final Comparison LESS = new Comparison(Operator.LESS, Ordering.UNSIGNED);
  private static final Comparison EQUAL = new Comparison(Operator.EQUAL, Ordering.UNSIGNED);
  private static final Comparison SIGNED = new Comparison(Operator.LESS, Ordering.SIGNED);

  private static final Predicate AGE = shared(0, LESS, 0x1234567890abcdefL);
  private static final Predicate CITY = new PublicCondition(2, EQUAL, "secret".getBytes());

  @Test
  void textShowsTheShapeAndNoOperand() {
    assertThat(new And(List.of(AGE, new Not(CITY)))).hasToString("#0 < ? AND NOT (#2 = ?)");
    assertThat(new Or(List.of(new And(List.of(AGE, CITY)), AGE)))
        .hasToString("(#0 < ? AND #2 = ?) OR #0 < ?");
    assertThat(new Not(new Or(List.of(AGE, CITY)))).hasToString("NOT (#0 < ? OR #2 = ?)");
    assertThat(new Or(List.of(new Not(PublicCondition.present(7)), CITY)))
        .hasToString("NOT (#7 present) OR #2 = ?");
    assertThat(new And(List.of(AGE, AGE)).toString())
        .doesNotContain("1234567890abcdef")
        .doesNotContain("" + 0x1234567890abcdefL);
  }

  @Test
  void conditionsComeFromLeftToRight() {
    Predicate predicate = new And(List.of(new Not(CITY), new Or(List.of(AGE, CITY))));

    assertThat(predicate.conditions())
        .containsExactly((Condition) CITY, (Condition) AGE, (Condition) CITY);
    assertThat(predicate.size()).isEqualTo(3);
    assertThat(predicate.depth()).isEqualTo(3);
    assertThat(predicate.isPublic()).isFalse();
    assertThat(new Not(CITY).isPublic()).isTrue();
  }

  @Test
  void noOneCanChangeAPredicate() {
    long[] own = {1};
    long[] next = {2};
    SharedCondition shared =
        new SharedCondition(
            0, LESS, new Shares(Party.P0, Sharing.REPLICATED_XOR, new Ring(1), own, next));
    byte[] bytes = {3};
    PublicCondition plain = new PublicCondition(0, LESS, bytes);
    List<Predicate> children = new ArrayList<>(List.of(shared));
    And and = new And(children);

    own[0] = next[0] = 9;
    shared.operand().own()[0] = 9;
    shared.operand().next()[0] = 9;
    bytes[0] = 9;
    plain.operand()[0] = 9;
    children.clear();

    assertThat(shared.operand().own()).containsExactly(1);
    assertThat(shared.operand().next()).containsExactly(2);
    assertThat(plain.operand()).containsExactly(3);
    assertThat(and.children()).containsExactly(shared);
  }

  @Test
  void equalMeansTheSameStructureAndOperands() {
    assertThat(new And(List.of(shared(0, LESS, 5), CITY)))
        .isEqualTo(new And(List.of(shared(0, LESS, 5), CITY)))
        .hasSameHashCodeAs(new And(List.of(shared(0, LESS, 5), CITY)))
        .isNotEqualTo(new Or(List.of(shared(0, LESS, 5), CITY)))
        .isNotEqualTo(new And(List.of(shared(0, LESS, 6), CITY)));
    assertThat(shared(0, LESS, 5))
        .isNotEqualTo(shared(1, LESS, 5))
        .isNotEqualTo(shared(0, EQUAL, 5))
        .isNotEqualTo(
            new SharedCondition(
                0, LESS, Shares.single(Party.P1, Sharing.ADDITIVE, new Ring(1), new long[] {5})))
        .isNotEqualTo(
            new SharedCondition(
                0, LESS, Shares.single(Party.P0, Sharing.XOR, new Ring(1), new long[] {5})));
    assertThat(CITY)
        .isNotEqualTo(new PublicCondition(2, EQUAL, "secreT".getBytes()))
        .isNotEqualTo(new PublicCondition(3, EQUAL, "secret".getBytes()))
        .isNotEqualTo(new PublicCondition(2, LESS, "secret".getBytes()));
  }

  @Test
  void presenceIsAtLeastTheEmptyString() {
    PublicCondition present = PublicCondition.present(4);

    assertThat(present.isPresence()).isTrue();
    assertThat(present.comparison().operator().holds(0)).isTrue();
    assertThat(present.comparison().operator().holds(1)).isTrue();
    assertThat(present.operand()).isEmpty();
    assertThat(new PublicCondition(4, present.comparison(), new byte[1]).isPresence()).isFalse();
    assertThat(new PublicCondition(4, EQUAL, new byte[0]).isPresence()).isFalse();
  }

  @Test
  void sixtyFourNodesDeepIsAllowedAndOneMoreIsNot() {
    Predicate deep = AGE;
    for (int depth = 1; depth < Predicate.MAX_DEPTH; depth++) {
      deep = depth % 2 == 0 ? new Not(deep) : new And(List.of(deep));
    }
    Predicate deepest = deep;
    assertThat(deepest.depth()).isEqualTo(64);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Not(deepest))
        .withMessageContaining("deeper than 64");
    assertThatIllegalArgumentException().isThrownBy(() -> new Or(List.of(AGE, deepest)));
  }

  @Test
  void aThousandAndTwentyFourConditionsAreAllowedAndOneMoreIsNot() {
    Predicate half = new And(Collections.nCopies(512, AGE));
    assertThat(new Or(List.of(half, half)).size()).isEqualTo(1024);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Or(List.of(half, CITY, half)))
        .withMessageContaining("1025 conditions");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new And(Collections.nCopies(1025, CITY)))
        .withMessageContaining("1025 conditions");
  }

  @Test
  void andAndOrOfNothingAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new And(List.of()))
        .withMessageContaining("AND of no conditions");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Or(List.of()))
        .withMessageContaining("OR of no conditions");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 65_536, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void columnsAreNumberedInSixteenBits(int column) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> shared(column, LESS, 1))
        .withMessageContaining("0 to 65535");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PublicCondition(column, LESS, new byte[0]))
        .withMessageContaining("0 to 65535");
    assertThat(shared(65_535, LESS, 1).column()).isEqualTo(65_535);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 3})
  void aSharedConditionTakesOneOperand(int lanes) {
    Shares operand = Shares.single(Party.P0, Sharing.XOR, new Ring(2), new long[2 * lanes]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SharedCondition(1, LESS, operand))
        .withMessageContaining("exactly one");
  }

  @Test
  void publicOperandsHaveALengthThatFits() {
    assertThat(new PublicCondition(0, LESS, new byte[65_535]).operand()).hasSize(65_535);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PublicCondition(0, LESS, new byte[65_536]))
        .withMessageContaining("65535 are allowed");
    assertThat(new PublicCondition(0, SIGNED, new byte[8]).operand()).hasSize(8);
    for (int length : new int[] {0, 7, 9}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new PublicCondition(0, SIGNED, new byte[length]))
          .withMessageContaining("8 bytes");
    }
  }

  @Test
  void noProtocolLooksForWords() {
    Comparison words = new Comparison(Operator.EQUAL, Ordering.WORDS);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> shared(3, words, 1))
        .withMessageContaining("WORDS was given for a shared condition on column 3");
    assertThat(new PublicCondition(3, words, new byte[33])).hasToString("#3 = ?");
  }

  private static SharedCondition shared(int column, Comparison comparison, long share) {
    return new SharedCondition(
        column,
        comparison,
        Shares.single(Party.P0, Sharing.ADDITIVE, new Ring(1), new long[] {share}));
  }
}
