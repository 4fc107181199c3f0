package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import java.util.List;

/**
 * Public predicates over a batch, in the clear. Every party computes the same bits; nothing is
 * sent.
 */
final class PublicBits {
  private PublicBits() {}

  /** Which lanes satisfy a predicate without shared conditions; a new array. */
  static long[] of(Predicate predicate, Batch batch) {
    if (predicate instanceof Predicate.Not not) {
      return BitPlanes.complement(of(not.child(), batch));
    }
    if (predicate instanceof Predicate.And and) {
      return all(and.children().stream().map(child -> of(child, batch)).toList());
    }
    if (predicate instanceof Predicate.Or or) {
      List<long[]> none =
          or.children().stream().map(child -> BitPlanes.complement(of(child, batch))).toList();
      return BitPlanes.complement(all(none));
    }
    return of((PublicCondition) predicate, batch);
  }

  /** Which lanes satisfy all of the literals; a new array. */
  static long[] of(List<Circuit.Literal> literals, Batch batch) {
    return all(literals.stream().map(literal -> of(literal, batch)).toList());
  }

  private static long[] of(Circuit.Literal literal, Batch batch) {
    long[] bits = of(literal.predicate(), batch);
    return literal.negated() ? BitPlanes.complement(bits) : bits;
  }

  private static long[] of(PublicCondition condition, Batch batch) {
    long[] bits = batch.bits(condition);
    int words = BitPlanes.words(batch.lanes());
    if (bits.length != words) {
      throw new IllegalArgumentException(
          "%d words were given for the bits of condition %s on %d lanes, %d are needed"
              .formatted(bits.length, condition, batch.lanes(), words));
    }
    return bits.clone();
  }

  /** The AND of arrays of one length, in the first. */
  private static long[] all(List<long[]> arrays) {
    long[] all = arrays.get(0);
    for (long[] bits : arrays.subList(1, arrays.size())) {
      for (int i = 0; i < all.length; i++) {
        all[i] &= bits[i];
      }
    }
    return all;
  }
}
