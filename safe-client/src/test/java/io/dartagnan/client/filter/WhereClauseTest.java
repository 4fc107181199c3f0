package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class WhereClauseTest {
  private static final WhereClause PRESENT = new WhereClause.Present(Tables.numberColumn());

  private static WhereClause is(long operand) {
    return WhereClause.compare(
        Tables.numberColumn(), Operator.EQUAL, Ordering.SIGNED, Bytes.toBytes(operand));
  }

  /** What the clouds get must not say whether two operands are equal. */
  @Test
  void theShapeDoesNotDependOnWhetherOperandsAreEqual() {
    for (Function<List<WhereClause>, WhereClause> join :
        List.<Function<List<WhereClause>, WhereClause>>of(WhereClause::and, WhereClause::or)) {
      WhereClause equal = join.apply(List.of(is(1), is(1)));
      WhereClause unequal = join.apply(List.of(is(1), is(2)));

      assertThat(equal).hasToString(unequal.toString());
      assertThat(equal.columns()).hasSize(2);
      assertThat(join.apply(List.of(new WhereClause.Not(is(1)), new WhereClause.Not(is(1)))))
          .hasToString(
              join.apply(List.of(new WhereClause.Not(is(1)), new WhereClause.Not(is(2))))
                  .toString());
    }
  }

  @Test
  void partsWithoutAnOperandAreNotRepeated() {
    assertThat(WhereClause.and(List.of(PRESENT, PRESENT))).isEqualTo(PRESENT);
    assertThat(WhereClause.or(List.of(PRESENT, is(1), PRESENT)).columns()).hasSize(2);
  }
}
