package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.Aggregation;
import io.dartagnan.mpc.suite.ColumnComparisons;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.List;

/**
 * Something a suite can be asked to do in one batch.
 *
 * @param name for failures
 * @param reveals whether the parties learn its result
 * @param ring of the values that it works on
 * @param inputs a party's shares of what it works on
 * @param steps one party's side; returns its shares of the result, or the result if it reveals
 */
record Operation(String name, boolean reveals, Ring ring, Inputs inputs, Steps steps) {

  /** A party's shares of the input: one array, or two of a replicated sharing. */
  interface Inputs {
    List<long[]> of(Party party);
  }

  /** One party's side. */
  interface Steps {
    List<long[]> run(Context context);
  }

  static Operation compare(ProtocolSuite suite, Question question) {
    return new Operation(
        "compare " + question,
        false,
        question.ring(),
        party -> inputs(question, party),
        context -> words(question.compare(suite, context)));
  }

  /** A comparison whose answer stays shared, validated. */
  static Operation validated(ProtocolSuite suite, Question question) {
    return compare(suite, question).validated(suite);
  }

  /** Those of {@link #aggregations}, validated, as before results leave. */
  static List<Operation> validatedAggregations(ProtocolSuite suite, Question question, long seed) {
    return aggregations(suite, question, seed).stream()
        .map(operation -> operation.validated(suite))
        .toList();
  }

  private Operation validated(ProtocolSuite suite) {
    return new Operation(
        name + ", validated",
        reveals,
        ring,
        inputs,
        context -> {
          List<long[]> result = steps.run(context.narrow("contract-computed"));
          suite.validate(context.narrow("contract-validated"));
          return result;
        });
  }

  static Operation reveal(ProtocolSuite suite, Question question) {
    return new Operation(
        "reveal " + question,
        true,
        question.ring(),
        party -> inputs(question, party),
        context -> List.of(question.reveal(suite, context)));
  }

  /** Opening of the question's answer, which is computed here, once, as for {@link #and}. */
  static Operation open(ProtocolSuite suite, Question question, long seed) {
    List<SharedBits> answers =
        Trial.seeded(seed)
            .run((session, exchange) -> question.compare(suite, session.nextBatch()))
            .orThrow();
    return new Operation(
        "open the answer of " + question,
        true,
        question.ring(),
        party -> words(answers.get(party.index())),
        context -> List.of(suite.open(context, answers.get(context.self().index()))));
  }

  /**
   * AND of the question's answer and that of another comparison of the same shares. Both are
   * computed here, once, so that every run is given the same shares of them.
   */
  static Operation and(ProtocolSuite suite, Question question, Comparison other, long seed) {
    return onTwoAnswers(
        "and",
        false,
        question,
        answersToTwo(suite, question, other, seed),
        (context, left, right) -> words(suite.and(context, left, right)));
  }

  /** AND of two answers, as for {@link #and}, and its opening. */
  static Operation revealAnd(ProtocolSuite suite, Question question, Comparison other, long seed) {
    return onTwoAnswers(
        "revealed and",
        true,
        question,
        answersToTwo(suite, question, other, seed),
        (context, left, right) -> List.of(suite.revealAnd(context, left, right)));
  }

  /** Opening of an AND of bits that are dealt. */
  static Operation revealAnd(ProtocolSuite suite, List<SharedBits> left, List<SharedBits> right) {
    return new Operation(
        "revealed and of dealt bits",
        true,
        new Ring(1),
        party -> words(left.get(party.index())),
        context -> {
          int party = context.self().index();
          return List.of(suite.revealAnd(context, left.get(party), right.get(party)));
        });
  }

  /** Opening of bits that are dealt. */
  static Operation open(ProtocolSuite suite, List<SharedBits> bits) {
    return new Operation(
        "open dealt bits",
        true,
        new Ring(1),
        party -> words(bits.get(party.index())),
        context -> List.of(suite.open(context, bits.get(context.self().index()))));
  }

  private interface OnTwoAnswers {
    List<long[]> run(Context context, SharedBits left, SharedBits right);
  }

  private static List<List<SharedBits>> answersToTwo(
      ProtocolSuite suite, Question question, Comparison other, long seed) {
    Question second = question.with(other);
    return Trial.seeded(seed)
        .run(
            (session, exchange) ->
                List.of(
                    question.compare(suite, session.nextBatch()),
                    second.compare(suite, session.nextBatch())))
        .orThrow();
  }

