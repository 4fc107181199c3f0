package io.dartagnan.mpc.bench;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongBinaryOperator;
import java.util.stream.Collectors;

/** Operation that can be measured of a suite. */
public enum Operation {
  /** value = operand, the bits opened to all. */
  EQUAL_REVEALED("equal-revealed") {
    @Override
    public Workload of(ProtocolSuite suite, Sharing sharing, Inputs inputs) {
      return revealing(suite, Operator.EQUAL, sharing, inputs);
    }
  },
  /** value &lt; operand over the full unsigned range, the bits opened to all. */
  LESS_REVEALED("less-revealed") {
    @Override
    public Workload of(ProtocolSuite suite, Sharing sharing, Inputs inputs) {
      return revealing(suite, Operator.LESS, sharing, inputs);
    }
  },
  /** value = operand, the bits stay shared. */
  EQUAL("equal") {
    @Override
    public Workload of(ProtocolSuite suite, Sharing sharing, Inputs inputs) {
      return comparing(suite, Operator.EQUAL, sharing, inputs);
    }
  },
  /** value &lt; operand over the full unsigned range, the bits stay shared. */
  LESS("less") {
    @Override
    public Workload of(ProtocolSuite suite, Sharing sharing, Inputs inputs) {
      return comparing(suite, Operator.LESS, sharing, inputs);
    }
  },
  /** AND of two answers, one bit per lane, the bits stay shared. */
  AND("and") {
    @Override
    public List<Sharing> sharings(ProtocolSuite suite) {
      return List.of(sharingOfAnswers(suite));
    }

    @Override
    public Workload of(ProtocolSuite suite, Sharing sharing, Inputs inputs) {
      List<List<SharedBits>> left = inputs.shared(inputs.left(), sharing);
      List<List<SharedBits>> right = inputs.shared(inputs.right(), sharing);
      List<long[]> both = new ArrayList<>();
      for (int batch = 0; batch < inputs.batches(); batch++) {
        both.add(combined(inputs.left().get(batch), inputs.right().get(batch), (x, y) -> x & y));
      }
      return new Workload(
          suite.name(),
          this,
          sharing.word(),
          (context, batch) -> {
            int self = context.self().index();
            return suite.and(context, left.get(batch).get(self), right.get(batch).get(self)).own();
          },
          Workload.Answer.XOR_SHARED,
          inputs,
          both,
          () -> suite.andCost(firstBatch(inputs)));
    }
  },
  /** Opening of an answer to all, one bit per lane. */
  OPEN("open") {
    @Override
    public List<Sharing> sharings(ProtocolSuite suite) {
      return List.of(sharingOfAnswers(suite));
    }

    @Override
    public Workload of(ProtocolSuite suite, Sharing sharing, Inputs inputs) {
      List<List<SharedBits>> bits = inputs.shared(inputs.left(), sharing);
      return new Workload(
          suite.name(),
          this,
          sharing.word(),
          (context, batch) -> suite.open(context, bits.get(batch).get(context.self().index())),
          Workload.Answer.OPENED,
          inputs,
          inputs.left(),
          () -> suite.openCost(firstBatch(inputs)));
    }
  },
  /** operand &lt;= value AND value &lt;= operand, the bits opened to all. */
  RANGE_REVEALED("range-revealed") {
    @Override
    public Workload of(ProtocolSuite suite, Sharing sharing, Inputs inputs) {
      return new Predicates(suite, this, sharing, inputs).range();
    }
  },
  /** The number of values &lt; operand, shared. */
  COUNT("count") {
    @Override
    public List<Sharing> sharings(ProtocolSuite suite) {
      return ofAggregates(suite);
    }

    @Override
    public Workload of(ProtocolSuite suite, Sharing sharing, Inputs inputs) {
      return new Predicates(suite, this, sharing, inputs).count();
    }
  },
  /** The sum of the values &lt; operand, shared. */
  SUM("sum") {
    @Override
    public List<Sharing> sharings(ProtocolSuite suite) {
      return ofAggregates(suite);
    }

    @Override
    public Workload of(ProtocolSuite suite, Sharing sharing, Inputs inputs) {
      return new Predicates(suite, this, sharing, inputs).sum();
    }
  },
  /** The least of the values &lt; operand, batch by batch, shared. */
  LEAST("least") {
    @Override
    public List<Sharing> sharings(ProtocolSuite suite) {
      return ofAggregates(suite);
    }

    @Override
    public Workload of(ProtocolSuite suite, Sharing sharing, Inputs inputs) {
      return new Predicates(suite, this, sharing, inputs).least();
    }
  };
  private final String word;

