package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Opening;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;

/** The six comparisons on additive shares, from {@link Equality} and {@link LessThan}. */
public final class BogdanovSuite implements ProtocolSuite {

  /** What a table calls this suite. */
  public static final String NAME = "bogdanov";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SharedBits compare(Context context, Comparison comparison, Shares values, Shares operand) {
    values.requireComparableWith(operand);
    boolean flip = comparison.ordering() == Ordering.SIGNED && !comparison.operator().isEquality();
    Shares x = flip ? values.flipSign() : values;
    Shares k = flip ? operand.flipSign() : operand;
    long[] bits =
        switch (comparison.operator()) {
          case EQUAL, NOT_EQUAL -> Equality.withZero(context.narrow("equal"), x.minus(k));
          case LESS, GREATER_OR_EQUAL -> LessThan.compare(context.narrow("less"), x, k, false);
          case GREATER, LESS_OR_EQUAL -> LessThan.compare(context.narrow("greater"), x, k, true);
        };
    SharedBits shared = new SharedBits(context.self(), x.lanes(), bits, null);
    return comparison.operator().isNegated() ? shared.not() : shared;
  }

  @Override
  public SharedBits and(Context context, SharedBits left, SharedBits right) {
    return new SharedBits(
        context.self(),
        left.lanes(),
        XorMultiplication.and(context, left.own(), right.own()),
        null);
  }

  @Override
  public Cost compareCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    throw new UnsupportedOperationException("not declared yet");
  }

  @Override
  public Cost andCost(int lanes) {
    throw new UnsupportedOperationException("not declared yet");
  }

  @Override
  public Cost openCost(int lanes) {
    return Opening.OF_XOR_SHARES.cost(new Ring(1), lanes);
  }

  @Override
  public List<Protocol> protocols() {
    return List.of();
  }
}
