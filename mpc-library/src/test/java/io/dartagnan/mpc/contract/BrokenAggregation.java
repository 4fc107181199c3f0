package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bogdanov.BogdanovSuite;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Aggregation;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.SharedBits;

/** An aggregation that is right, on bits as {@link Broken} shares them; for a test to spoil. */
abstract class BrokenAggregation implements Aggregation {
  final Aggregation right = new BogdanovSuite().aggregation().orElseThrow();

  @Override
  public SharedBits constants(Party self, int lanes, long[] bits) {
    return right.constants(self, lanes, bits);
  }

  @Override
  public NumberShare number(Party self, long known) {
    return right.number(self, known);
  }

  @Override
  public NumberShare count(Context context, SharedBits bits, int known, int most) {
    return right.count(context, bits, known, most);
  }

  @Override
  public NumberShare sum(Context context, SharedBits bits, Shares values) {
    return right.sum(context, bits, values);
  }

  @Override
  public Shares times(Context context, SharedBits bits, Shares values) {
    return right.times(context, bits, values);
  }

  @Override
  public Sharing timesSharing(Sharing sharing) {
    return right.timesSharing(sharing);
  }

  @Override
  public SharedBits less(Context context, Shares left, Shares right) {
    return this.right.less(context, left, right);
  }

  @Override
  public Shares fresh(Context context, Shares elements) {
    return right.fresh(context, elements);
  }

  @Override
  public Cost countCost(int lanes, int most) {
    return right.countCost(lanes, most);
  }

  @Override
  public Cost sumCost(Sharing sharing, int lanes) {
    return right.sumCost(sharing, lanes);
  }

  @Override
  public Cost timesCost(Sharing sharing, Ring ring, int lanes) {
    return right.timesCost(sharing, ring, lanes);
  }

  @Override
  public Cost lessCost(Sharing sharing, Ring ring, int lanes) {
    return right.lessCost(sharing, ring, lanes);
  }
}