  private static Operation onTwoAnswers(
      String name,
      boolean reveals,
      Question question,
      List<List<SharedBits>> answers,
      OnTwoAnswers steps) {
    return new Operation(
        "%s of %s and of another comparison".formatted(name, question),
        reveals,
        question.ring(),
        party -> answers.get(party.index()).stream().flatMap(bits -> words(bits).stream()).toList(),
        context -> {
          List<SharedBits> operands = answers.get(context.self().index());
          return steps.run(context, operands.get(0), operands.get(1));
        });
  }

  /** Comparisons of the question's shares with its operand, side by side. */
  static Operation compareAll(ProtocolSuite suite, Question question, Comparison... others) {
    List<Comparison> comparisons = new ArrayList<>(List.of(question.comparison()));
    comparisons.addAll(List.of(others));
    return new Operation(
        "compare %s and beside it %s".formatted(question, List.of(others)),
        false,
        question.ring(),
        party -> inputs(question, party),
        context -> {
          int party = context.self().index();
          Shares operands = question.operand().get(party).repeat(comparisons.size());
          return suite
              .compareAll(
                  context,
                  List.of(new ColumnComparisons(comparisons, operands)),
                  List.of(question.values().get(party)))
              .get(0)
              .stream()
              .flatMap(bits -> words(bits).stream())
              .toList();
        });
  }

  /**
   * The operations in which a suite adds up and chooses: of the question's answers their number,
   * this and that of the noes beside it, the sum of the values whose answer is one, these values
   * themselves, and which are less than their neighbours. The answers are computed here, once, so
   * that every run is given the same shares of them. None if the suite has no aggregation.
   */
  static List<Operation> aggregations(ProtocolSuite suite, Question question, long seed) {
    Aggregation aggregation = suite.aggregation().orElse(null);
    if (aggregation == null) {
      return List.of();
    }
    List<SharedBits> answers =
        Trial.seeded(seed)
            .run((session, exchange) -> question.compare(suite, session.nextBatch()))
            .orThrow();
    List<Operation> operations = new ArrayList<>();
    operations.add(
        onAnswers(
            "count of " + question,
            question,
            answers,
            (context, bits, values) ->
                words(aggregation.count(context, bits, 3, bits.lanes() + 4).element())));
    operations.add(
        onAnswers(
            "counts side by side of " + question,
            question,
            answers,
            (context, bits, values) -> {
              List<NumberShare> numbers =
                  aggregation.countAll(
                      context,
                      List.of(new Aggregation.Ones(bits, 3), new Aggregation.Ones(bits.not(), 0)),
                      bits.lanes() + 4);
              return words(numbers.get(0).element().append(numbers.get(1).element()));
            }));
    if (question.ring().limbs() == 1) {
      operations.add(
          onAnswers(
              "sum under " + question,
              question,
              answers,
              (context, bits, values) -> words(aggregation.sum(context, bits, values).element())));
    }
    operations.add(
        onAnswers(
            "product with " + question,
            question,
            answers,
            (context, bits, values) -> words(aggregation.times(context, bits, values))));
    operations.add(
        onAnswers(
            "fresh product with " + question,
            question,
            answers,
            (context, bits, values) ->
                words(
                    aggregation.fresh(
                        context.narrow("contract-fresh"),
                        aggregation.times(context, bits, values)))));
    operations.add(
        new Operation(
            "less on neighbours of " + question,
            false,
            question.ring(),
            party -> inputs(question, party),
            context -> {
              Shares values = question.values().get(context.self().index());
              Shares turned = values.slice(1, values.lanes()).append(values.slice(0, 1));
              return words(aggregation.less(context, values, turned));
            }));
    return operations;
  }

  private interface OnAnswers {
    List<long[]> run(Context context, SharedBits answers, Shares values);
  }

  private static Operation onAnswers(
      String name, Question question, List<SharedBits> answers, OnAnswers steps) {
    return new Operation(
        name,
        false,
        question.ring(),
        party -> inputs(question, party),
        context -> {
          int party = context.self().index();
          return steps.run(context, answers.get(party), question.values().get(party));
        });
  }

  private static List<long[]> words(Shares shares) {
    return shares.next() == null ? List.of(shares.own()) : List.of(shares.own(), shares.next());
  }

  private static List<long[]> inputs(Question question, Party party) {
    Shares own = question.values().get(party.index());
    return own.next() == null ? List.of(own.own()) : List.of(own.own(), own.next());
  }

  private static List<long[]> words(SharedBits bits) {
    return bits.isReplicated() ? List.of(bits.own(), bits.next()) : List.of(bits.own());
  }

  @Override
  public String toString() {
    return name;
  }
}
