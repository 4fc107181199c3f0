package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.List;

/**
 * A circuit over a batch: its comparisons, then its gates, level by level. The result stays shared.
 */
final class CircuitEvaluation {
  private final ProtocolSuite suite;
  private final Circuit circuit;

  CircuitEvaluation(ProtocolSuite suite, Circuit circuit) {
    this.suite = suite;
    this.circuit = circuit;
  }

  /**
   * This party's shares of the root.
   *
   * @param values its shares of what each comparison compares
   * @param masks public bits for each of the circuit's masks
   */
  SharedBits evaluate(Context context, List<Shares> values, List<long[]> masks) {
    List<SharedBits> compared = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      SharedCondition condition = circuit.comparisons().get(i);
      compared.add(
          suite.compare(
              context.narrow("comparison" + i),
              condition.comparison(),
              values.get(i),
              condition.operand()));
    }
    Signals signals = new Signals(compared, new SharedBits[circuit.gates()], masks);
    for (List<Circuit.Gate> level : circuit.levels()) {
      Context step = context.narrow("and" + level.get(0).level());
      signals.put(level, suite.and(step, signals.lefts(level), signals.rights(level)));
    }
    return signals.on(circuit.root());
  }

  /** What {@link #evaluate} costs over so many lanes, its steps one after another. */
  Cost cost(int lanes) {
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
    return cost;
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
