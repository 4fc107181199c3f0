package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.replicated.Addition;
import io.dartagnan.mpc.replicated.And;
import io.dartagnan.mpc.replicated.AndRounds;
import io.dartagnan.mpc.replicated.BitTimesString;
import io.dartagnan.mpc.replicated.CarrySave;
import io.dartagnan.mpc.replicated.Conjunction;
import io.dartagnan.mpc.replicated.FirstDifference;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.replicated.XorColumn;
import io.dartagnan.mpc.replicated.XorLaneLessThan;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Adversary;
import io.dartagnan.mpc.suite.Aggregation;
import io.dartagnan.mpc.suite.ColumnComparisons;
import io.dartagnan.mpc.suite.ComparisonStep;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The suite in which one party may deviate from the protocol: an answer is right, or there is none.
 *
 * <p>Values are replicated bits, and all that is computed are ANDs of two of them ({@link
 * UnprovenGates}), which hide what they are about from whoever deviates as well, until something is
 * opened. Before that each party proves to the others that its gates are right ({@link GateCheck});
 * then what is opened is compared as two parties have it ({@link ComparedOpening}). An equality
 * that is opened at once takes no gates but proven hashes ({@link RevealedEquality}). What leaves
 * as shares is proven likewise, and each of its shares is with two parties ({@link
 * VerifiedAggregation}).
 */
public final class VerifiedSuite implements ProtocolSuite {

  /** Name by which a table's descriptor asks for this suite. */
  public static final String NAME = "verified";

  static final String ADVERSARY =
      "one party that deviates, with abort; AES-CTR a PRG, HMAC-SHA256 a PRF, SHA-256 a random oracle";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<Sharing> sharings() {
    return EnumSet.of(Sharing.REPLICATED_XOR);
  }

  @Override
  public Adversary adversary() {
    return Adversary.MALICIOUS_WITH_ABORT;
  }

  @Override
  public SharedBits compare(Context context, Comparison comparison, Shares values, Shares operand) {
    Context step = ComparisonStep.begin(context, comparison, values, operand);
    return run(step, List.of(new ColumnComparisons(List.of(comparison), operand)), List.of(values))
        .get(0)
        .get(0);
  }

  @Override
  public List<List<SharedBits>> compareAll(
      Context context, List<ColumnComparisons> columns, List<Shares> values) {
    return run(ComparisonStep.begin(context, columns, values), columns, values);
  }

