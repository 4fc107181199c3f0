package io.dartagnan.mpc.example;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToTwoParties;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ComparisonStep;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Opening;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;

/** The six comparisons with circuits from a textbook, on all four sharings. */
public final class TextbookSuite implements ProtocolSuite {

  @Override
  public String name() {
    return "textbook";
  }

  @Override
  public SharedBits compare(Context context, Comparison comparison, Shares values, Shares operand) {
    Context step = ComparisonStep.begin(context, comparison, values, operand);
    boolean flip = comparison.ordering() == Ordering.SIGNED && !comparison.operator().isEquality();
    Shares x = flip ? values.flipSign() : values;
    Shares k = (flip ? operand.flipSign() : operand).repeat(x.lanes());
    long[] bits =
        switch (comparison.operator()) {
          case EQUAL, NOT_EQUAL -> equal(step, values.minus(operand));
          case LESS, GREATER_OR_EQUAL -> less(step, x, k);
          case GREATER, LESS_OR_EQUAL -> less(step, k, x);
        };
    SharedBits shared = new SharedBits(context.self(), values.lanes(), bits, null);
    return comparison.operator().isNegated() ? shared.not() : shared;
  }

  /** Of a replicated sharing this suite uses the first share alone. */
  private static long[] less(Context context, Shares x, Shares k) {
    return x.sharing().isXor()
        ? LessThan.of(context, x.ring(), x.own(), k.own())
        : Carries.less(context, x, k);
  }

  /** An additive d is zero when its two parts a and -b are the same. */
  private static long[] equal(Context context, Shares d) {
    Ring ring = d.ring();
    if (d.sharing().isXor()) {
      return Equality.withZero(context, ring, d.own());
    }
    long[] part = ToTwoParties.convert(context.narrow("parts"), d);
    if (part == null) {
      part = new long[d.own().length];
    }
    long[] aOrMinusB = context.self() == Party.P2 ? ring.negate(part) : part;
    return Equality.withZero(context, ring, aOrMinusB);
  }

  @Override
  public SharedBits and(Context context, SharedBits left, SharedBits right) {
    left.requireHeldBy(context.self());
    left.requireAlike(right);
    Context step = context.narrow("and-" + left.lanes());
    return new SharedBits(
        context.self(), left.lanes(), And.of(step, left.own(), right.own()), null);
  }

  @Override
  public Cost compareCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    if (comparison.operator().isEquality()) {
      Cost parts = sharing.isXor() ? Cost.NONE : ToTwoParties.cost(sharing, ring, lanes);
      return parts.then(Equality.cost(ring, lanes));
    }
    return sharing.isXor() ? LessThan.cost(ring, lanes) : Carries.cost(sharing, ring, lanes);
  }

  @Override
  public Cost andCost(int lanes) {
    return And.cost(BitPlanes.words(lanes));
  }

  @Override
  public Cost openCost(int lanes) {
    return Opening.OF_XOR_SHARES.cost(new Ring(1), lanes);
  }

  @Override
  public List<Protocol> protocols() {
    return List.of(
        ToTwoParties.PROTOCOL,
        And.PROTOCOL,
        Equality.PROTOCOL,
        LessThan.PROTOCOL,
        Carries.PROTOCOL,
        Opening.OF_XOR_SHARES);
  }
}
