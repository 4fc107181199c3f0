package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.Reconstruction;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Query;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.query.QuerySession;
import io.dartagnan.schema.Protection;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the three parties get, put together again, asks what the clause does. */
class PredicateDealerTest {
  private static final SecureRandom SECURE = new SecureRandom();
  private static final List<QueryColumn> COLUMNS =
      Stream.of(
              "plain",
              "additive int64",
              "xor int64",
              "replicated int64",
              "additive bytes(3)",
              "xor string(9)",
              "replicated bytes(20)")
          .map(
              declared ->
                  new QueryColumn(
                      Bytes.toBytes("f"), Bytes.toBytes(declared), Protection.parse(declared)))
          .toList();

  static Stream<Long> seeds() {
    return Seed.ofCases(PredicateDealerTest.class, 200);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void theThreePartsTogetherHoldWhereTheClauseDoes(long seed) {
    Random random = new Random(seed);
    WhereClause where = clause(random, 3);
    List<Predicate> dealt = new PredicateDealer(COLUMNS, SECURE).deal(where);
    List<Predicate> again = new PredicateDealer(COLUMNS, SECURE).deal(where);

    for (int i = 0; i < 20; i++) {
      Result row = row(random);
      assertThat(holds(dealt, row)).as("%s", where).isEqualTo(where.holds(row));
      assertThat(holds(again, row)).as("%s", where).isEqualTo(where.holds(row));
    }
    for (Party party : Party.ALL) {
      assertFits(party, dealt.get(party.index()));
      assertThat(dealt.get(party.index()).isPublic() || isFresh(dealt, again, party)).isTrue();
    }
  }

  private static boolean isFresh(List<Predicate> dealt, List<Predicate> again, Party party) {
    return !dealt.get(party.index()).equals(again.get(party.index()));
  }

  /** A query checks every condition against its column. */
  private static void assertFits(Party party, Predicate predicate) {
    Query query =
        new Query(
            new QuerySession(1, 2, 3),
            party,
            List.of("a", "b", "c"),
            "araki",
            COLUMNS,
            new Operation.Select(predicate, Operation.Select.NO_LIMIT));
    assertThat(Query.decode(query.encode()).operation().predicate()).isEqualTo(predicate);
  }

  @Test
  void noTextShowsAnOperand() {
    WhereClause where =
        WhereClause.and(
            List.of(
                WhereClause.compare(
                    COLUMNS.get(0), Operator.LESS, Ordering.UNSIGNED, Bytes.toBytes("secret")),
                new WhereClause.Not(new WhereClause.Present(COLUMNS.get(1)))));

    assertThat(where).hasToString("f:plain < ? AND NOT f:additive int64 present");
  }

  @Test
  void aColumnThatTheQueryLacksIsRefused() {
    PredicateDealer dealer = new PredicateDealer(COLUMNS.subList(0, 1), SECURE);

    assertThatThrownBy(() -> dealer.deal(new WhereClause.Present(COLUMNS.get(1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("additive int64");
  }

  @Test
  void clausesOfTheLargestSizeFitAndLargerOnesDoNot() {
    assertFitsUpTo(Predicate.MAX_CONDITIONS / 2, PredicateDealerTest::conditions);
    assertFitsUpTo(Query.MAX_COLUMNS, PredicateDealerTest::columns);
    assertFitsUpTo(Predicate.MAX_DEPTH, PredicateDealerTest::nested);
    assertFitsUpTo(PublicCondition.MAX_OPERAND_BYTES, PredicateDealerTest::plainOperand);
  }

  private static void assertFitsUpTo(int size, IntFunction<WhereClause> ofSize) {
    WhereClause fits = ofSize.apply(size);
    WhereClause tooLarge = ofSize.apply(size + 1);
    List<QueryColumn> columns = tooLarge.columns().distinct().toList();

    assertThat(PredicateDealer.fits(fits)).isTrue();
    assertThat(PredicateDealer.fits(tooLarge)).isFalse();
    assertThat(new PredicateDealer(columns, SECURE).deal(fits)).hasSize(3);
  }

  private static WhereClause conditions(int count) {
    List<WhereClause> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(
          WhereClause.compare(
              COLUMNS.get(1), Operator.EQUAL, Ordering.SIGNED, Bytes.toBytes((long) i)));
    }
    return WhereClause.or(parts);
  }

  private static WhereClause columns(int count) {
    List<WhereClause> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(
          new WhereClause.Present(
              new QueryColumn(Bytes.toBytes("f"), Bytes.toBytes(i), Protection.PLAIN)));
    }
    return WhereClause.or(parts);
  }

  private static WhereClause nested(int depth) {
    WhereClause clause = new WhereClause.Present(COLUMNS.get(0));
    for (int i = 1; i < depth; i++) {
      clause = new WhereClause.Not(clause);
    }
    return clause;
  }

  private static WhereClause plainOperand(int length) {
    return WhereClause.compare(COLUMNS.get(0), Operator.EQUAL, Ordering.UNSIGNED, new byte[length]);
  }

  private static WhereClause clause(Random random, int depth) {
    if (depth > 0) {
      switch (random.nextInt(4)) {
        case 0 -> {
          return WhereClause.and(clauses(random, 2, depth - 1));
        }
        case 1 -> {
          return WhereClause.or(clauses(random, 3, depth - 1));
        }
        case 2 -> {
          return new WhereClause.Not(clause(random, depth - 1));
        }
        default -> {
          // A leaf below.
        }
      }
    }
    QueryColumn column = COLUMNS.get(random.nextInt(COLUMNS.size()));
    if (random.nextInt(4) == 0) {
      return new WhereClause.Present(column);
    }
    boolean number = isNumber(column);
    return WhereClause.compare(
        column,
        Operator.values()[random.nextInt(6)],
        number && random.nextBoolean() ? Ordering.SIGNED : Ordering.UNSIGNED,
        value(column, random));
  }

  private static List<WhereClause> clauses(Random random, int count, int depth) {
    return IntStream.range(0, count).mapToObj(i -> clause(random, depth)).toList();
  }

  private static boolean isNumber(QueryColumn column) {
    return column.protection().toString().endsWith("int64");
  }

  private static byte[] value(QueryColumn column, Random random) {
    return isNumber(column)
        ? Bytes.toBytes(random.nextInt(5) - 2L)
        : Bytes.head(Bytes.toBytes(random.nextBoolean() ? "aab" : "ab"), random.nextInt(3));
  }

  private static Result row(Random random) {
    List<Cell> cells = new ArrayList<>();
    for (QueryColumn column : COLUMNS) {
      if (random.nextInt(4) > 0) {
        cells.add(
            new KeyValue(
                Bytes.toBytes("row"),
                column.family(),
                column.qualifier(),
                1L,
                value(column, random)));
      }
    }
    cells.sort(CellComparator.getInstance());
    return Result.create(cells);
  }

  private static boolean holds(List<Predicate> byParty, Result row) {
    Predicate first = byParty.get(0);
    if (first instanceof Predicate.Branch branch) {
      List<Boolean> parts = new ArrayList<>();
      for (int i = 0; i < branch.children().size(); i++) {
        int child = i;
        parts.add(
            holds(
                byParty.stream()
                    .map(predicate -> ((Predicate.Branch) predicate).children().get(child))
                    .toList(),
                row));
      }
      return first instanceof Predicate.And ? !parts.contains(false) : parts.contains(true);
    }
    if (first instanceof Predicate.Not) {
      return !holds(
          byParty.stream().map(predicate -> ((Predicate.Not) predicate).child()).toList(), row);
    }
    if (first instanceof PublicCondition condition) {
      assertThat(byParty).containsOnly(first);
      byte[] value = value(row, condition.column());
      return value != null
          && compare(condition.comparison(), Bytes.compareTo(value, condition.operand()));
    }
    return holdsShared(byParty, row);
  }

  private static boolean holdsShared(List<Predicate> byParty, Result row) {
    SharedCondition condition = (SharedCondition) byParty.get(0);
    long[] operand =
        Reconstruction.values(
            byParty.stream().map(each -> ((SharedCondition) each).operand()).toList());
    byte[] value = value(row, condition.column());
    long[] element =
        value == null
            ? new long[operand.length]
            : COLUMNS.get(condition.column()).lanes().laneType().encode(value);
    int sign =
        condition.comparison().ordering() == Ordering.SIGNED
            ? Long.compare(element[0], operand[0])
            : Arrays.compareUnsigned(element, operand);
    return compare(condition.comparison(), sign);
  }

  private static boolean compare(Comparison comparison, int sign) {
    return comparison.operator().holds(sign);
  }

  private static byte[] value(Result row, int column) {
    return row.getValue(COLUMNS.get(column).family(), COLUMNS.get(column).qualifier());
  }
}
