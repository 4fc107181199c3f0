package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.replicated.And;
import io.dartagnan.mpc.replicated.BitTimesString;
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

/**
 * The default suite's aggregation, on replicated bits: {@link BitCount}, {@link AdditiveSum},
 * {@link XorSum}, {@link BitTimesNumber}, {@link BitTimesString}, {@link XorLaneLessThan} and
 * {@link AdditiveLaneLessThan}. Products of additive shares are single ones, of xor shares
 * replicated ones.
 */
final class ArakiAggregation implements Aggregation {
  private static final Ring RING = new Ring(1);

  @Override
  public SharedBits constants(Party self, int lanes, long[] bits) {
    return SharedBits.replicatedOf(self, lanes, bits);
  }

  @Override
  public NumberShare count(Context context, SharedBits bits, int known, int most) {
    Context step = AggregationStep.count(context, bits, known, most);
    int modulusBits = BitCount.modulusBits(most);
    long ones = BitCount.count(step, plane(bits), modulusBits)[0];
    return fresh(step, modulusBits, context.self() == Party.P0 ? ones + known : ones);
  }

  @Override
  public NumberShare sum(Context context, SharedBits bits, Shares values) {
    Context step = AggregationStep.sum(context, bits, values);
    long sum =
        values.sharing().isXor()
            ? XorSum.sum(step, plane(bits), values)
            : AdditiveSum.sum(step, plane(bits), values);
    return fresh(step, Long.SIZE, sum);
  }

  private static NumberShare fresh(Context step, int bits, long share) {
    long[] reshared = step.narrow("reshare").reshareAdditive(RING, new long[] {share});
    return NumberShare.additive(step.self(), bits, reshared[0]);
  }

  @Override
  public Shares times(Context context, SharedBits bits, Shares values) {
    Context step = AggregationStep.times(context, bits, values);
    Ring ring = values.ring();
    if (values.sharing().isXor()) {
      return BitTimesString.of(And.GATES, step, plane(bits), values);
    }
    long[] products = BitTimesNumber.of(step, ring, plane(bits), values.own());
    return Shares.single(
        step.self(),
        Sharing.ADDITIVE,
        ring,
        step.narrow("reshare").reshareAdditive(ring, products));
  }

  @Override
  public Sharing timesSharing(Sharing sharing) {
    return sharing.isXor() ? Sharing.REPLICATED_XOR : Sharing.ADDITIVE;
  }

  @Override
  public SharedBits less(Context context, Shares left, Shares right) {
    Context step = AggregationStep.less(context, left, right);
    ReplicatedPlanes less =
        left.sharing().isXor()
            ? XorLaneLessThan.compare(And.GATES, true, step, left, right)
            : AdditiveLaneLessThan.compare(step, left, right);
    return less.bits(step.self(), left.lanes(), 0);
  }

  @Override
  public Shares fresh(Context context, Shares element) {
    return AggregationStep.reshared(context, element);
  }

  /** The bits as a plane without ones past the last lane. */
  private static ReplicatedPlanes plane(SharedBits bits) {
    bits.requireReplicated(ArakiSuite.NAME);
    return ReplicatedPlanes.of(bits);
  }

  @Override
  public Cost countCost(int lanes, int most) {
    return BitCount.cost(BitPlanes.words(lanes), BitCount.modulusBits(most));
  }

  @Override
  public Cost sumCost(Sharing sharing, int lanes) {
    Shares.requireBatch(RING, lanes);
    return sharing.isXor() ? XorSum.cost(sharing, lanes) : AdditiveSum.cost(sharing, lanes);
  }

  @Override
  public Cost timesCost(Sharing sharing, Ring ring, int lanes) {
    Shares.requireBatch(ring, lanes);
    return sharing.isXor()
        ? BitTimesString.cost(sharing, ring, lanes)
        : BitTimesNumber.cost(ring, lanes);
  }

  @Override
  public Cost lessCost(Sharing sharing, Ring ring, int lanes) {
    Shares.requireBatch(ring, 2 * lanes);
    return sharing.isXor()
        ? XorLaneLessThan.cost(sharing, ring, true, lanes)
        : AdditiveLaneLessThan.cost(sharing, ring, lanes);
  }
}
