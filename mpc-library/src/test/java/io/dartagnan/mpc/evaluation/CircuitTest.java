package io.dartagnan.mpc.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.Predicate.And;
import io.dartagnan.mpc.predicate.Predicate.Not;
import io.dartagnan.mpc.predicate.Predicate.Or;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CircuitTest {
  private static final Predicate LEAF =
      new SharedCondition(
          0,
          new Comparison(Operator.LESS, Ordering.UNSIGNED),
          Shares.single(Party.P0, Sharing.XOR, new Ring(1), new long[1]));
  private static final Predicate PUBLIC = PublicCondition.present(1);

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 1", "3, 2", "4, 2", "5, 3", "8, 3", "9, 4", "64, 6", "65, 7", "1024, 10"})
  void manyChildrenTakeLogarithmicallyManyLevels(int children, int levels) {
    List<Predicate> leaves = Collections.nCopies(children, LEAF);
    for (Predicate predicate : List.of(new And(leaves), new Or(leaves), new Not(new Or(leaves)))) {
      Circuit circuit = new Circuit(predicate);
      assertThat(circuit.levels()).hasSize(levels).noneMatch(List::isEmpty);
      assertThat(circuit.gates()).isEqualTo(children - 1);
      assertThat(circuit.comparisons()).hasSize(children);
    }
  }

  @Test
  void aChainOfOneKindIsAsFlatAsOneNode() {
    Predicate and = LEAF;
    Predicate or = LEAF;
    Predicate mixed = LEAF;
    for (int i = 1; i < 32; i++) {
      and = new And(List.of(and, LEAF));
      or = new Or(List.of(LEAF, or));
      // NOT (x AND y) is NOT x OR NOT y.
      mixed =
          i % 2 == 0
              ? new Not(new And(List.of(mixed, LEAF)))
              : new Not(new Or(List.of(mixed, LEAF)));
    }
    assertThat(new Circuit(and).levels()).hasSize(5);
    assertThat(new Circuit(or).levels()).hasSize(5);
    assertThat(new Circuit(mixed).levels()).hasSize(5);
  }

  @Test
  void whatIsKnownLateIsJoinedLast() {
    Predicate late = new Or(Collections.nCopies(8, LEAF));
    Predicate predicate = new And(List.of(late, LEAF, LEAF, LEAF, LEAF, LEAF, LEAF, LEAF, LEAF));

    assertThat(new Circuit(predicate).levels()).extracting(List::size).containsExactly(8, 4, 2, 1);
  }

  @Test
  void gatesOfOneLevelOfDifferentBranchesAreTogether() {
    Predicate branch = new And(Collections.nCopies(4, LEAF));
    Circuit circuit = new Circuit(new Or(List.of(branch, branch, branch, branch)));

    assertThat(circuit.levels()).extracting(List::size).containsExactly(8, 4, 2, 1);
  }

  @Test
  void publicPartsAreOneMaskPerConjunctionAndNoGates() {
    Circuit circuit =
        new Circuit(
            new And(
                List.of(
                    PUBLIC,
                    new And(List.of(new Not(PUBLIC), LEAF)),
                    new Not(new Or(List.of(PUBLIC, LEAF))))));

    assertThat(circuit.masks()).hasSize(1);
    assertThat(circuit.masks().get(0)).hasSize(3);
    assertThat(circuit.gates()).isEqualTo(1);
  }

  @Test
  void onlyALoneComparisonIsOne() {
    assertThat(new Circuit(new Not(new Or(List.of(new Not(LEAF))))).isOneComparison()).isTrue();
    assertThat(new Circuit(new And(List.of(LEAF, LEAF))).isOneComparison()).isFalse();
    assertThat(new Circuit(new And(List.of(LEAF, PUBLIC))).isOneComparison()).isFalse();
    assertThat(new Circuit(new Or(List.of(PUBLIC, LEAF))).isOneComparison()).isFalse();
  }
}
