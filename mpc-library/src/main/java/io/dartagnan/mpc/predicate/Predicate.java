package io.dartagnan.mpc.predicate;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Question that a query asks of every row: conditions on columns, joined by AND, OR and NOT. One
 * party's copy: the three parties' predicates have the same structure, and differ in the shares of
 * the operands of {@link SharedCondition}s alone.
 *
 * <p>Predicates are immutable, and equal when they have the same structure and this party's
 * operands are the same. {@link #toString} shows the structure and never an operand.
 *
 * <p>A tree is at most {@link #MAX_DEPTH} nodes deep and has at most {@link #MAX_CONDITIONS}
 * conditions; whatever walks it may therefore recurse.
 */
public sealed interface Predicate permits Predicate.Branch, Predicate.Not, Condition {

  /** The longest path from a root to a condition, in nodes. */
  int MAX_DEPTH = 64;

  /** The most conditions that a tree may have. */
  int MAX_CONDITIONS = 1024;

  /** The longest path from here to a condition, in nodes; 1 for a condition. */
  int depth();

  /** Number of conditions, one that occurs twice counted twice. */
  int size();

  /** The conditions, from left to right. */
  Stream<Condition> conditions();

  /** Whether every condition is public, so that each party can evaluate it alone. */
  default boolean isPublic() {
    return conditions().allMatch(PublicCondition.class::isInstance);
  }

  /** A node of several children. */
  sealed interface Branch extends Predicate permits And, Or {

    /** 1 or more. */
    List<Predicate> children();

    @Override
    default int depth() {
      return 1 + deepest(children());
    }

    @Override
    default int size() {
      return sum(children());
    }

    @Override
    default Stream<Condition> conditions() {
      return children().stream().flatMap(Predicate::conditions);
    }
  }

  /**
   * Holds where all of its children do.
   *
   * @param children 1 or more
   */
  record And(List<Predicate> children) implements Branch {

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the bound that is broken
     */
    public And {
      children = List.copyOf(children);
      requireBounds("AND", children);
    }

    @Override
    public String toString() {
      return joined(children, " AND ");
    }
  }

  /**
   * Holds where any of its children does.
   *
   * @param children 1 or more
   */
  record Or(List<Predicate> children) implements Branch {

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the bound that is broken
     */
    public Or {
      children = List.copyOf(children);
      requireBounds("OR", children);
    }

    @Override
    public String toString() {
      return joined(children, " OR ");
    }
  }

  /** Holds where its child does not. */
  record Not(Predicate child) implements Predicate {

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the bound that is broken
     */
    public Not {
      Objects.requireNonNull(child, "child");
      requireBounds("NOT", List.of(child));
    }

    @Override
    public int depth() {
      return 1 + child.depth();
    }

    @Override
    public int size() {
      return child.size();
    }

    @Override
    public Stream<Condition> conditions() {
      return child.conditions();
    }

    @Override
    public String toString() {
      return "NOT (" + child + ")";
    }
  }

  private static void requireBounds(String node, List<Predicate> children) {
    if (children.isEmpty()) {
      throw new IllegalArgumentException(
          node + " of no conditions was given, it takes at least one");
    }
    if (1 + deepest(children) > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "a predicate deeper than %d nodes was given, %d are allowed; flatten it"
              .formatted(MAX_DEPTH, MAX_DEPTH));
    }
    int conditions = children.size() > MAX_CONDITIONS ? children.size() : sum(children);
    if (conditions > MAX_CONDITIONS) {
      throw new IllegalArgumentException(
          "a predicate of at least %d conditions was given, %d are allowed; ask in several queries"
              .formatted(conditions, MAX_CONDITIONS));
    }
  }

  private static int deepest(List<Predicate> children) {
    int deepest = 0;
    for (Predicate child : children) {
      deepest = Math.max(deepest, child.depth());
    }
    return deepest;
  }

  private static int sum(List<Predicate> children) {
    int sum = 0;
    for (Predicate child : children) {
      sum += child.size();
    }
    return sum;
  }

  private static String joined(List<Predicate> children, String word) {
    return children.stream()
        .map(child -> child instanceof Branch ? "(" + child + ")" : "" + child)
        .collect(Collectors.joining(word));
  }
}
