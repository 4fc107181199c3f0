package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.query.Operation;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.LaneProtection;
import io.dartagnan.schema.Protection;
import io.dartagnan.server.query.SelectionTable.Asked;
import io.dartagnan.server.query.agreement.AlignedBatch.AlignedRow;
import io.dartagnan.server.query.agreement.MemoryRow;
import io.dartagnan.server.query.agreement.RowBatch;
import io.dartagnan.server.query.agreement.UnanswerableQueryException;
import io.dartagnan.server.query.agreement.Version;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From the stored values of agreed rows and a predicate to the rows that match, at all parties. */
class SelectionTest {
  private static final int ROWS = 150;
  private static final int PREDICATES = 60;
  private static final Comparison EQUAL = new Comparison(Operator.EQUAL, Ordering.UNSIGNED);
  private static final ProtocolSuite SUITE =
      ProtocolSuites.installed().named(ProtocolSuites.DEFAULT);

  private final Random random = Seed.random(this);

  static Collection<ProtocolSuite> suites() {
    return ProtocolSuites.installed().byName().values();
  }

  /** Every operator on every kind of column, rows without the column dropped or kept. */
  @ParameterizedTest
  @MethodSource("suites")
  void theRowsThatMatchAreThoseWhoseValuesDo(ProtocolSuite suite) {
    SelectionTable table = new SelectionTable(suite, ROWS, random);
    for (int column : table.comparable()) {
      for (Ordering ordering : table.orderings(column)) {
        for (Operator operator : Operator.values()) {
          Asked compared = table.compared(column, new Comparison(operator, ordering), random);
          assertMatches(suite, table, Asked.and(List.of(table.present(column), compared)));
          assertMatches(
              suite, table, Asked.or(List.of(Asked.not(table.present(column)), compared)));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("suites")
  void predicatesOverManyColumnsMatchAsTheirPlaintextDoes(ProtocolSuite suite) {
    SelectionTable table = new SelectionTable(suite, ROWS, random);
    int found = 0;
    for (int i = 0; i < PREDICATES; i++) {
      found += assertMatches(suite, table, table.randomPredicate(3, random));
    }
    assertThat(found).as("rows found").isBetween(1, PREDICATES * ROWS - 1);
  }

  private static int assertMatches(ProtocolSuite suite, SelectionTable table, Asked asked) {
    List<String> expected = table.matching(asked);
    List<List<String>> matching =
        ThreeParties.run((context, self) -> matching(suite, table, asked, context, self)).results();
    assertThat(matching).as("%s", asked).containsExactly(expected, expected, expected);
    return expected.size();
  }

  private static List<String> matching(
      ProtocolSuite suite, SelectionTable table, Asked asked, Context context, Party self) {
    Operation.Select select = new Operation.Select(asked.ofParty(self), Operation.Select.NO_LIMIT);
    BatchOperation.Result result =
        table.apply(new Selection(suite, table.columns(), select), context);
    assertThat(result.aggregates()).isEmpty();
    return table.batch(context).stored(result.chosen()).stream().map(MemoryRow::toString).toList();
  }

  /** What a predicate is made of stays shared, however many columns it speaks of. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 6})
  void onlyTheVerdictIsOpenedOfHoweverManyColumns(int comparisons) {
    SelectionTable table = new SelectionTable(ROWS, 0, random);
    List<Asked> all = new ArrayList<>();
    for (int column : table.shared().subList(0, comparisons)) {
      Comparison comparison = new Comparison(Operator.LESS, table.orderings(column).get(0));
      all.add(
          Asked.and(List.of(table.present(column), table.compared(column, comparison, random))));
    }
    Asked asked = Asked.or(all);

    List<Map<Long, String>> openings =
        ThreeParties.run(
                (context, self) -> {
                  matching(SUITE, table, asked, context, self);
                  return context.openings();
                })
            .results();

    for (Map<Long, String> ofParty : openings) {
      assertThat(ofParty).as("%d comparisons", comparisons).hasSize(1);
      assertThat(ofParty.values().iterator().next()).contains("open-").contains("" + ROWS);
    }
  }

  /** Rows that are returned whatever their columns say: nothing of them is opened. */
  @ParameterizedTest
  @ValueSource(ints = {1, 70, ROWS})
  void noVerdictOfAnUndecidedRowIsOpened(int torn) {
    SelectionTable table = new SelectionTable(ROWS, 0, random);
    int column = table.shared().get(0);
    Asked asked = table.compared(column, EQUAL, random);
    List<String> expected = new ArrayList<>(table.keys().subList(0, torn));
    table.matching(asked).stream().filter(row -> !expected.contains(row)).forEach(expected::add);

    List<Map<Long, String>> openings =
        ThreeParties.run(
                (context, self) -> {
                  Operation.Select select =
                      new Operation.Select(asked.ofParty(self), Operation.Select.NO_LIMIT);
                  RowBatch<MemoryRow> batch = table.tearing(torn, context);
                  BatchOperation.Result result =
                      new Selection(SUITE, table.columns(), select).apply(context, batch);
                  assertThat(batch.stored(result.chosen()))
                      .extracting(MemoryRow::toString)
                      .containsExactlyElementsOf(expected);
                  return context.openings();
                })
            .results();

    for (Map<Long, String> ofParty : openings) {
      if (torn == ROWS) {
        assertThat(ofParty).isEmpty();
      } else {
        assertThat(ofParty.values())
            .isNotEmpty()
            .allSatisfy(opened -> assertThat(opened).contains("x" + (ROWS - torn) + "/"));
      }
    }
  }

  @Test
  void aPredicateOverPlainColumnsSendsNothing() {
    SelectionTable table = new SelectionTable(ROWS, random);
    Asked asked =
        Asked.or(
            List.of(
                table.present(table.shared().get(0)),
                Asked.not(table.present(table.anyCell())),
                table.compared(table.plainText(), EQUAL, random)));

    ThreeParties.Run<List<String>> run =
        ThreeParties.run((context, self) -> matching(SUITE, table, asked, context, self));

    assertThat(run.cost().bytes()).isZero();
    assertThat(run.results()).containsOnly(table.matching(asked));
  }

  @Test
  void aBatchWithoutRowsSendsNothing() {
    SelectionTable table = new SelectionTable(0, random);
    Asked asked = table.compared(table.shared().get(0), EQUAL, random);

    ThreeParties.Run<List<String>> run =
        ThreeParties.run((context, self) -> matching(SUITE, table, asked, context, self));

    assertThat(run.cost().bytes()).isZero();
    assertThat(run.results()).containsOnly(List.of());
  }

  /** The three parties have different bytes of such a value, so all of them must refuse it. */
  @ParameterizedTest
  @ValueSource(strings = {"xor int64", "replicated int64", "additive string(20)"})
  void sharesOfAnotherSchemaAreRefusedByAllThree(String was) {
    LaneProtection now = (LaneProtection) Protection.parse("additive int64");
    LaneProtection before = (LaneProtection) Protection.parse(was);
    List<Shares> stored =
        ThreeParties.deal(
            before.laneSharing(),
            before.laneType().ring(),
            new long[before.laneType().ring().limbs()]);
    List<Shares> operand = ThreeParties.deal(now.laneSharing(), now.laneType().ring(), new long[1]);

    List<String> answers =
        ThreeParties.run(
                (context, self) -> {
                  byte[] value = SelectionTable.cell(before, stored.get(self.index()));
                  return refusal(
                      now,
                      new SharedCondition(0, EQUAL, operand.get(self.index())),
                      value,
                      context);
                })
            .results();

    assertThat(answers)
        .containsOnly(
            "column f:q holds shares of another scheme or type than 'additive int64', which the"
                + " schema says: it was changed in place; declare it again as it was when they"
                + " were written, or copy its values into a new table and put that in its place");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 9})
  void aSignedComparisonOfAPlainValueThatIsNoLongIsRefused(int length) {
    PublicCondition condition =
        new PublicCondition(0, new Comparison(Operator.LESS, Ordering.SIGNED), new byte[8]);

    assertThat(
            ThreeParties.run(
                    (context, self) ->
                        refusal(Protection.PLAIN, condition, new byte[length], context))
                .results())
        .containsOnly(
            "a LongComparator met a plain value of "
                + length
                + " bytes, it compares the eight bytes of Bytes.toBytes(long)");
  }

  /** Their client reads them again, and leaves out those that do not match. */
  @Test
  void aTornRowIsChosenWhateverThePredicateSays() {
    Protection protection = Protection.PLAIN;
    List<QueryColumn> columns =
        List.of(new QueryColumn(new byte[] {'f'}, new byte[] {'q'}, protection));
    Operation.Select present = new Operation.Select(PublicCondition.present(0), 1);
    Version[] none = {null};
    for (long[] chosen :
        ThreeParties.run(
                (context, self) ->
                    new Selection(SUITE, columns, present)
                        .apply(
                            context,
                            SelectionTable.batch(
                                context,
                                columns,
                                List.of(
                                    new AlignedRow<>(MemoryRow.of("a", List.of()), none, false),
                                    new AlignedRow<>(MemoryRow.of("b", List.of()), none, true))))
                        .chosen())
            .results()) {
      assertThat(chosen).containsExactly(2);
    }
  }

  private static String refusal(
      Protection protection, Predicate predicate, byte[] value, Context context) {
    Version version = new Version(1, 1, value, 0, value.length);
    MemoryRow row = MemoryRow.of("row", List.of(List.of(version)));
    List<QueryColumn> columns =
        List.of(new QueryColumn(new byte[] {'f'}, new byte[] {'q'}, protection));
    Selection selection = new Selection(SUITE, columns, new Operation.Select(predicate, 1));
    try {
      return selection
          .apply(
              context,
              SelectionTable.batch(
                  context, columns, List.of(new AlignedRow<>(row, new Version[] {version}, false))))
          .toString();
    } catch (UnanswerableQueryException e) {
      return e.getMessage();
    }
  }

  @Test
  void theTypesThatAreTriedAreThoseThatThereAre() {
    SelectionTable table = new SelectionTable(1, random);

    assertThat(table.shared().stream().map(column -> table.columns().get(column).lanes()))
        .extracting(protection -> protection.scheme() + " " + protection.laneType().kind())
        .containsExactlyInAnyOrderElementsOf(
            List.of("additive", "xor", "replicated").stream()
                .flatMap(
                    scheme ->
                        Arrays.stream(ValueType.Kind.values()).map(kind -> scheme + " " + kind))
                .toList());
  }
}
