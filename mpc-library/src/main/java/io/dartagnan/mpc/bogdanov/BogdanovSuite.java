package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.suite.ProtocolSuite;

/** The six comparisons on additive shares, from {@link Equality} and {@link LessThan}. */
public final class BogdanovSuite implements ProtocolSuite {

  /** What a query calls this suite. */
  public static final String NAME = "bogdanov";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public long[] compare(
      Context context, Comparison comparison, Ring ring, long[] values, long[] operand) {
    if (ring.elements(values) == 0 || operand.length != ring.limbs()) {
      throw new IllegalArgumentException(
          "%d lanes and %d operand words were given, at least one lane and exactly %d words are needed"
              .formatted(ring.elements(values), operand.length, ring.limbs()));
    }
    boolean flip = comparison.ordering() == Ordering.SIGNED && context.self() == Party.P0;
    long[] x = flip ? ring.flipSign(values) : values;
    long[] k = flip ? ring.flipSign(operand) : operand;
    return switch (comparison.operator()) {
      case EQUAL -> equal(context, ring, x, k);
      case NOT_EQUAL -> not(context, equal(context, ring, x, k));
      case LESS -> LessThan.compare(context.narrow("less"), ring, x, k, false);
      case GREATER_OR_EQUAL ->
          not(context, LessThan.compare(context.narrow("less"), ring, x, k, false));
      case GREATER -> LessThan.compare(context.narrow("greater"), ring, x, k, true);
      case LESS_OR_EQUAL ->
          not(context, LessThan.compare(context.narrow("greater"), ring, x, k, true));
    };
  }

  private static long[] equal(Context context, Ring ring, long[] x, long[] k) {
    long[] difference = ring.subtract(x, ring.repeat(k, ring.elements(x)));
    return Equality.withZero(context.narrow("equal"), ring, difference);
  }

  /** NOT of a shared bit: one party flips its share. */
  private static long[] not(Context context, long[] bits) {
    return context.self() == Party.P0 ? BitPlanes.complement(bits) : bits;
  }
}
