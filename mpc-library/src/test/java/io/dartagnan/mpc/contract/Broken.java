package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.example.TextbookSuite;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;

/** A suite that is right, but for what a test overrides. */
class Broken implements ProtocolSuite {
  final ProtocolSuite right = new TextbookSuite();

  @Override
  public String name() {
    return right.name();
  }

  @Override
  public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
    return right.compare(context, comparison, x, k);
  }

  @Override
  public SharedBits and(Context context, SharedBits left, SharedBits right) {
    return this.right.and(context, left, right);
  }

  @Override
  public Cost compareCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    return right.compareCost(comparison, sharing, ring, lanes);
  }

  @Override
  public Cost andCost(int lanes) {
    return right.andCost(lanes);
  }

  @Override
  public Cost openCost(int lanes) {
    return right.openCost(lanes);
  }

  @Override
  public List<Protocol> protocols() {
    return right.protocols();
  }
}