  Operation(String word) {
    this.word = word;
  }

  /** Its name in the bench. */
  public String word() {
    return word;
  }

  /** The sharings of its inputs on which it can be measured. */
  public List<Sharing> sharings(ProtocolSuite suite) {
    return List.of(Sharing.values());
  }

  /** The operation of this suite on these inputs, shared like this. */
  public abstract Workload of(ProtocolSuite suite, Sharing sharing, Inputs inputs);

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

  private static List<Sharing> ofAggregates(ProtocolSuite suite) {
    return suite.aggregation().isPresent() ? List.of(Sharing.values()) : List.of();
  }

  private static Comparison unsigned(Operator operator) {
    return new Comparison(operator, Ordering.UNSIGNED);
  }

  Workload revealing(ProtocolSuite suite, Operator operator, Sharing sharing, Inputs inputs) {
    Inputs.Column column = inputs.column(sharing);
    return new Workload(
        suite.name(),
        this,
        sharing.word(),
        (context, batch) -> {
          int self = context.self().index();
          Shares values = column.batches().get(batch).get(self);
          return suite.reveal(context, unsigned(operator), values, column.operand().get(self));
        },
        Workload.Answer.OPENED,
        inputs,
        plaintext(operator, inputs),
        () -> suite.revealCost(unsigned(operator), sharing, Inputs.RING, firstBatch(inputs)));
  }

  Workload comparing(ProtocolSuite suite, Operator operator, Sharing sharing, Inputs inputs) {
    Inputs.Column column = inputs.column(sharing);
    return new Workload(
        suite.name(),
        this,
        sharing.word(),
        (context, batch) -> {
          int self = context.self().index();
          Shares values = column.batches().get(batch).get(self);
          return suite
              .compare(context, unsigned(operator), values, column.operand().get(self))
              .own();
        },
        Workload.Answer.XOR_SHARED,
        inputs,
        plaintext(operator, inputs),
        () -> suite.compareCost(unsigned(operator), sharing, Inputs.RING, firstBatch(inputs)));
  }

  private static List<long[]> plaintext(Operator operator, Inputs inputs) {
    return inputs.values().stream()
        .map(values -> plaintext(operator, values, inputs.operand()))
        .toList();
  }

  private static long[] plaintext(Operator operator, long[] values, long operand) {
    long[] bits = new long[BitPlanes.words(values.length)];
    for (int lane = 0; lane < values.length; lane++) {
      if (operator.holds(Long.compareUnsigned(values[lane], operand))) {
        bits[lane / Long.SIZE] |= 1L << lane;
      }
    }
    return bits;
  }

  static int firstBatch(Inputs inputs) {
    return inputs.values().get(0).length;
  }

  static long[] combined(long[] left, long[] right, LongBinaryOperator gate) {
    long[] combined = new long[left.length];
    Arrays.setAll(combined, i -> gate.applyAsLong(left[i], right[i]));
    return combined;
  }

  /** Sharing of the suite's answers, read from one of them. */
  static Sharing sharingOfAnswers(ProtocolSuite suite) {
    Inputs.Column column = new Inputs(1, 1, new Random()).column(Sharing.ADDITIVE);
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
