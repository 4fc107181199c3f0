package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The public conditions of a predicate over a batch, and what is made of them, in the clear. Every
 * party computes the same bits; nothing is sent. Bits past the last lane are zero.
 */
final class PublicBits {
  private final int lanes;
  private final Map<PublicCondition, long[]> known = new LinkedHashMap<>();

  /**
   * Asks the batch for each public condition once.
   *
   * @throws IllegalArgumentException if the batch answers with another number of words than its
   *     lanes take
   */
  PublicBits(Predicate predicate, Batch batch) {
    this.lanes = batch.lanes();
    predicate
        .conditions()
        .filter(PublicCondition.class::isInstance)
        .map(PublicCondition.class::cast)
        .forEach(condition -> known.computeIfAbsent(condition, missing -> bits(missing, batch)));
  }

  private static long[] bits(PublicCondition condition, Batch batch) {
    long[] bits = batch.bits(condition).clone();
    int words = BitPlanes.words(batch.lanes());
    if (bits.length != words) {
      throw new IllegalArgumentException(
          "%d words were given for the bits of condition %s on %d lanes, %d are needed"
              .formatted(bits.length, condition, batch.lanes(), words));
    }
    BitPlanes.clearBeyond(bits, batch.lanes());
    return bits;
  }

  /** Number of words of the bits of a condition. */
  int words() {
    return BitPlanes.words(lanes);
  }

  /** Every lane; a new array. */
  long[] everywhere() {
    return complement(new long[words()]);
  }

  /** The bits of each condition, in the order in which the predicate has them. */
  List<long[]> all() {
    return List.copyOf(known.values());
  }

  /** The bits of the lanes that satisfy a predicate without shared conditions; a new array. */
  long[] of(Predicate predicate) {
    if (predicate instanceof Predicate.Not not) {
      return complement(of(not.child()));
    }
    if (predicate instanceof Predicate.And and) {
      return all(and.children().stream().map(this::of).toList());
    }
    if (predicate instanceof Predicate.Or or) {
      return any(or.children().stream().map(this::of).toList());
    }
    return known.get((PublicCondition) predicate).clone();
  }

  /** The bits of the lanes that satisfy all of the literals; a new array. */
  long[] of(List<Circuit.Literal> literals) {
    return all(
        literals.stream()
            .map(
                literal -> {
                  long[] bits = of(literal.predicate());
                  return literal.negated() ? complement(bits) : bits;
                })
            .toList());
  }

  /** NOT, in place. */
  long[] complement(long[] bits) {
    BitPlanes.complement(bits);
    BitPlanes.clearBeyond(bits, lanes);
    return bits;
  }

  /** The AND of arrays of one length, in the first. */
  static long[] all(List<long[]> arrays) {
    long[] all = arrays.get(0);
    for (long[] bits : arrays.subList(1, arrays.size())) {
      for (int i = 0; i < all.length; i++) {
        all[i] &= bits[i];
      }
    }
    return all;
  }

  /** The OR of arrays of one length, in the first. */
  static long[] any(List<long[]> arrays) {
    long[] any = arrays.get(0);
    for (long[] bits : arrays.subList(1, arrays.size())) {
      for (int i = 0; i < any.length; i++) {
        any[i] |= bits[i];
      }
    }
    return any;
  }
}
