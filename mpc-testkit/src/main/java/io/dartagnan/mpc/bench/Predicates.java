package io.dartagnan.mpc.bench;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.evaluation.AggregateEvaluation;
import io.dartagnan.mpc.evaluation.Batch;
import io.dartagnan.mpc.evaluation.PredicateEvaluation;
import io.dartagnan.mpc.evaluation.Selection;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.ProtocolSuite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/** Workloads that evaluate a predicate on the column, and open it or aggregate under it. */
final class Predicates {
  private final ProtocolSuite suite;
  private final Operation operation;
  private final Sharing sharing;
  private final Inputs inputs;
  private final Inputs.Column column;

  Predicates(ProtocolSuite suite, Operation operation, Sharing sharing, Inputs inputs) {
    this.suite = suite;
    this.operation = operation;
    this.sharing = sharing;
    this.inputs = inputs;
    this.column = inputs.column(sharing);
  }

  /** {@code operand <= value AND value <= operand}, opened: two comparisons on one column. */
  Workload range() {
    List<PredicateEvaluation> evaluations = new ArrayList<>();
    for (Party party : Party.ALL) {
      evaluations.add(
          new PredicateEvaluation(
              suite,
              new Predicate.And(
                  List.of(
                      condition(Operator.GREATER_OR_EQUAL, party),
                      condition(Operator.LESS_OR_EQUAL, party)))));
    }
    List<long[]> expected =
        inputs.values().stream()
            .map(values -> bits(values, value -> value == inputs.operand()))
            .toList();
    return workload(
        (context, batch) ->
            evaluations.get(context.self().index()).reveal(context, rows(batch, context.self())),
        Workload.Answer.OPENED,
        expected,
        () -> evaluations.get(0).cost(Operation.firstBatch(inputs)));
  }

  /** Number of values that are less than the operand. */
  Workload count() {
    int lanes = Operation.firstBatch(inputs);
    AggregateEvaluation declared = evaluations().get(0);
    return aggregate(
        selection -> number(selection.count()),
        Workload.Answer.ADDED,
        matching -> matching.length,
        () -> declared.selectCost(lanes).then(declared.countCost(lanes, lanes)));
  }

  /** The sum of the values that are less than the operand. */
  Workload sum() {
    int lanes = Operation.firstBatch(inputs);
    AggregateEvaluation declared = evaluations().get(0);
    return aggregate(
        selection -> number(selection.sum()),
        Workload.Answer.ADDED,
        matching -> Arrays.stream(matching).sum(),
        () -> declared.selectCost(lanes).then(declared.sumCost(sharing, lanes, 0)));
  }

  /** The least of the values that are less than the operand. */
  Workload least() {
    int lanes = Operation.firstBatch(inputs);
    AggregateEvaluation declared = evaluations().get(0);
    return aggregate(
        selection -> {
          long[] element = selection.least(Ordering.UNSIGNED).orElseThrow().own();
          return sharing.isXor() ? element : new long[] {element[0], Long.SIZE};
        },
        sharing.isXor() ? Workload.Answer.XORED : Workload.Answer.ADDED,
        // Where none is, the element that every other beats.
        matching -> Arrays.stream(matching).boxed().min(Long::compareUnsigned).orElse(-1L),
        () -> declared.selectCost(lanes).then(declared.extremeCost(sharing, Inputs.RING, lanes)));
  }

  private interface OfSelection {
    long[] of(Selection selection);
  }

  private interface Plaintext {
    long of(long[] matching);
  }

  private static long[] number(NumberShare share) {
    return new long[] {share.share(), share.bits()};
  }

  private Workload aggregate(
      OfSelection aggregate, Workload.Answer answer, Plaintext plaintext, Supplier<Cost> cost) {
    List<AggregateEvaluation> evaluations = evaluations();
    List<long[]> expected =
        inputs.values().stream()
            .map(
                values ->
                    new long[] {plaintext.of(Arrays.stream(values).filter(this::isLess).toArray())})
            .toList();
    return workload(
        (context, batch) ->
            aggregate.of(
                evaluations
                    .get(context.self().index())
                    .select(context, rows(batch, context.self()), 0)),
        answer,
        expected,
        cost);
  }

  private boolean isLess(long value) {
    return Long.compareUnsigned(value, inputs.operand()) < 0;
  }

  private List<AggregateEvaluation> evaluations() {
    return Party.ALL.stream()
        .map(party -> new AggregateEvaluation(suite, condition(Operator.LESS, party)))
        .toList();
  }

  private Predicate condition(Operator operator, Party party) {
    return new SharedCondition(
        0, new Comparison(operator, Ordering.UNSIGNED), column.operand().get(party.index()));
  }

  private Workload workload(
      Sessions.Side<long[]> side,
      Workload.Answer answer,
      List<long[]> expected,
      Supplier<Cost> cost) {
    return new Workload(
        suite.name(), operation, sharing.word(), side, answer, inputs, expected, cost);
  }

  private static long[] bits(long[] values, LongPredicate predicate) {
    long[] bits = new long[BitPlanes.words(values.length)];
    for (int lane = 0; lane < values.length; lane++) {
      if (predicate.test(values[lane])) {
        bits[lane / Long.SIZE] |= 1L << lane;
      }
    }
    return bits;
  }

  /** The rows of a batch as a server has them: every one has the column. */
  private Batch rows(int number, Party party) {
    Shares values = column.batches().get(number).get(party.index());
    return new Batch() {
      @Override
      public int lanes() {
        return values.lanes();
      }

      @Override
      public Shares shares(int asked, int[] lanes) {
        return lanes.length == values.lanes() ? values : values.select(lanes);
      }

      @Override
      public long[] bits(PublicCondition condition) {
        return BitPlanes.complement(new long[BitPlanes.words(values.lanes())]);
      }
    };
  }
}
