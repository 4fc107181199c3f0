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
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Operation that can be measured of a suite. */
public enum Operation {
  /** value = operand, the bits opened to all. */
  EQUAL_REVEALED("equal-revealed"),
  /** value &lt; operand over the full unsigned range, the bits opened to all. */
  LESS_REVEALED("less-revealed"),
  /** value = operand, the bits stay shared. */
  EQUAL("equal"),
  /** value &lt; operand over the full unsigned range, the bits stay shared. */
  LESS("less"),
  /** AND of two answers, one bit per lane, the bits stay shared. */
  AND("and"),
  /** Opening of an answer to all, one bit per lane. */
  OPEN("open"),
  /** operand &lt;= value AND value &lt;= operand, the bits opened to all. */
  RANGE_REVEALED("range-revealed"),
  /** The number of values &lt; operand, shared. */
  COUNT("count"),
  /** The sum of the values &lt; operand, shared. */
  SUM("sum"),
  /** The least of the values &lt; operand, batch by batch, shared. */
  LEAST("least");

  private final String word;

  Operation(String word) {
    this.word = word;
  }

  /** Its name in the bench. */
  public String word() {
    return word;
  }

  /**
   * The operation of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Operation parse(String word) {
    return Arrays.stream(values())
        .filter(operation -> operation.word.equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "operation '%s' given, known are %s"
                        .formatted(
                            word,
                            Arrays.stream(values())
                                .map(Operation::word)
                                .collect(Collectors.joining(", ")))));
  }

  /** The sharings of its inputs on which it can be measured. */
  public List<Sharing> sharings(ProtocolSuite suite) {
    return switch (this) {
      case EQUAL_REVEALED, LESS_REVEALED, EQUAL, LESS, RANGE_REVEALED ->
          List.copyOf(suite.sharings());
      case AND, OPEN -> List.of(sharingOfAnswers(suite));
      case COUNT, SUM, LEAST ->
          suite.aggregation().isPresent() ? List.copyOf(suite.sharings()) : List.of();
    };
  }

  /** The operation of this suite on these inputs, shared like this. */
  public Workload of(ProtocolSuite suite, Sharing sharing, Inputs inputs) {
    Made made = new Made(suite, this, sharing, inputs);
    return switch (this) {
      case EQUAL_REVEALED -> made.revealing(Operator.EQUAL);
      case LESS_REVEALED -> made.revealing(Operator.LESS);
      case EQUAL -> made.comparing(Operator.EQUAL);
      case LESS -> made.comparing(Operator.LESS);
      case AND -> made.and();
      case OPEN -> made.open();
      case RANGE_REVEALED -> made.range();
      case COUNT -> made.count();
      case SUM -> made.sum();
      case LEAST -> made.least();
    };
  }

  /** Workloads of one suite on the column, or on two columns of bits. */
  private record Made(ProtocolSuite suite, Operation operation, Sharing sharing, Inputs inputs) {
    private int lanes() {
      return inputs.values().get(0).length;
    }

    private Inputs.Column column() {
      return inputs.column(sharing);
    }

    Workload revealing(Operator operator) {
      Inputs.Column column = column();
      return workload(
          (context, batch) -> {
            int self = context.self().index();
            return suite.reveal(
                context,
                unsigned(operator),
                column.batches().get(batch).get(self),
                column.operand().get(self));
          },
          Workload.Answer.OPENED,
          bits(value -> operator.holds(Long.compareUnsigned(value, inputs.operand()))),
          () -> suite.revealCost(unsigned(operator), sharing, Inputs.RING, lanes()));
    }

    Workload comparing(Operator operator) {
      Inputs.Column column = column();
      return workload(
          (context, batch) -> {
            int self = context.self().index();
            return suite
                .compare(
                    context,
                    unsigned(operator),
                    column.batches().get(batch).get(self),
                    column.operand().get(self))
                .own();
          },
          Workload.Answer.XOR_SHARED,
          bits(value -> operator.holds(Long.compareUnsigned(value, inputs.operand()))),
          () -> compareCost(operator));
    }

    private Cost compareCost(Operator operator) {
      return suite.compareCost(unsigned(operator), sharing, Inputs.RING, lanes());
    }

    Workload and() {
      List<List<SharedBits>> left = inputs.shared(inputs.left(), sharing);
      List<List<SharedBits>> right = inputs.shared(inputs.right(), sharing);
      List<long[]> both = new ArrayList<>();
      for (int batch = 0; batch < inputs.batches(); batch++) {
        long[] bits = inputs.left().get(batch).clone();
        long[] others = inputs.right().get(batch);
        Arrays.setAll(bits, i -> bits[i] & others[i]);
        both.add(bits);
      }
      return workload(
          (context, batch) -> {
            int self = context.self().index();
            return suite.and(context, left.get(batch).get(self), right.get(batch).get(self)).own();
          },
          Workload.Answer.XOR_SHARED,
          both,
          () -> suite.andCost(lanes()));
    }

