package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToMasked;
import io.dartagnan.mpc.conversion.ToTwoParties;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
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

/**
 * The default suite.
 *
 * <table>
 *   <caption>Which protocol answers</caption>
 *   <tr><th>question</th><th>xor shares</th><th>additive shares</th></tr>
 *   <tr><td>equality, revealed</td><td colspan="2">{@link RevealedEquality}</td></tr>
 *   <tr><td>equality, shared</td><td>{@link XorEquality}</td><td>{@link AdditiveEquality}</td></tr>
 *   <tr><td>order</td><td>{@link XorLessThan}</td><td>{@link AdditiveLessThan}</td></tr>
 * </table>
 *
 * Replicated shares take the same protocols without their first message. Greater is less with the
 * sides exchanged; not-equal, at most and at least are negations, which are local.
 */
public final class ArakiSuite implements ProtocolSuite {

  /** What a table calls this suite. */
  public static final String NAME = "araki";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SharedBits compare(Context context, Comparison comparison, Shares values, Shares operand) {
    Context step = ComparisonStep.begin(context, comparison, values, operand);
    Operator operator = comparison.operator();
    boolean xor = values.sharing().isXor();
    if (operator.isEquality()) {
      ReplicatedPlanes equal =
          xor
              ? XorEquality.compare(step, values, operand)
              : AdditiveEquality.compare(step, values, operand);
      SharedBits bits = bits(context, values, equal);
      return operator == Operator.EQUAL ? bits : bits.not();
    }
    boolean signed = comparison.ordering() == Ordering.SIGNED;
    Shares x = signed ? values.flipSign() : values;
    Shares k = signed ? operand.flipSign() : operand;
    // Under xor, greater is the negation of at-most; in the ring it is less with the sides
    // exchanged.
    boolean aboveOperand = operator == Operator.GREATER || operator == Operator.LESS_OR_EQUAL;
    ReplicatedPlanes below =
        xor
            ? XorLessThan.compare(step, x, k, aboveOperand)
            : AdditiveLessThan.compare(step, x, k, aboveOperand);
    SharedBits bits = bits(context, values, below);
    return operator.isNegated() != (xor && aboveOperand) ? bits.not() : bits;
  }

  private static SharedBits bits(Context context, Shares values, ReplicatedPlanes plane) {
    return new SharedBits(context.self(), values.lanes(), plane.own(), plane.next());
  }

  @Override
  public SharedBits and(Context context, SharedBits left, SharedBits right) {
    left.requireHeldBy(context.self());
    left.requireAlike(right);
    if (!left.isReplicated()) {
      throw new IllegalArgumentException(
          "%s were given, suite %s computes on replicated ones".formatted(left, NAME));
    }
    ReplicatedPlanes both =
        And.of(
            context.narrow("and-" + left.lanes()),
            new ReplicatedPlanes(left.own().length, left.own(), left.next()),
            new ReplicatedPlanes(right.own().length, right.own(), right.next()));
    return new SharedBits(context.self(), left.lanes(), both.own(), both.next());
  }

  @Override
  public long[] reveal(Context context, Comparison comparison, Shares values, Shares operand) {
    if (!comparison.operator().isEquality()) {
      return ProtocolSuite.super.reveal(context, comparison, values, operand);
    }
    Context step = ComparisonStep.begin(context, comparison, values, operand);
    long[] equal = RevealedEquality.compare(step, values, operand);
    if (comparison.operator() == Operator.NOT_EQUAL) {
      BitPlanes.complement(equal);
      BitPlanes.clearBeyond(equal, values.lanes());
    }
    return equal;
  }

  @Override
  public Cost compareCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    Shares.requireBatch(ring, lanes);
    if (comparison.operator().isEquality()) {
      return sharing.isXor()
          ? XorEquality.cost(sharing.isReplicated(), ring, lanes)
          : AdditiveEquality.cost(sharing, ring, lanes);
    }
    return sharing.isXor()
        ? XorLessThan.cost(sharing.isReplicated(), ring, lanes)
        : AdditiveLessThan.cost(sharing, ring, lanes);
  }

  @Override
  public Cost andCost(int lanes) {
    return And.cost(BitPlanes.words(lanes));
  }

  @Override
  public Cost openCost(int lanes) {
    return Opening.OF_REPLICATED_SHARES.cost(new Ring(1), lanes);
  }

  @Override
  public Cost revealCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    Shares.requireBatch(ring, lanes);
    return comparison.operator().isEquality()
        ? RevealedEquality.cost(sharing, ring, lanes)
        : ProtocolSuite.super.revealCost(comparison, sharing, ring, lanes);
  }

  @Override
  public List<Protocol> protocols() {
    return List.of(
        ToTwoParties.PROTOCOL,
        RevealedEquality.PROTOCOL,
        And.PROTOCOL,
        Conjunction.PROTOCOL,
        FirstDifference.PROTOCOL,
        ToReplicated.PROTOCOL,
        XorEquality.PROTOCOL,
        XorLessThan.PROTOCOL,
        ToMasked.PROTOCOL,
        MaskedDigits.PROTOCOL,
        AdditiveEquality.PROTOCOL,
        AdditiveLessThan.PROTOCOL,
        Opening.OF_REPLICATED_SHARES);
  }
}
