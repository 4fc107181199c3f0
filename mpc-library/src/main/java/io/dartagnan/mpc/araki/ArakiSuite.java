package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.araki.masked.MaskedVerdicts;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToMasked;
import io.dartagnan.mpc.conversion.ToTwoParties;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.replicated.And;
import io.dartagnan.mpc.replicated.BitTimesString;
import io.dartagnan.mpc.replicated.CarrySave;
import io.dartagnan.mpc.replicated.Conjunction;
import io.dartagnan.mpc.replicated.FirstDifference;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.replicated.ToReplicated;
import io.dartagnan.mpc.replicated.XorEquality;
import io.dartagnan.mpc.replicated.XorLaneLessThan;
import io.dartagnan.mpc.replicated.XorLessThan;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Aggregation;
import io.dartagnan.mpc.suite.ColumnComparisons;
import io.dartagnan.mpc.suite.ComparisonStep;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Opening;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;
import java.util.Optional;

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
 * Counts, sums, products and comparisons of two batches are those of {@link ArakiAggregation}. All
 * but the first of the table run side by side on any number of columns and operands ({@link
 * Comparisons}). Replicated shares take the same protocols without their first message. Greater is
 * less with the sides exchanged; not-equal, at most and at least are negations, which are local.
 */
public final class ArakiSuite implements ProtocolSuite {

  /** Name by which a table's descriptor asks for this suite. */
  public static final String NAME = "araki";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SharedBits compare(Context context, Comparison comparison, Shares values, Shares operand) {
    Context step = ComparisonStep.begin(context, comparison, values, operand);
    ColumnComparisons asked = new ColumnComparisons(List.of(comparison), operand);
    return Comparisons.run(step, List.of(asked), List.of(values)).get(0).get(0);
  }

  @Override
  public List<List<SharedBits>> compareAll(
      Context context, List<ColumnComparisons> columns, List<Shares> values) {
    return Comparisons.run(ComparisonStep.begin(context, columns, values), columns, values);
  }

  @Override
  public SharedBits and(Context context, SharedBits left, SharedBits right) {
    requireOperands(context, left, right);
    ReplicatedPlanes both =
        And.GATES.of(context.narrow("and-" + left.lanes()), plane(left), plane(right));
    return new SharedBits(context.self(), left.lanes(), both.own(), both.next());
  }

  @Override
  public long[] revealAnd(Context context, SharedBits left, SharedBits right) {
    requireOperands(context, left, right);
    // Local products are single shares of the answer, and opening reshares these.
    long[] products = And.local(plane(left), plane(right));
    return open(context, new SharedBits(context.self(), left.lanes(), products, null));
  }

  private static void requireOperands(Context context, SharedBits left, SharedBits right) {
    left.requireHeldBy(context.self());
    left.requireAlike(right);
    left.requireReplicated(NAME);
  }

  private static ReplicatedPlanes plane(SharedBits bits) {
    return new ReplicatedPlanes(bits.own().length, bits.own(), bits.next());
  }

  @Override
  public long[] reveal(Context context, Comparison comparison, Shares values, Shares operand) {
    Context step = ComparisonStep.begin(context, comparison, values, operand);
    if (!comparison.operator().isEquality()) {
      return Comparisons.reveal(step, new ColumnComparisons(List.of(comparison), operand), values);
    }
    long[] equal = RevealedEquality.compare(step, values, operand);
    return comparison.operator() == Operator.NOT_EQUAL
        ? BitPlanes.complement(equal, values.lanes())
        : equal;
  }

  @Override
  public Cost compareCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    Shares.requireBatch(ring, lanes);
    return Comparisons.cost(comparison, sharing, ring, lanes);
  }

  @Override
  public Cost compareAllCost(List<ColumnComparisons> columns, int lanes) {
    List<ColumnComparisons.Shape> shapes = columns.stream().map(ColumnComparisons::shape).toList();
    shapes.forEach(shape -> Shares.requireBatch(shape.ring(), lanes));
    return Comparisons.cost(shapes, lanes);
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
  public Cost revealAndCost(int lanes) {
    return Opening.OF_XOR_SHARES.cost(new Ring(1), lanes);
  }

  @Override
  public Cost revealCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    Shares.requireBatch(ring, lanes);
    return comparison.operator().isEquality()
        ? RevealedEquality.cost(sharing, ring, lanes)
        : Comparisons.revealCost(comparison, sharing, ring, lanes);
  }

  @Override
  public Optional<Aggregation> aggregation() {
    return Optional.of(new ArakiAggregation());
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
        MaskedVerdicts.PROTOCOL,
        AdditiveEquality.PROTOCOL,
        AdditiveLessThan.PROTOCOL,
        BitCount.PROTOCOL,
        BitTimesNumber.PROTOCOL,
        AdditiveSum.PROTOCOL,
        BitTimesString.PROTOCOL,
        CarrySave.PROTOCOL,
        XorSum.PROTOCOL,
        XorLaneLessThan.PROTOCOL,
        AdditiveLaneLessThan.PROTOCOL,
        Opening.OF_REPLICATED_SHARES,
        Opening.OF_XOR_SHARES,
        Opening.OF_TWO_SHARES);
  }
}
