package io.dartagnan.schema;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * A comparison of sealed values with an operand, as the clouds make it of the bytes that they
 * store: under each key the values that compare so lie between two marks, or outside of them; or
 * they have the word of a trapdoor, or have it not.
 *
 * @param column its number in the query
 */
record SealedComparison(int column, Comparison comparison) {
  /** Conditions under each key: beginning and end. */
  static final int CONDITIONS = 2;

  /** Those of numbers, which may lie in two spans. */
  static final int CONDITIONS_BY_NUMBER = 2 * CONDITIONS;

  /** Nodes from top to bottom: keys, spans, beginning and end, conditions. */
  static final int MOST_DEPTH = 4;

  private static final byte[] LEAST_NUMBER = {Byte.MIN_VALUE, 0, 0, 0, 0, 0, 0, 0};

  /** Stored bytes from one to before another. */
  private record Span(byte[] from, byte[] to) {

    /** Those under the key of a mark whose values compare so, bytewise, with its operand. */
    static Span of(Operator operator, byte[] mark) {
      byte[] first = {mark[0]};
      byte[] end = mark[0] == -1 ? lastOf(mark) : next(first);
      return switch (operator) {
        case EQUAL -> new Span(mark, next(mark));
        case LESS -> new Span(first, mark);
        case LESS_OR_EQUAL -> new Span(first, next(mark));
        case GREATER -> new Span(next(mark), end);
        case GREATER_OR_EQUAL -> new Span(mark, end);
        case NOT_EQUAL -> throw new IllegalArgumentException("they lie in two spans");
      };
    }

    /** Behind the last key there is none: no order is of ones alone, but by a chance of 2^-128. */
    private static byte[] lastOf(byte[] mark) {
      byte[] last = new byte[mark.length];
      Arrays.fill(last, (byte) -1);
      return last;
    }
  }

  /**
   * Its predicate, the same for each party.
   *
   * @param marks gives those of an operand, one under each key
   */
  Predicate of(byte[] operand, Function<byte[], List<byte[]>> marks) {
    boolean differs = comparison.operator() == Operator.NOT_EQUAL;
    boolean byNumber =
        comparison.ordering() == Ordering.SIGNED
            && !differs
            && comparison.operator() != Operator.EQUAL;
    List<byte[]> ofOperand = marks.apply(operand);
    if (comparison.ordering() == Ordering.WORDS) {
      return joined(
          differs,
          ofOperand.stream()
              .<Predicate>map(trapdoor -> new PublicCondition(column, comparison, trapdoor))
              .toList());
    }
    List<byte[]> ofLeast = byNumber ? marks.apply(LEAST_NUMBER) : ofOperand;
    List<Predicate> underEach = new ArrayList<>();
    for (int key = 0; key < ofOperand.size(); key++) {
      byte[] mark = ofOperand.get(key);
      underEach.add(
          differs
              ? outside(Span.of(Operator.EQUAL, mark))
              : byNumber
                  ? byNumber(mark, ofLeast.get(key), operand[0] < 0)
                  : within(Span.of(comparison.operator(), mark)));
    }
    return joined(differs, underEach);
  }

  /** Values that are under one of the keys: such as compare so there, or under none otherwise. */
  private static Predicate joined(boolean all, List<Predicate> underEach) {
    if (underEach.size() == 1) {
      return underEach.get(0);
    }
    return all ? new Predicate.And(underEach) : new Predicate.Or(underEach);
  }

  /**
   * The values that compare so as numbers, of which bytes order the negative ones behind the
   * others.
   *
   * @param least mark of the least number, from which on values are negative
   */
  private Predicate byNumber(byte[] mark, byte[] least, boolean isNegative) {
    Operator operator = comparison.operator();
    Span asBytes = Span.of(operator, mark);
    boolean isLess = operator == Operator.LESS || operator == Operator.LESS_OR_EQUAL;
    if (isLess == isNegative) {
      return within(isLess ? new Span(least, asBytes.to) : new Span(asBytes.from, least));
    }
    Span others = Span.of(isLess ? Operator.GREATER_OR_EQUAL : Operator.LESS, least);
    return new Predicate.Or(List.of(within(asBytes), within(others)));
  }

  private Predicate within(Span span) {
    return new Predicate.And(
        List.of(
            condition(Operator.GREATER_OR_EQUAL, span.from), condition(Operator.LESS, span.to)));
  }

  private Predicate outside(Span span) {
    return new Predicate.Or(
        List.of(
            condition(Operator.LESS, span.from), condition(Operator.GREATER_OR_EQUAL, span.to)));
  }

  private Predicate condition(Operator operator, byte[] bytes) {
    return new PublicCondition(column, new Comparison(operator, Ordering.UNSIGNED), bytes);
  }

  /** What follows all that begins so. No mark is of ones alone, but by a chance of 2^-128. */
  private static byte[] next(byte[] beginning) {
    byte[] next = beginning.clone();
    int at = next.length - 1;
    while (++next[at] == 0) {
      at--;
    }
    return next;
  }
}
