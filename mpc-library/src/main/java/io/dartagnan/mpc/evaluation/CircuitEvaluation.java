package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.bits.Lanes;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A circuit over a batch: its comparisons, then its gates, level by level. The result stays shared.
 */
final class CircuitEvaluation {
  /** With two bits for a gate, which is the most that a suite sends, less than a message takes. */
  private static final int MAX_GATES = 1 << 26;

  private final ProtocolSuite suite;
  private final Circuit circuit;

  CircuitEvaluation(ProtocolSuite suite, Circuit circuit) {
    this.suite = suite;
    this.circuit = circuit;
  }

  /**
   * Checks that a batch can be evaluated: in one gate for every shared condition.
   *
   * @throws IllegalArgumentException if there are no lanes, or more than a batch may have
   */
  static void requireLanes(Predicate predicate, int lanes) {
    if (lanes < 1) {
      throw new IllegalArgumentException(
          "a batch of %d lanes was given, it takes at least one".formatted(lanes));
    }
    int widest =
        (int) Math.max(1, predicate.conditions().filter(SharedCondition.class::isInstance).count());
    if (SideBySide.lanes(widest, lanes) > MAX_GATES) {
      throw new IllegalArgumentException(
          "a batch of %d lanes was given for %d shared conditions, their product must be at most 2^26; evaluate smaller batches"
              .formatted(lanes, widest));
    }
  }

  /**
   * This party's shares of each root on some lanes of a batch.
   *
   * @throws IllegalArgumentException if the batch does not fit, before anything is sent
   */
  List<SharedBits> share(Context context, Batch batch, PublicBits known, int[] lanes) {
    Signals signals = compared(context, batch, known, lanes);
    circuit.levels().forEach(level -> and(context, level, signals));
    return circuit.roots().stream().map(signals::on).toList();
  }

  /**
   * The root on some lanes of a batch, opened to all parties; its last gate as it is computed. What
   * public conditions decide alone is not in a {@link Residual}, so that no mask follows that gate.
   *
   * @throws IllegalArgumentException if the batch does not fit, before anything is sent
   */
  long[] reveal(Context context, Batch batch, PublicBits known, int[] lanes) {
    Signals signals = compared(context, batch, known, lanes);
    List<List<Circuit.Gate>> levels = circuit.levels();
    Context result = context.narrow("result");
    levels.subList(0, levels.size() - 1).forEach(level -> and(context, level, signals));
    Circuit.Gate last = levels.get(levels.size() - 1).get(0);
    long[] both = suite.revealAnd(result, signals.on(last.left()), signals.on(last.right()));
    return circuit.root() instanceof Circuit.Inverted ? BitPlanes.complement(both) : both;
  }

  private Signals compared(Context context, Batch batch, PublicBits known, int[] lanes) {
    Map<Integer, Shares> columns =
        SharedColumns.of(batch, context.self(), lanes, circuit.comparisons());
    List<long[]> masks =
        circuit.masks().stream().map(literals -> Lanes.gather(known.of(literals), lanes)).toList();
    SharedBits[] compared = compare(context, columns, lanes.length);
    return new Signals(compared, new SharedBits[circuit.gates()], masks);
  }

  private void and(Context context, List<Circuit.Gate> level, Signals signals) {
    Context step = context.narrow("and" + level.get(0).level());
    signals.put(level, suite.and(step, signals.lefts(level), signals.rights(level)));
  }

  private SharedBits[] compare(Context context, Map<Integer, Shares> columns, int lanes) {
    SharedBits[] compared = new SharedBits[circuit.comparisons().size()];
    List<List<ColumnGroups.Part>> groups = ColumnGroups.of(circuit.comparisons(), lanes);
    for (int group = 0; group < groups.size(); group++) {
      List<ColumnGroups.Part> parts = groups.get(group);
      List<List<SharedBits>> answers =
          suite.compareAll(
              context.narrow("comparisons" + group),
              parts.stream().map(ColumnGroups.Part::comparisons).toList(),
              parts.stream().map(part -> columns.get(part.column())).toList());
      for (int part = 0; part < parts.size(); part++) {
        List<Integer> places = parts.get(part).conditions();
        for (int i = 0; i < places.size(); i++) {
          compared[places.get(i)] = answers.get(part).get(i);
        }
      }
    }
    return compared;
  }