  private static List<List<SharedBits>> run(
      Context step, List<ColumnComparisons> asked, List<Shares> values) {
    List<XorColumn> columns = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      requireReplicatedXor(values.get(i).sharing());
      columns.add(new XorColumn(step.self(), false, asked.get(i), values.get(i)));
    }
    AndRounds.run(
        UnprovenGates.of(step),
        step.narrow("circuits"),
        columns.stream().flatMap(column -> column.circuits(0).stream()).toList());
    return columns.stream().map(XorColumn::answers).toList();
  }

  static void requireReplicatedXor(Sharing sharing) {
    if (sharing != Sharing.REPLICATED_XOR) {
      throw new IllegalArgumentException(
          "%s shares were given, suite %s computes on %s ones: the others are held by one party alone, or do not consist of bits"
              .formatted(sharing.word(), NAME, Sharing.REPLICATED_XOR.word()));
    }
  }

  @Override
  public SharedBits and(Context context, SharedBits left, SharedBits right) {
    left.requireHeldBy(context.self());
    left.requireAlike(right);
    left.requireReplicated(NAME);
    ReplicatedPlanes both =
        UnprovenGates.of(context)
            .of(
                context.narrow("and-" + left.lanes()),
                ReplicatedPlanes.of(left),
                ReplicatedPlanes.of(right));
    return new SharedBits(context.self(), left.lanes(), both.own(), both.next());
  }

  @Override
  public void validate(Context context) {
    GateCheck.run(context, UnprovenGates.of(context));
  }

  @Override
  public long[] open(Context context, SharedBits bits) {
    bits.requireHeldBy(context.self());
    bits.requireReplicated(NAME);
    validate(context.narrow("validate"));
    return ComparedOpening.toAll(context, bits);
  }

  @Override
  public long[] reveal(Context context, Comparison comparison, Shares values, Shares operand) {
    if (!comparison.operator().isEquality()) {
      return ProtocolSuite.super.reveal(context, comparison, values, operand);
    }
    Context step = ComparisonStep.begin(context, comparison, values, operand);
    requireReplicatedXor(values.sharing());
    validate(step.narrow("validate"));
    long[] equal = RevealedEquality.compare(step, values, operand);
    return comparison.operator() == Operator.NOT_EQUAL
        ? BitPlanes.complement(equal, values.lanes())
        : equal;
  }

  @Override
  public Cost revealCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    if (!comparison.operator().isEquality()) {
      return ProtocolSuite.super.revealCost(comparison, sharing, ring, lanes);
    }
    requireReplicatedXor(sharing);
    Shares.requireBatch(ring, lanes);
    return RevealedEquality.cost(ring, lanes);
  }

  @Override
  public Cost compareCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    Shares.requireBatch(ring, lanes);
    return cost(List.of(new ColumnComparisons.Shape(List.of(comparison), sharing, ring)), lanes);
  }

  @Override
  public Cost compareAllCost(List<ColumnComparisons> columns, int lanes) {
    return cost(columns.stream().map(ColumnComparisons::shape).toList(), lanes);
  }

  private static Cost cost(List<ColumnComparisons.Shape> columns, int lanes) {
    Cost cost = Cost.NONE;
    for (ColumnComparisons.Shape column : columns) {
      requireReplicatedXor(column.sharing());
      Shares.requireBatch(column.ring(), lanes);
      cost = cost.beside(XorColumn.circuitsCost(column, 0, false, BitPlanes.words(lanes)));
    }
    return cost;
  }

  @Override
  public Cost andCost(int lanes) {
    return And.cost(BitPlanes.words(lanes));
  }

  @Override
  public Cost openCost(int lanes) {
    return ComparedOpening.cost(lanes);
  }

  /** All that is computed are gates, a bit of each from each party. */
  @Override
  public Cost validationCost(Cost computed) {
    int words = Math.toIntExact(computed.byParty0() / Long.BYTES);
    return words == 0 ? Cost.NONE : GateCheck.cost(words);
  }

  @Override
  public long keptBytes(Cost computed, long shareBytes) {
    return Math.max(
        UnprovenGates.keptBytes(computed.byParty0()), RevealedEquality.keptBytes(shareBytes));
  }

  @Override
  public Optional<Aggregation> aggregation() {
    return Optional.of(new VerifiedAggregation());
  }

  @Override
  public List<Protocol> protocols() {
    return List.of(
        And.PROTOCOL,
        Conjunction.PROTOCOL,
        FirstDifference.PROTOCOL.at(
            (ring, lanes) ->
                FirstDifference.cost(ring.bits() + 1, 0, false, BitPlanes.words(lanes))),
        XorLaneLessThan.PROTOCOL.at(
            (ring, lanes) -> XorLaneLessThan.cost(Sharing.REPLICATED_XOR, ring, false, lanes)),
        BitTimesString.PROTOCOL.at(
            (ring, lanes) -> BitTimesString.cost(Sharing.REPLICATED_XOR, ring, lanes)),
        CarrySave.PROTOCOL.at(
            (ring, lanes) -> CarrySave.cost(ring.bits(), ring.bits(), lanes, CarrySave.TWO_LANES)),
        Addition.PROTOCOL,
        GateCheck.PROTOCOL,
        ComparedOpening.PROTOCOL,
        RevealedEquality.PROTOCOL);
  }
}
