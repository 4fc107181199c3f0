package io.dartagnan.client.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.client.scan.Question;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Operation.Function;
import io.dartagnan.query.Query;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.query.QuerySession;
import io.dartagnan.schema.Protection;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Questions for aggregates ask for the cells that the answer takes, and for no others. */
class AggregateQuestionTest {
  private static final QueryColumn AGE = column("age");
  private static final QueryColumn WEIGHT = column("weight");
  private static final WhereClause ADULT = adult();

  @Test
  void aNumberOfRowsNeedsEveryCellWhereARowWithoutTheClausesColumnsCounts() throws IOException {
    for (Optional<WhereClause> where :
        List.of(
            Optional.<WhereClause>empty(),
            Optional.<WhereClause>of(new WhereClause.Not(ADULT)),
            Optional.of(
                WhereClause.or(
                    List.of(ADULT, new WhereClause.Not(new WhereClause.Present(AGE))))))) {
      AggregateQuestion question = AggregateQuestion.count(AggregateQuestion.counted(where));
      assertThat(question.columns()).contains(QueryColumn.anyCell());
      Scan rows = new Scan().addFamily(Bytes.toBytes("v"));
      Scan narrowed = new Scan(rows);
      question.narrow(narrowed);
      assertThat(narrowed.toMap()).isEqualTo(rows.toMap());
    }
  }

  @Test
  void aNumberOfRowsReadsTheClausesColumnsWhereTheySayEnough() throws IOException {
    WhereClause heavy = new WhereClause.Present(WEIGHT);
    AggregateQuestion question =
        AggregateQuestion.count(
            AggregateQuestion.counted(Optional.of(WhereClause.or(List.of(ADULT, heavy)))));

    assertThat(question.columns()).containsExactly(AGE, WEIGHT);
    assertSelects(question, AGE, WEIGHT);
    assertIsAQuery(question);
  }

  @Test
  void anAggregateReadsItsColumnAndTheClauses() throws IOException {
    AggregateQuestion alone =
        AggregateQuestion.of(WEIGHT, Optional.empty(), Set.of(Function.SUM, Function.COUNT));
    assertSelects(alone, WEIGHT);

    AggregateQuestion filtered =
        AggregateQuestion.of(WEIGHT, Optional.of(ADULT), Set.of(Function.MIN));
    assertSelects(filtered, AGE, WEIGHT);
    for (Operation operation : filtered.deal(new SecureRandom()).operations()) {
      int asked = ((Operation.Aggregate) operation).column();
      assertThat(filtered.columns().get(asked)).isEqualTo(WEIGHT);
    }
    assertIsAQuery(filtered);
  }

  private static void assertSelects(AggregateQuestion question, QueryColumn... columns)
      throws IOException {
    Scan rows = new Scan().withStartRow(Bytes.toBytes("a")).setTimeRange(3, 9).readVersions(1);
    Scan expected = new Scan(rows);
    for (QueryColumn column : columns) {
      expected.addColumn(column.family(), column.qualifier());
    }
    for (Scan given : List.of(rows, new Scan(rows).addFamily(Bytes.toBytes("v")))) {
      question.narrow(given);
      assertThat(given.toMap(100)).isEqualTo(expected.toMap(100));
    }
  }

  @Test
  void countsOfSeveralClausesAreOneQueryWithAPredicateForEach() throws IOException {
    WhereClause either = WhereClause.or(List.of(ADULT, new WhereClause.Present(WEIGHT)));
    Question counts = AggregateQuestion.counts(List.of(ADULT, either, ADULT));

    assertThat(counts.opensVerdicts()).isFalse();
    for (Operation operation : counts.deal(new SecureRandom()).operations()) {
      assertThat(((Operation.Counts) operation).predicate().children())
          .extracting(Object::toString)
          .containsExactly(
              "#0 present AND #0 >= ?",
              "(#0 present AND #0 >= ?) OR #1 present",
              "#0 present AND #0 >= ?");
    }
    assertIsAQuery(counts);
  }

  private static void assertIsAQuery(Question question) throws IOException {
    List<Operation> dealt = question.deal(new SecureRandom()).operations();
    for (Party party : Party.ALL) {
      Operation operation = dealt.get(party.index());
      Query query =
          new Query(
              new QuerySession(1, 2, 0),
              party,
              List.of("a", "b", "c"),
              "araki",
              question.columns(),
              operation);
      assertThat(query.operation()).isEqualTo(operation);
    }
  }

  private static WhereClause adult() {
    return WhereClause.compare(AGE, Operator.GREATER_OR_EQUAL, Ordering.SIGNED, Bytes.toBytes(18L));
  }

  private static QueryColumn column(String qualifier) {
    return new QueryColumn(
        Bytes.toBytes("v"), Bytes.toBytes(qualifier), Protection.parse("additive int64"));
  }
}