  /** Cost of {@link #share} over so many lanes, its steps one after another. */
  Cost cost(int lanes) {
    return comparedCost(lanes).then(andCost(circuit.levels(), lanes));
  }

  /** Cost of {@link #reveal} over so many lanes, its steps one after another. */
  Cost revealCost(int lanes) {
    List<List<Circuit.Gate>> levels = circuit.levels();
    Cost computed = comparedCost(lanes).then(andCost(levels.subList(0, levels.size() - 1), lanes));
    return computed
        .then(suite.revealAndCost(lanes))
        .then(suite.validationCost(computed.then(suite.andCost(lanes))));
  }

  private Cost comparedCost(int lanes) {
    Cost cost = Cost.NONE;
    for (List<ColumnGroups.Part> group : ColumnGroups.of(circuit.comparisons(), lanes)) {
      cost =
          cost.then(
              suite.compareAllCost(
                  group.stream().map(ColumnGroups.Part::comparisons).toList(), lanes));
    }
    return cost;
  }

  private Cost andCost(List<List<Circuit.Gate>> levels, int lanes) {
    Cost cost = Cost.NONE;
    for (List<Circuit.Gate> level : levels) {
      cost = cost.then(suite.andCost((int) SideBySide.lanes(level.size(), lanes)));
    }
    return cost;
  }

  /** Wires of the circuit that are known so far. */
  private record Signals(SharedBits[] compared, SharedBits[] gates, List<long[]> masks) {

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
      return compared[((Circuit.Compared) wire).comparison()];
    }

    SharedBits lefts(List<Circuit.Gate> level) {
      return SideBySide.join(level.stream().map(gate -> on(gate.left())).toList());
    }

    SharedBits rights(List<Circuit.Gate> level) {
      return SideBySide.join(level.stream().map(gate -> on(gate.right())).toList());
    }

    void put(List<Circuit.Gate> level, SharedBits joined) {
      int lanes = compared[0].lanes();
      List<SharedBits> results = SideBySide.split(joined, lanes);
      for (int i = 0; i < results.size(); i++) {
        gates[level.get(i).number()] = results.get(i);
      }
    }
  }

  /**
   * Several results over the same lanes as one, so that one call of a protocol serves them all in
   * the same rounds: the words of the first, then those of the second, and so on. All but a single
   * one are filled up to whole words.
   */
  private static final class SideBySide {
    private SideBySide() {}

    /** Lanes that so many results of {@code lanes} lanes take together. */
    static long lanes(int results, int lanes) {
      return results == 1 ? lanes : (long) results * BitPlanes.words(lanes) * Long.SIZE;
    }

    /** One or more results of one party, of the same lanes. */
    static SharedBits join(List<SharedBits> results) {
      SharedBits first = results.get(0);
      if (results.size() == 1) {
        return first;
      }
      return new SharedBits(
          first.holder(),
          Math.toIntExact(lanes(results.size(), first.lanes())),
          join(results.stream().map(SharedBits::own).toList(), first.own().length),
          first.isReplicated()
              ? join(results.stream().map(SharedBits::next).toList(), first.own().length)
              : null);
    }

    /** The results that {@link #join} put together, of {@code lanes} lanes each. */
    static List<SharedBits> split(SharedBits joined, int lanes) {
      if (joined.lanes() == lanes) {
        return List.of(joined);
      }
      int words = BitPlanes.words(lanes);
      List<SharedBits> results = new ArrayList<>();
      for (int at = 0; at < joined.own().length; at += words) {
        results.add(
            new SharedBits(
                joined.holder(),
                lanes,
                Arrays.copyOfRange(joined.own(), at, at + words),
                joined.isReplicated() ? Arrays.copyOfRange(joined.next(), at, at + words) : null));
      }
      return results;
    }

    private static long[] join(List<long[]> parts, int words) {
      long[] joined = new long[parts.size() * words];
      for (int i = 0; i < parts.size(); i++) {
        System.arraycopy(parts.get(i), 0, joined, i * words, words);
      }
      return joined;
    }
  }
}
