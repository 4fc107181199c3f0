package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Opening;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One predicate, evaluated batch by batch with the protocols of one suite.
 *
 * <p><b>Functionality.</b> Every party learns, lane by lane, whether the row satisfies the
 * predicate, and nothing of the conditions it is made of.
 *
 * <p><b>Adversary.</b> That of the suite. Comparisons and ANDs reveal nothing by the suite's
 * contract; NOT and AND with public bits are local; the one opening shows the root, which is the
 * result. So a party's view is simulated by the suite's simulators, step after step, and that of
 * {@link Opening} on the result: each step has streams of its own, and what is opened is fresh, as
 * the output of a protocol with an exchange, or zero where public bits say that it is. A predicate
 * that is one comparison or its negation goes through {@link ProtocolSuite#reveal}, which shows
 * that comparison's bit, and that is the result or its complement. One comparison joined with
 * public conditions does not: on rows that these decide, the result says nothing of the comparison.
 *
 * <p>What the parties have to agree on, the structure of the predicate and the public bits that mix
 * in, is part of the label of every step: parties that differ in it end with an error at the first
 * message, before a shared bit meets a public one ({@link Agreed}).
 *
 * <p><b>How.</b> The shared conditions are compared one after another, each in a step of its own.
 * Their results meet in a circuit of ANDs as flat as the predicate allows, x OR y being NOT (NOT x
 * AND NOT y); all ANDs of one level are one call. Public conditions are evaluated in the clear. A
 * predicate of nothing else sends nothing.
 *
 * <p><b>Rounds.</b> Those of the comparisons, added up; those of an AND once per level, {@code
 * ceil(log2 m)} levels for an AND or OR of m shared conditions; those of an opening. Batches in
 * flight hide them. <b>Cost.</b> The suite's for each of these; one AND less than there are shared
 * conditions. Memory beside that of the suite: about four bits per lane and shared condition, eight
 * when the suite's bits are replicated.
 *
 * <p><b>Source.</b> Canetti, "Security and Composition of Multiparty Cryptographic Protocols",
 * Journal of Cryptology 13(1), 2000, for the composition; De Morgan for OR.
 *
 * <p><b>On failure.</b> A batch that does not fit the predicate is refused before a byte is sent. A
 * peer's failure ends the batch with the exchange's error, at all parties by their deadlines, and
 * nothing has been opened unless the failure is in the opening itself.
 */
public final class PredicateEvaluation {
  private final ProtocolSuite suite;
  private final Predicate predicate;
  // Null when nothing is shared.
  private final Circuit circuit;

  /**
   * An evaluation; it has no state and may serve many threads.
   *
   * @param suite the same at all parties
   * @param predicate this party's; of the same structure at all parties
   */
  public PredicateEvaluation(ProtocolSuite suite, Predicate predicate) {
    this.suite = suite;
    this.predicate = predicate;
    this.circuit = predicate.isPublic() ? null : new Circuit(predicate);
  }

  /**
   * Evaluates the predicate over a batch and opens the result to all three parties.
   *
   * @param context the step
   * @return one bit per lane, 64 lanes to a word, those past the last lane zero
   * @throws IllegalArgumentException if the batch does not fit the predicate, before anything is
   *     sent
   * @throws io.dartagnan.mpc.exchange.ProtocolException if a peer fails
   */
  public long[] reveal(Context context, Batch batch) {
    requireLanes(batch.lanes());
    long[] result = circuit == null ? PublicBits.of(predicate, batch) : open(context, batch);
    BitPlanes.clearBeyond(result, batch.lanes());
    return result;
  }

  /**
   * What {@link #reveal} costs over so many lanes: bytes exactly, and the rounds of its steps one
   * after another. Comparisons run in turn, so their rounds add up; batches in flight hide them. A
   * party that a step does not make wait begins the next one sooner, so the longest chain of
   * messages can be shorter, never longer.
   *
   * @param lanes 1 or more
   * @throws IllegalArgumentException if there are no lanes, or more than a batch may have
   */
  public Cost cost(int lanes) {
    requireLanes(lanes);
    if (circuit == null) {
      return Cost.NONE;
    }
    if (circuit.isOneComparison()) {
      SharedCondition condition = circuit.comparisons().get(0);
      Shares operand = condition.operand();
      return suite.revealCost(condition.comparison(), operand.sharing(), operand.ring(), lanes);
    }
    Cost cost = Cost.NONE;
    for (SharedCondition condition : circuit.comparisons()) {
      Shares operand = condition.operand();
      cost =
          cost.then(
              suite.compareCost(condition.comparison(), operand.sharing(), operand.ring(), lanes));
    }
    for (List<Circuit.Gate> level : circuit.levels()) {
      cost = cost.then(suite.andCost((int) SideBySide.lanes(level.size(), lanes)));
    }
    return cost.then(suite.openCost(lanes));
  }

  private void requireLanes(int lanes) {
    if (lanes < 1) {
      throw new IllegalArgumentException(
          "a batch of %d lanes was given, it takes at least one".formatted(lanes));
    }
    int widest = circuit == null ? 1 : circuit.comparisons().size();
    if (SideBySide.lanes(widest, lanes) > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "a batch of %d lanes was given for %d shared conditions, their product must stay below 2^31; evaluate smaller batches"
              .formatted(lanes, widest));
    }
  }

  private long[] open(Context parent, Batch batch) {
    List<Shares> values = values(parent, batch);
    List<long[]> masks =
        circuit.masks().stream().map(literals -> PublicBits.of(literals, batch)).toList();
    Context context = parent.narrow(Agreed.label(predicate, batch.lanes(), masks));
    if (circuit.isOneComparison()) {
      SharedCondition condition = circuit.comparisons().get(0);
      long[] bits =
          suite.reveal(
              comparisonStep(context, 0),
              condition.comparison(),
              values.get(0),
              condition.operand());
      return circuit.root() instanceof Circuit.Inverted ? BitPlanes.complement(bits) : bits;
    }
    List<SharedBits> compared = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      SharedCondition condition = circuit.comparisons().get(i);
      compared.add(
          suite.compare(
              comparisonStep(context, i),
              condition.comparison(),
              values.get(i),
              condition.operand()));
    }
    Signals signals = new Signals(compared, new SharedBits[circuit.gates()], masks);
    for (List<Circuit.Gate> level : circuit.levels()) {
      Context step = context.narrow("and" + level.get(0).level());
      signals.put(level, suite.and(step, signals.lefts(level), signals.rights(level)));
    }
    return Opening.toAll(context.narrow("result"), signals.on(circuit.root()));
  }

  private static Context comparisonStep(Context context, int comparison) {
    return context.narrow("comparison" + comparison);
  }

  /** This party's shares for each comparison, checked. */
  private List<Shares> values(Context context, Batch batch) {
    Map<Integer, Shares> columns = new HashMap<>();
    List<Shares> values = new ArrayList<>();
    for (SharedCondition condition : circuit.comparisons()) {
      Shares column = columns.computeIfAbsent(condition.column(), batch::shares);
      if (column == null) {
        throw new IllegalArgumentException(
            "the batch has no shares of column %d, which condition %s compares"
                .formatted(condition.column(), condition));
      }
      if (column.holder() != context.self()) {
        throw new IllegalArgumentException(
            "shares of column %d held by %s were given to %s"
                .formatted(condition.column(), column.holder(), context.self()));
      }
      if (column.lanes() != batch.lanes()) {
        throw new IllegalArgumentException(
            "%d lanes of column %d were given in a batch of %d"
                .formatted(column.lanes(), condition.column(), batch.lanes()));
      }
      column.requireComparableWith(condition.operand());
      values.add(column);
    }
    return values;
  }

  /** What is known of the circuit's wires so far. */
  private record Signals(List<SharedBits> compared, SharedBits[] gates, List<long[]> masks) {

    SharedBits on(Circuit.Wire wire) {
      if (wire instanceof Circuit.Inverted inverted) {
        return on(inverted.wire()).not();
      }
      if (wire instanceof Circuit.Masked masked) {
        return on(masked.wire()).and(masks.get(masked.mask()));
      }
      if (wire instanceof Circuit.Gate gate) {
        return gates[gate.number()];
      }
      return compared.get(((Circuit.Compared) wire).comparison());
    }

    SharedBits lefts(List<Circuit.Gate> level) {
      return SideBySide.join(level.stream().map(gate -> on(gate.left())).toList());
    }

    SharedBits rights(List<Circuit.Gate> level) {
      return SideBySide.join(level.stream().map(gate -> on(gate.right())).toList());
    }

    void put(List<Circuit.Gate> level, SharedBits joined) {
      int lanes = compared.get(0).lanes();
      List<SharedBits> results = SideBySide.split(joined, lanes);
      for (int i = 0; i < results.size(); i++) {
        gates[level.get(i).number()] = results.get(i);
      }
    }
  }
}
