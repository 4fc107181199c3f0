package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToTwoParties;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Aggregation;
import io.dartagnan.mpc.suite.ComparisonStep;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Opening;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The reference suite: the six comparisons from {@link Equality}, {@link AdditiveLessThan} and
 * {@link XorLessThan}.
 *
 * <p>Of replicated shares it uses one, but where two spare a message ({@link ToTwoParties}).
 * Answers are single xor shares, which are not reshared yet ({@link XorMultiplication}): {@link
 * #and} and {@link Opening} reshare what they send. Signed order becomes unsigned order by flipping
 * the highest bits.
 *
 * <p>Memory per party is a constant times the batch's own shares, counting the arrays that live at
 * once and the session's buffer: some 8 times for equality and for the order of xor shares, some 40
 * times for that of additive shares, at the last gates of {@link Overflow}.
 */
public final class BogdanovSuite implements ProtocolSuite {

  /** Name by which a table's descriptor asks for this suite. */
  public static final String NAME = "bogdanov";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SharedBits compare(Context context, Comparison comparison, Shares values, Shares operand) {
    Context step = ComparisonStep.begin(context, comparison, values, operand);
    boolean flip = comparison.ordering() == Ordering.SIGNED && !comparison.operator().isEquality();
    Shares x = singleIfXor(flip ? values.flipSign() : values);
    Shares k = singleIfXor(flip ? operand.flipSign() : operand);
    long[] bits =
        switch (comparison.operator()) {
          case EQUAL, NOT_EQUAL -> Equality.withZero(step, x.minus(k));
          case LESS, GREATER_OR_EQUAL -> less(step, x, k, false);
          case GREATER, LESS_OR_EQUAL -> less(step, x, k, true);
        };
    SharedBits shared = new SharedBits(context.self(), x.lanes(), bits, null);
    return comparison.operator().isNegated() ? shared.not() : shared;
  }

  @Override
  public SharedBits and(Context context, SharedBits left, SharedBits right) {
    left.requireHeldBy(context.self());
    left.requireAlike(right);
    int words = left.own().length;
    long[] operands = Arrays.copyOf(left.own(), 2 * words);
    System.arraycopy(right.own(), 0, operands, words, words);
    return new SharedBits(
        context.self(),
        left.lanes(),
        XorMultiplication.and(context.narrow("and-" + left.lanes()), operands),
        null);
  }

  @Override
  public Cost compareCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    Shares.requireBatch(ring, lanes);
    if (comparison.operator().isEquality()) {
      return Equality.cost(sharing, ring, lanes);
    }
    return sharing.isXor()
        ? XorLessThan.cost(ring, lanes)
        : AdditiveLessThan.cost(sharing, ring, lanes);
  }

  @Override
  public Cost andCost(int lanes) {
    return XorMultiplication.cost(BitPlanes.words(lanes));
  }

  @Override
  public Cost openCost(int lanes) {
    return Opening.OF_XOR_SHARES.cost(new Ring(1), lanes);
  }

  @Override
  public Optional<Aggregation> aggregation() {
    return Optional.of(new BogdanovAggregation());
  }

  @Override
  public List<Protocol> protocols() {
    return List.of(
        Reshare.PROTOCOL,
        ToTwoParties.PROTOCOL,
        Multiplication.PROTOCOL,
        XorMultiplication.PROTOCOL,
        ShareConversion.PROTOCOL,
        Conjunction.PROTOCOL,
        Equality.ADDITIVE,
        Equality.XOR,
        PrefixOr.PROTOCOL,
        MostSignificantNonZeroBit.PROTOCOL,
        Overflow.PROTOCOL,
        ShiftRight.PROTOCOL,
        AdditiveLessThan.PROTOCOL,
        XorLessThan.PROTOCOL,
        ChosenSum.COUNT,
        ChosenSum.ADDITIVE,
        ChosenSum.XOR,
        LaneLessThan.ADDITIVE,
        LaneLessThan.XOR,
        Opening.OF_XOR_SHARES);
  }

  private static long[] less(Context context, Shares x, Shares k, boolean swapped) {
    return x.sharing().isXor()
        ? XorLessThan.compare(context, x, k, swapped)
        : AdditiveLessThan.compare(context, x, k, swapped);
  }

  /** Bits need one share alone; additive shares are kept, since two of them spare a message. */
  private static Shares singleIfXor(Shares shares) {
    return shares.sharing() == Sharing.REPLICATED_XOR
        ? Shares.single(shares.holder(), Sharing.XOR, shares.ring(), shares.own())
        : shares;
  }
}
