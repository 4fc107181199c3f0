package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.Party;
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
 * The reference suite's aggregation, on xor-shared bits: {@link ChosenSum}, {@link LaneLessThan},
 * and products by {@link ShareConversion} and {@link Multiplication}, or {@link XorMultiplication}.
 * Results are single shares; of replicated operands one share is used.
 */
final class BogdanovAggregation implements Aggregation {
  private static final Ring RING = new Ring(1);

  @Override
  public SharedBits constants(Party self, int lanes, long[] bits) {
    return new SharedBits(
        self, lanes, self == Party.P0 ? bits.clone() : new long[bits.length], null);
  }

  @Override
  public NumberShare count(Context context, SharedBits bits, int known, int most) {
    Context step = AggregationStep.count(context, bits, known, most);
    long ones = ChosenSum.count(step, bits.own(), bits.lanes());
    return NumberShare.additive(
        step.self(), Long.SIZE, step.self() == Party.P0 ? ones + known : ones);
  }

  @Override
  public NumberShare sum(Context context, SharedBits bits, Shares values) {
    Context step = AggregationStep.sum(context, bits, values);
    return NumberShare.additive(step.self(), Long.SIZE, ChosenSum.sum(step, bits.own(), values));
  }

  @Override
  public Shares times(Context context, SharedBits bits, Shares values) {
    Context step = AggregationStep.times(context, bits, values);
    Ring ring = values.ring();
    long[] products;
    if (values.sharing().isXor()) {
      products = XorMultiplication.andLanes(step, ring.limbs(), values.own(), bits.own());
    } else {
      long[] numbers = ShareConversion.convert(step.narrow("bits"), ring, bits.own(), bits.lanes());
      products = Multiplication.multiply(step.narrow("products"), ring, numbers, values.own());
    }
    return Shares.single(step.self(), timesSharing(values.sharing()), ring, products);
  }

  @Override
  public Sharing timesSharing(Sharing sharing) {
    return sharing.isXor() ? Sharing.XOR : Sharing.ADDITIVE;
  }

  @Override
  public SharedBits less(Context context, Shares left, Shares right) {
    Context step = AggregationStep.less(context, left, right);
    return new SharedBits(step.self(), left.lanes(), LaneLessThan.compare(step, left, right), null);
  }

  @Override
  public Shares fresh(Context context, Shares element) {
    return AggregationStep.reshared(context, element);
  }

  @Override
  public Cost countCost(int lanes, int most) {
    return ChosenSum.countCost(lanes);
  }

  @Override
  public Cost sumCost(Sharing sharing, int lanes) {
    Shares.requireBatch(RING, lanes);
    return ChosenSum.cost(sharing, lanes);
  }

  @Override
  public Cost timesCost(Sharing sharing, Ring ring, int lanes) {
    Shares.requireBatch(ring, lanes);
    return sharing.isXor()
        ? XorMultiplication.costLanes(ring.limbs(), lanes)
        : ShareConversion.cost(ring, 1, lanes).then(Multiplication.cost(ring, lanes));
  }

  @Override
  public Cost lessCost(Sharing sharing, Ring ring, int lanes) {
    Shares.requireBatch(ring, 2 * lanes);
    return LaneLessThan.cost(sharing, ring, lanes);
  }
}
