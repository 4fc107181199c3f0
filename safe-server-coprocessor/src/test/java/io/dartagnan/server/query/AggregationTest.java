package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Reconstruction;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.query.AggregateShares;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Operation.Function;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.LaneProtection;
import io.dartagnan.server.query.SelectionTable.Asked;
import io.dartagnan.server.query.agreement.AlignedBatch.AlignedRow;
import io.dartagnan.server.query.agreement.MemoryRow;
import io.dartagnan.server.query.agreement.UnanswerableQueryException;
import io.dartagnan.server.query.agreement.Version;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AggregationTest {
  private static final int ROWS = 150;
  private static final int PREDICATES = 4;

  private final Random random = Seed.random(this);

  static Collection<ProtocolSuite> suites() {
    return ProtocolSuites.installed().byName().values();
  }

  /** Every function on every kind of column, under predicates over many columns. */
  @ParameterizedTest
  @MethodSource("suites")
  void theAggregatesAreThoseOfTheRowsThatMatch(ProtocolSuite suite) {
    SelectionTable table = new SelectionTable(suite, ROWS, random);
    for (int column : table.comparable()) {
      boolean number = table.isNumber(column);
      if (table.isPlain(column) && !number) {
        continue;
      }
      for (int i = 0; i < PREDICATES; i++) {
        Asked asked = Asked.and(List.of(table.present(column), table.randomPredicate(2, random)));
        EnumSet<Function> functions = EnumSet.of(Function.COUNT, Function.MIN, Function.MAX);
        if (number) {
          functions.add(Function.SUM);
        }
        check(suite, table, column, asked, functions);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("suites")
  void aCountIsOfAllRowsThatThereAre(ProtocolSuite suite) {
    SelectionTable table = new SelectionTable(suite, ROWS, random);
    int any = table.anyCell();
    for (int i = 0; i < PREDICATES; i++) {
      Asked asked = Asked.and(List.of(table.present(any), table.randomPredicate(3, random)));
      List<AggregateShares> shares = run(suite, table, any, asked, Set.of(Function.COUNT));
      assertThat(number(shares.stream().map(each -> each.count().orElseThrow()).toList()))
          .as("%s", asked)
          .isEqualTo(table.matching(asked).size());
    }
  }

  @ParameterizedTest
  @MethodSource("suites")
  void countsSideBySideAreThoseOfEachPredicate(ProtocolSuite suite) {
    SelectionTable table = new SelectionTable(suite, ROWS, random);
    for (int i = 0; i < PREDICATES; i++) {
      List<Asked> each = new ArrayList<>();
      for (int child = 0; child < 3; child++) {
        each.add(
            Asked.and(List.of(table.present(table.anyCell()), table.randomPredicate(2, random))));
      }
      List<List<AggregateShares>> shares =
          ThreeParties.run(
                  (context, self) ->
                      AggregateShares.decode(
                          result(
                              table,
                              new Aggregation(
                                  suite,
                                  table.columns(),
                                  new Operation.Counts(
                                      (Predicate.Or) Asked.or(each).ofParty(self))),
                              context),
                          self))
              .results();
      for (int child = 0; child < each.size(); child++) {
        int which = child;
        assertThat(
                number(
                    shares.stream()
                        .map(ofParty -> ofParty.get(which).count().orElseThrow())
                        .toList()))
            .as("%s", each.get(child))
            .isEqualTo(table.matching(each.get(child)).size());
      }
    }
  }

  private void check(
      ProtocolSuite suite, SelectionTable table, int column, Asked asked, Set<Function> functions) {
    List<byte[]> values = table.valuesWhere(column, asked);
    List<AggregateShares> shares = run(suite, table, column, asked, functions);
    assertThat(number(shares.stream().map(each -> each.count().orElseThrow()).toList()))
        .as("count of %s", asked)
        .isEqualTo(values.size());
    if (functions.contains(Function.SUM)) {
      assertThat(number(shares.stream().map(each -> each.sum().orElseThrow()).toList()))
          .as("sum under %s", asked)
          .isEqualTo(values.stream().mapToLong(AggregationTest::toLong).sum());
    }
    if (!values.isEmpty()) {
      Comparator<byte[]> order =
          table.isNumber(column)
              ? Comparator.comparingLong(AggregationTest::toLong)
              : Arrays::compareUnsigned;
      assertThat(element(table, column, shares, true))
          .as("least under %s", asked)
          .contains(values.stream().min(order).orElseThrow());
      assertThat(element(table, column, shares, false))
          .as("greatest under %s", asked)
          .contains(values.stream().max(order).orElseThrow());
    }
  }

  private static Optional<byte[]> element(
      SelectionTable table, int column, List<AggregateShares> shares, boolean least) {
    LaneProtection protection = table.columns().get(column).lanes();
    long[] element =
        Reconstruction.values(
            shares.stream()
                .map(each -> (least ? each.least() : each.greatest()).orElseThrow())
                .toList());
    return Optional.of(
        protection.needsSuite()
            ? protection.laneType().decode(element)
            : SelectionTable.bytes(element[0]));
  }

  private static long number(List<NumberShare> shares) {
    return NumberShare.reconstruct(shares);
  }

  private static long toLong(byte[] value) {
    return ByteBuffer.wrap(value).getLong();
  }

  private static List<AggregateShares> run(
      ProtocolSuite suite, SelectionTable table, int column, Asked asked, Set<Function> functions) {
    return ThreeParties.run(
            (context, self) ->
                AggregateShares.decode(
                        aggregate(suite, table, column, asked, functions, context, self), self)
                    .get(0))
        .results();
  }

  private static byte[] aggregate(
      ProtocolSuite suite,
      SelectionTable table,
      int column,
      Asked asked,
      Set<Function> functions,
      Context context,
      Party self) {
    Operation.Aggregate aggregate = new Operation.Aggregate(asked.ofParty(self), column, functions);
    return result(table, new Aggregation(suite, table.columns(), aggregate), context);
  }

  private static byte[] result(SelectionTable table, Aggregation aggregation, Context context) {
    BatchOperation.Result result = table.apply(aggregation, context);
    assertThat(result.chosen()).isEmpty();
    assertThat(context.openings()).as("nothing is opened").isEmpty();
    return result.aggregates();
  }

  /** The messages of a count say nothing of how many rows it is over. */
  @ParameterizedTest
  @MethodSource("suites")
  void theTrafficIsTheSameForNoSomeAndAllRows(ProtocolSuite suite) {
    SelectionTable table = new SelectionTable(suite, ROWS, 0, random);
    int column = table.shared().get(0);
    Set<Long> bytes = new HashSet<>();
    for (Asked asked : table.noneSomeAndAll(column)) {
      bytes.add(
          ThreeParties.run(
                  (context, self) ->
                      aggregate(
                          suite,
                          table,
                          column,
                          asked,
                          Set.of(Function.COUNT, Function.SUM),
                          context,
                          self))
              .cost()
              .bytes());
    }
    assertThat(bytes).hasSize(1);
  }

  /** Their client reads them again, and adds those that match. */
  @Test
  void undecidedRowsAreReturnedAndAreInNoAggregate() {
    QueryColumn any = QueryColumn.anyCell();
    Operation.Aggregate count =
        new Operation.Aggregate(PublicCondition.present(0), 0, Set.of(Function.COUNT));
    ProtocolSuite suite = ProtocolSuites.installed().named(ProtocolSuites.DEFAULT);
    Aggregation one = new Aggregation(suite, List.of(any), count);
    Aggregation two =
        new Aggregation(
            suite,
            List.of(any),
            new Operation.Counts(new Predicate.Or(List.of(count.predicate(), count.predicate()))));
    assertUndecided(one, 1, 1);
    assertUndecided(one, 1, 3);
    assertUndecided(two, 2, 1);
    assertUndecided(two, 2, 3);
  }

  private static void assertUndecided(Aggregation aggregation, int counts, int torn) {
    QueryColumn any = QueryColumn.anyCell();
    Version version = new Version(1, 1, new byte[0], 0, 0);
    List<BatchOperation.Result> results =
        ThreeParties.run(
                (context, self) -> {
                  List<AlignedRow<MemoryRow>> rows = new ArrayList<>();
                  for (int row = 0; row < 3; row++) {
                    MemoryRow stored = MemoryRow.of("row" + row, List.of());
                    rows.add(new AlignedRow<>(stored, new Version[] {version}, row < torn));
                  }
                  return aggregation.apply(
                      context, SelectionTable.batch(context, List.of(any), rows));
                })
            .results();
    assertThat(results)
        .allSatisfy(result -> assertThat(result.chosen()).containsExactly((1L << torn) - 1));
    List<List<AggregateShares>> shares =
        Party.ALL.stream()
            .map(party -> AggregateShares.decode(results.get(party.index()).aggregates(), party))
            .toList();
    assertThat(shares).allSatisfy(ofParty -> assertThat(ofParty).hasSize(counts));
    for (int count = 0; count < counts; count++) {
      int which = count;
      assertThat(
              number(
                  shares.stream()
                      .map(ofParty -> ofParty.get(which).count().orElseThrow())
                      .toList()))
          .isEqualTo(3 - torn);
    }
  }

  @Test
  void whatHasNoSumIsRefused() {
    SelectionTable table = new SelectionTable(1, 0, random);
    ProtocolSuite suite = ProtocolSuites.installed().named(ProtocolSuites.DEFAULT);
    for (int column : table.comparable()) {
      if (!table.isNumber(column) && !table.isPlain(column)) {
        assertRefused(suite, table, column, Function.SUM, "has no sum");
      }
    }
    assertRefused(suite, table, table.anyCell(), Function.MIN, "need a column");
  }

  private static void assertRefused(
      ProtocolSuite suite, SelectionTable table, int column, Function function, String reason) {
    QueryColumn asked = table.columns().get(column);
    Operation.Aggregate aggregate =
        new Operation.Aggregate(table.present(column).ofParty(Party.P0), column, Set.of(function));
    assertThatThrownBy(() -> new Aggregation(suite, table.columns(), aggregate))
        .as("%s of %s", function, asked)
        .isInstanceOf(UnanswerableQueryException.class)
        .hasMessageContaining(reason);
  }
}
