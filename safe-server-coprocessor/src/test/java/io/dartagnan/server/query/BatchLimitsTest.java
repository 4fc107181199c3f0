package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.query.Operation;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.LaneProtection;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareBytes;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchLimitsTest {
  private static final Protection INT64 = Protection.parse("xor int64");
  private static final Protection TEXT = Protection.parse("xor string(39)");

  @ParameterizedTest(name = "{0}, {1}: {2} rows")
  @CsvSource({
    "araki, additive int64, 32768",
    "araki, xor string(39), 13107",
    "araki, replicated string(39), 6553",
    "bogdanov, additive int64, 8192",
    "bogdanov, xor int64, 32768",
    "bogdanov, additive string(39), 1638",
    "araki, additive string(16384), 64",
    "bogdanov, additive string(16384), 64"
  })
  void followFromWhatAnOrderSends(String suite, String declared, int rows) {
    Protection protection = Protection.parse(declared);

    assertThat(rows(suite, compared(0, Operator.LESS, protection), protection)).isEqualTo(rows);
  }

  @Test
  void anEqualitySendsLessAndTakesMoreRows() {
    Protection protection = Protection.parse("additive int64");

    assertThat(rows("bogdanov", compared(0, Operator.EQUAL, protection), protection))
        .isEqualTo(32_768);
  }

  @Test
  void plainColumnsCostNothingToCompare() {
    Predicate predicate =
        new PublicCondition(
            0, new Comparison(Operator.LESS, Ordering.UNSIGNED), new byte[] {1, 2, 3});

    assertThat(rows("bogdanov", predicate, Protection.PLAIN)).isEqualTo(32_768);
  }

  /** 5 words of text and 1 of a number: 2^16 words of shares are 10,922 rows. */
  @Test
  void theColumnsThatAreComparedAddUp() {
    Predicate both =
        new Predicate.And(
            List.of(compared(0, Operator.EQUAL, TEXT), compared(1, Operator.EQUAL, INT64)));

    assertThat(rows("araki", both, TEXT, INT64)).isEqualTo((1 << 16) / 6);
  }

  /** Four such batches, as many as are under way at a time, hold 100,000 rows. */
  @Test
  void ordersOfTwoNumbersHaveTheMostRows() {
    Protection number = Protection.parse("additive int64");
    Predicate both =
        new Predicate.And(
            List.of(
                PublicCondition.present(0),
                compared(0, Operator.GREATER_OR_EQUAL, number),
                PublicCondition.present(1),
                compared(1, Operator.GREATER_OR_EQUAL, number)));

    assertThat(rows("araki", both, number, number)).isEqualTo(32_768);
  }

  @Test
  void aColumnIsReadOnceHoweverOftenItIsCompared() {
    Predicate twice =
        new Predicate.Or(
            List.of(compared(0, Operator.EQUAL, TEXT), compared(0, Operator.NOT_EQUAL, TEXT)));

    assertThat(rows("araki", twice, TEXT)).isEqualTo(13_107);
  }

  @Test
  void aColumnOfWhichOnlyThePresenceIsAskedCostsNothing() {
    Predicate predicate =
        new Predicate.And(List.of(PublicCondition.present(0), compared(1, Operator.EQUAL, INT64)));

    assertThat(rows("araki", predicate, Protection.parse("xor string(16384)"), INT64))
        .isEqualTo(32_768);
  }

  @Test
  void manyComparisonsTakeFewerRowsAndNeverFewerThanAWord() {
    Protection protection = Protection.parse("additive int64");
    SharedCondition one = compared(0, Operator.LESS, protection);
    int before = rows("bogdanov", one, protection);
    for (int conditions : new int[] {4, 16, 64}) {
      SharedCondition[] all = new SharedCondition[conditions];
      Arrays.fill(all, one);

      int rows = rows("bogdanov", new Predicate.And(List.of(all)), protection);

      assertThat(rows).as("%d conditions", conditions).isLessThan(before).isGreaterThan(63);
      before = rows;
    }
  }

  private static SharedCondition compared(int column, Operator operator, Protection protection) {
    return new SharedCondition(
        column,
        new Comparison(operator, Ordering.UNSIGNED),
        ShareBytes.zeros(Party.P0, (LaneProtection) protection, 1));
  }

  private static int rows(String suite, Predicate predicate, Protection... protections) {
    List<QueryColumn> columns =
        Arrays.stream(protections)
            .map(protection -> new QueryColumn(new byte[] {'f'}, new byte[] {'q'}, protection))
            .toList();
    return new Selection(
            ProtocolSuites.installed().named(suite), columns, new Operation.Select(predicate, 1))
        .mostRows();
  }
}
