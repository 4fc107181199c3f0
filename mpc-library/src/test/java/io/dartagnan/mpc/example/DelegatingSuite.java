package io.dartagnan.mpc.example;

import io.dartagnan.mpc.araki.ArakiSuite;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Circuits of this package on xor shares; additive shares are left to another suite. */
public class DelegatingSuite implements ProtocolSuite {
  private static final ProtocolSuite OWN = new TextbookSuite();
  private static final ProtocolSuite OTHER = new ArakiSuite();

  @Override
  public String name() {
    return "delegating";
  }

  @Override
  public SharedBits compare(Context context, Comparison comparison, Shares values, Shares operand) {
    if (values.sharing().isXor()) {
      return OWN.compare(context, comparison, values, operand);
    }
    SharedBits answer = OTHER.compare(context, comparison, values, operand);
    // All answers of a suite are shared alike: of two shares this one uses the first.
    return new SharedBits(answer.holder(), answer.lanes(), answer.own(), null);
  }

  @Override
  public SharedBits and(Context context, SharedBits left, SharedBits right) {
    return OWN.and(context, left, right);
  }

  @Override
  public void validate(Context context) {
    OWN.validate(context.narrow("own"));
    OTHER.validate(context.narrow("other"));
  }

  @Override
  public Cost compareCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    return (sharing.isXor() ? OWN : OTHER).compareCost(comparison, sharing, ring, lanes);
  }

  @Override
  public Cost andCost(int lanes) {
    return OWN.andCost(lanes);
  }

  @Override
  public Cost openCost(int lanes) {
    return OWN.openCost(lanes);
  }

  @Override
  public List<Protocol> protocols() {
    Set<Protocol> protocols = new LinkedHashSet<>(OWN.protocols());
    protocols.addAll(OTHER.protocols());
    return new ArrayList<>(protocols);
  }
}
