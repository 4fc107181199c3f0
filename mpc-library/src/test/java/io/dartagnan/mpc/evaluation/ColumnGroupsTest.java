package io.dartagnan.mpc.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ColumnComparisons;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnGroupsTest {

  @Test
  void conditionsOfOneColumnAreTogetherInTheirOrder() {
    List<SharedCondition> conditions = List.of(on(3, 1), on(1, 2), on(3, 1), on(1, 2), on(2, 1));
    List<List<ColumnGroups.Part>> groups = ColumnGroups.of(conditions, 100);

    assertThat(groups).hasSize(1);
    assertThat(groups.get(0)).extracting(ColumnGroups.Part::column).containsExactly(3, 1, 2);
    assertThat(groups.get(0))
        .extracting(ColumnGroups.Part::conditions)
        .containsExactly(List.of(0, 2), List.of(1, 3), List.of(4));
    assertThat(groups.get(0).get(1).comparisons().operands().lanes()).isEqualTo(2);
  }

  @Test
  void groupsAreNoLargerThanTheyMayBe() {
    int lanes = 1 << 15; // Eight of these are a group.
    List<List<ColumnGroups.Part>> groups =
        ColumnGroups.of(
            List.of(on(0, 1), on(0, 1), on(0, 1), on(0, 1), on(0, 1), on(1, 2), on(1, 2), on(1, 2)),
            lanes);

    assertThat(groups).hasSize(2);
    assertThat(groups.get(0))
        .extracting(ColumnGroups.Part::conditions)
        .containsExactly(List.of(0, 1, 2, 3, 4), List.of(5));
    assertThat(groups.get(1))
        .extracting(ColumnGroups.Part::conditions)
        .containsExactly(List.of(6, 7));
  }

  @Test
  void aComparisonThatIsTooLargeIsAloneInItsGroup() {
    List<List<ColumnGroups.Part>> groups =
        ColumnGroups.of(Collections.nCopies(3, on(0, 3)), ColumnComparisons.MAX_WORDS);
    assertThat(groups).hasSize(3).allMatch(group -> group.size() == 1);
  }

  @Test
  void fewLanesCountAsAWordOfThem() {
    List<List<ColumnGroups.Part>> groups =
        ColumnGroups.of(Collections.nCopies(1024, on(0, 128)), 1);
    assertThat(groups).hasSize(32);
    assertThat(groups.get(0).get(0).conditions()).hasSize(32);
  }

  private static SharedCondition on(int column, int limbs) {
    return new SharedCondition(
        column,
        new Comparison(Operator.LESS, Ordering.UNSIGNED),
        Shares.single(Party.P0, Sharing.XOR, new Ring(limbs), new long[limbs]));
  }
}
