package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.SharedCondition;
import java.util.ArrayList;
import java.util.List;

/**
 * A predicate as comparisons, and AND gates of two inputs on their results, level by level: the
 * gates of one level wait for nothing but the levels before. Everything else is local.
 *
 * <p>Negations are pushed down to where they meet a comparison or leave a gate; x OR y is NOT (NOT
 * x AND NOT y). Nested conjunctions become one. The inputs of a conjunction are joined two by two,
 * those of the lowest levels first, which gives the fewest levels possible (Golumbic,
 * "Combinatorial merging", IEEE Transactions on Computers 25(11), 1976). What is public is set
 * apart as a mask. The circuits of several predicates share their levels.
 *
 * <p>The three parties derive the same circuit from predicates of the same structure.
 */
final class Circuit {

  /** A shared bit per lane. */
  sealed interface Wire {
    /** Rounds of gates before it is known. */
    int level();
  }

  /** The result of a comparison, by its place in {@link #comparisons}. */
  record Compared(int comparison) implements Wire {
    @Override
    public int level() {
      return 0;
    }
  }

  /** The AND of two wires; gates are numbered from 0. */
  record Gate(int number, int level, Wire left, Wire right) implements Wire {}

  /** NOT a wire, which is no such wire itself. */
  record Inverted(Wire wire) implements Wire {
    @Override
    public int level() {
      return wire.level();
    }
  }

  /** The AND of a wire and public bits, by their place in {@link #masks}. */
  record Masked(Wire wire, int mask) implements Wire {
    @Override
    public int level() {
      return wire.level();
    }
  }

  /** A predicate, or its negation. */
  record Literal(Predicate predicate, boolean negated) {}

  private final List<SharedCondition> comparisons = new ArrayList<>();
  private final List<List<Gate>> levels = new ArrayList<>();
  private final List<List<Literal>> masks = new ArrayList<>();
  private final List<Wire> roots;
  private int gates;

  /** The circuit of a predicate that has a shared condition at least. */
  Circuit(Predicate predicate) {
    this(List.of(predicate));
  }

  /** The circuit of several such predicates. */
  Circuit(List<Predicate> predicates) {
    this.roots = predicates.stream().map(predicate -> wire(predicate, false)).toList();
  }

  /** From left to right. */
  List<SharedCondition> comparisons() {
    return comparisons;
  }

  /** The gates, level after level from 1, no level empty. */
  List<List<Gate>> levels() {
    return levels;
  }

  /** Number of gates. */
  int gates() {
    return gates;
  }

  /** Conjunctions of public predicates. */
  List<List<Literal>> masks() {
    return masks;
  }

  /** The wire that carries the predicate, of several the first. */
  Wire root() {
    return roots.get(0);
  }

  /** The wires that carry the predicates, in their order. */
  List<Wire> roots() {
    return roots;
  }

  /**
   * Whether the predicate is one comparison or its negation, so that whoever learns the one learns
   * no more than the other says. A mask is enough to break that: where it is zero, the predicate
   * says nothing of the comparison.
   */
  boolean isOneComparison() {
    return gates == 0 && masks.isEmpty();
  }

  private Wire wire(Predicate predicate, boolean negated) {
    if (predicate instanceof Predicate.Not not) {
      return wire(not.child(), !negated);
    }
    if (predicate instanceof SharedCondition condition) {
      comparisons.add(condition);
      Wire compared = new Compared(comparisons.size() - 1);
      return negated ? inverted(compared) : compared;
    }
    // AND, or NOT OR; the other two are the negation of one of these.
    boolean conjunction = predicate instanceof Predicate.And != negated;
    return conjunction
        ? conjunction(new Literal(predicate, negated))
        : inverted(conjunction(new Literal(predicate, !negated)));
  }

  private Wire conjunction(Literal literal) {
    List<Wire> wires = new ArrayList<>();
    List<Literal> mask = new ArrayList<>();
    gather(literal, wires, mask);
    wires.sort((left, right) -> Integer.compare(left.level(), right.level()));
    while (wires.size() > 1) {
      Gate gate = gate(wires.remove(0), wires.remove(0));
      int at = 0;
      while (at < wires.size() && wires.get(at).level() <= gate.level()) {
        at++;
      }
      wires.add(at, gate);
    }
    if (mask.isEmpty()) {
      return wires.get(0);
    }
    masks.add(mask);
    return new Masked(wires.get(0), masks.size() - 1);
  }

  /** Adds what must hold for a literal to hold: shared wires, and public literals. */
  private void gather(Literal literal, List<Wire> wires, List<Literal> mask) {
    Predicate predicate = literal.predicate();
    boolean negated = literal.negated();
    if (predicate.isPublic()) {
      mask.add(literal);
    } else if (predicate instanceof Predicate.Not not) {
      gather(new Literal(not.child(), !negated), wires, mask);
    } else if (predicate instanceof Predicate.And and && !negated) {
      and.children().forEach(child -> gather(new Literal(child, false), wires, mask));
    } else if (predicate instanceof Predicate.Or or && negated) {
      or.children().forEach(child -> gather(new Literal(child, true), wires, mask));
    } else {
      wires.add(wire(predicate, negated));
    }
  }

  private static Wire inverted(Wire wire) {
    return wire instanceof Inverted twice ? twice.wire() : new Inverted(wire);
  }

  private Gate gate(Wire left, Wire right) {
    int level = 1 + Math.max(left.level(), right.level());
    Gate gate = new Gate(gates++, level, left, right);
    while (levels.size() < level) {
      levels.add(new ArrayList<>());
    }
    levels.get(level - 1).add(gate);
    return gate;
  }
}
