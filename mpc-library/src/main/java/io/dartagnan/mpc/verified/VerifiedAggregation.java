package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.replicated.Addition;
import io.dartagnan.mpc.replicated.And;
import io.dartagnan.mpc.replicated.AndProtocol;
import io.dartagnan.mpc.replicated.AndRounds;
import io.dartagnan.mpc.replicated.BitTimesString;
import io.dartagnan.mpc.replicated.CarrySave;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.replicated.XorLaneLessThan;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Aggregation;
import io.dartagnan.mpc.suite.AggregationStep;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The verified suite's aggregation: circuits of gates that are proven before a result leaves. All
 * results are replicated xor shares, so that whoever puts them together sees each share twice.
 *
 * <p>Numbers are added up by {@link CarrySave} until two are left, and these by {@link Addition}.
 * Counts that are asked for at once share the rounds of both.
 */
final class VerifiedAggregation implements Aggregation {
  private static final Ring RING = new Ring(1);

  @Override
  public SharedBits constants(Party self, int lanes, long[] bits) {
    return SharedBits.replicatedOf(self, lanes, bits);
  }

  @Override
  public NumberShare number(Party self, long known) {
    SharedBits bits = SharedBits.replicatedOf(self, Long.SIZE, new long[] {known});
    return NumberShare.replicatedXor(self, Long.SIZE, bits.own()[0], bits.next()[0]);
  }

  @Override
  public NumberShare count(Context context, SharedBits bits, int known, int most) {
    return countAll(context, List.of(new Ones(bits, known)), most).get(0);
  }

  @Override
  public List<NumberShare> countAll(Context context, List<Ones> all, int most) {
    Context step = AggregationStep.countAll(context, all, most);
    List<Terms> terms =
        all.stream()
            .map(ones -> new Terms(plane(ones.bits()), ones.bits().lanes(), ones.known()))
            .toList();
    return sums(step, terms, modulusBits(most));
  }

  private static int modulusBits(int most) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(most);
  }

  @Override
  public NumberShare sum(Context context, SharedBits bits, Shares values) {
    Context step = AggregationStep.sum(context, bits, values);
    Shares chosen = chosen(step.narrow("chosen"), bits, values);
    ReplicatedPlanes numbers =
        new ReplicatedPlanes(
            BitPlanes.words(values.lanes()),
            BitPlanes.of(RING, chosen.own()),
            BitPlanes.of(RING, chosen.next()));
    return sums(step, List.of(new Terms(numbers, values.lanes(), 0)), Long.SIZE).get(0);
  }

  /** What is added up: all lanes of numbers, and a known one. */
  private record Terms(ReplicatedPlanes numbers, int lanes, long known) {}

  /** The sums of each, side by side. */
  private static List<NumberShare> sums(Context step, List<Terms> all, int bits) {
    AndProtocol and = UnprovenGates.of(step);
    List<CarrySave> few =
        all.stream()
            .map(terms -> new CarrySave(terms.numbers, terms.lanes, bits, CarrySave.TWO_LANES))
            .toList();
    AndRounds.run(and, step.narrow("carry-save"), few);
    List<Addition> sums = new ArrayList<>();
    for (Terms terms : all) {
      ReplicatedPlanes two = few.get(sums.size()).result();
      sums.add(new Addition(step.self(), two, bits, terms.known));
    }
    AndRounds.run(and, step.narrow("addition"), sums);
    return sums.stream().map(sum -> new NumberShare(bits, sum.result())).toList();
  }

  @Override
  public Shares times(Context context, SharedBits bits, Shares values) {
    return chosen(AggregationStep.times(context, bits, values), bits, values);
  }

  private static Shares chosen(Context step, SharedBits bits, Shares values) {
    VerifiedSuite.requireReplicatedXor(values.sharing());
    return BitTimesString.of(UnprovenGates.of(step), step, plane(bits), values);
  }

  @Override
  public Sharing timesSharing(Sharing sharing) {
    return Sharing.REPLICATED_XOR;
  }

  @Override
  public SharedBits less(Context context, Shares left, Shares right) {
    Context step = AggregationStep.less(context, left, right);
    VerifiedSuite.requireReplicatedXor(left.sharing());
    return XorLaneLessThan.compare(UnprovenGates.of(step), false, step, left, right)
        .bits(step.self(), left.lanes(), 0);
  }

  /** By a gate with ones. */
  @Override
  public Shares fresh(Context context, Shares elements) {
    elements.requireHeldBy(context.self());
    VerifiedSuite.requireReplicatedXor(elements.sharing());
    long[] ones = new long[elements.own().length];
    Arrays.fill(ones, -1);
    SharedBits all = constants(context.self(), ones.length * Long.SIZE, ones);
    ReplicatedPlanes products =
        UnprovenGates.of(context)
            .of(
                context.narrow("fresh-" + elements.label()),
                new ReplicatedPlanes(ones.length, elements.own(), elements.next()),
                ReplicatedPlanes.of(all));
    return new Shares(
        context.self(), Sharing.REPLICATED_XOR, elements.ring(), products.own(), products.next());
  }

  private static ReplicatedPlanes plane(SharedBits bits) {
    bits.requireReplicated(VerifiedSuite.NAME);
    return ReplicatedPlanes.of(bits);
  }

  @Override
  public Cost freshCost(Sharing sharing, Ring ring, int lanes) {
    return And.cost((long) lanes * ring.limbs());
  }

  @Override
  public Cost countCost(int lanes, int most) {
    return sumCost(1, modulusBits(most), lanes);
  }

  @Override
  public Cost countAllCost(int counts, int lanes, int most) {
    Cost cost = Cost.NONE;
    for (int i = 0; i < counts; i++) {
      cost = cost.beside(countCost(lanes, most));
    }
    return cost;
  }

  private static Cost sumCost(int planes, int bits, int lanes) {
    return CarrySave.cost(planes, bits, lanes, CarrySave.TWO_LANES).then(Addition.cost(bits));
  }

  @Override
  public Cost sumCost(Sharing sharing, int lanes) {
    Shares.requireBatch(RING, lanes);
    return timesCost(sharing, RING, lanes).then(sumCost(Long.SIZE, Long.SIZE, lanes));
  }

  @Override
  public Cost timesCost(Sharing sharing, Ring ring, int lanes) {
    VerifiedSuite.requireReplicatedXor(sharing);
    Shares.requireBatch(ring, lanes);
    return BitTimesString.cost(sharing, ring, lanes);
  }

  @Override
  public Cost lessCost(Sharing sharing, Ring ring, int lanes) {
    VerifiedSuite.requireReplicatedXor(sharing);
    Shares.requireBatch(ring, 2 * lanes);
    return XorLaneLessThan.cost(sharing, ring, false, lanes);
  }
}