    Workload open() {
      List<List<SharedBits>> bits = inputs.shared(inputs.left(), sharing);
      return workload(
          (context, batch) -> suite.open(context, bits.get(batch).get(context.self().index())),
          Workload.Answer.OPENED,
          inputs.left(),
          () -> suite.openCost(lanes()));
    }

    /** {@code operand <= value AND value <= operand}, opened: two comparisons on one column. */
    Workload range() {
      Inputs.Column column = column();
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
      return workload(
          (context, batch) ->
              evaluations
                  .get(context.self().index())
                  .reveal(context, rows(column, batch, context.self())),
          Workload.Answer.OPENED,
          bits(value -> value == inputs.operand()),
          () -> evaluations.get(0).cost(lanes()));
    }

    /** Number of values that are less than the operand. */
    Workload count() {
      return aggregate(
          selection -> number(selection.count()),
          numbers(),
          matching -> matching.length,
          declared -> declared.countCost(lanes(), lanes()));
    }

    /** The sum of the values that are less than the operand. */
    Workload sum() {
      return aggregate(
          selection -> number(selection.sum()),
          numbers(),
          matching -> Arrays.stream(matching).sum(),
          declared -> declared.sumCost(sharing, lanes(), 0));
    }

    /** The least of the values that are less than the operand. */
    Workload least() {
      return aggregate(
          selection -> {
            long[] element = selection.least(Ordering.UNSIGNED).orElseThrow().own();
            return sharing.isXor() ? element : new long[] {element[0], Long.SIZE};
          },
          sharing.isXor() ? Workload.Answer.XORED : Workload.Answer.ADDED,
          // Where none is, the element that every other beats.
          matching -> Arrays.stream(matching).boxed().min(Long::compareUnsigned).orElse(-1L),
          declared -> declared.extremeCost(sharing, Inputs.RING, lanes()));
    }

    private static long[] number(NumberShare share) {
      return new long[] {share.element().own()[0], share.bits()};
    }

    private Workload.Answer numbers() {
      NumberShare number = suite.aggregation().orElseThrow().number(Party.P0, 0);
      return number.element().sharing().isXor() ? Workload.Answer.XORED : Workload.Answer.ADDED;
    }

    private Workload aggregate(
        Function<Selection, long[]> aggregate,
        Workload.Answer answer,
        ToLongFunction<long[]> plaintext,
        Function<AggregateEvaluation, Cost> cost) {
      Inputs.Column column = column();
      List<AggregateEvaluation> evaluations =
          Party.ALL.stream()
              .map(party -> new AggregateEvaluation(suite, condition(Operator.LESS, party)))
              .toList();
      List<long[]> expected =
          inputs.values().stream()
              .map(
                  values ->
                      new long[] {
                        plaintext.applyAsLong(Arrays.stream(values).filter(this::isLess).toArray())
                      })
              .toList();
      return workload(
          (context, batch) ->
              aggregate.apply(
                  evaluations
                      .get(context.self().index())
                      .select(context, rows(column, batch, context.self()), 0)),
          answer,
          expected,
          () -> {
            Cost computed =
                evaluations.get(0).selectCost(lanes()).then(cost.apply(evaluations.get(0)));
            return computed.then(suite.validationCost(computed));
          });
    }

    private boolean isLess(long value) {
      return Long.compareUnsigned(value, inputs.operand()) < 0;
    }

    private Predicate condition(Operator operator, Party party) {
      return new SharedCondition(0, unsigned(operator), column().operand().get(party.index()));
    }

    private Workload workload(
        Sessions.Side<long[]> side,
        Workload.Answer answer,
        List<long[]> expected,
        Supplier<Cost> cost) {
      return new Workload(
          suite.name(), operation, sharing.word(), side, answer, inputs, expected, cost);
    }

    /** A bit for each value of each batch, 64 to a word. */
    private List<long[]> bits(LongPredicate predicate) {
      return inputs.values().stream()
          .map(
              values -> {
                long[] bits = new long[BitPlanes.words(values.length)];
                for (int lane = 0; lane < values.length; lane++) {
                  if (predicate.test(values[lane])) {
                    bits[lane / Long.SIZE] |= 1L << lane;
                  }
                }
                return bits;
              })
          .toList();
    }

    /** The rows of a batch as a server has them: every one has the column. */
    private static Batch rows(Inputs.Column column, int number, Party party) {
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

  private static Comparison unsigned(Operator operator) {
    return new Comparison(operator, Ordering.UNSIGNED);
  }

  /** Sharing of the suite's answers, read from one of them. */
  static Sharing sharingOfAnswers(ProtocolSuite suite) {
    Inputs.Column column =
        new Inputs(1, 1, new Random()).column(suite.sharings().iterator().next());
    try (Sessions sessions = Sessions.begin(new MemoryExchanges(), 1)) {
      SharedBits answer =
          sessions
              .run(
                  1,
                  (context, batch) ->
                      suite.compare(
                          context,
                          unsigned(Operator.EQUAL),
                          column.batches().get(0).get(context.self().index()),
                          column.operand().get(context.self().index())))
              .results()
              .get(0)
              .get(0);
      return answer.isReplicated() ? Sharing.REPLICATED_XOR : Sharing.XOR;
    }
  }
}
