package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;

/** Reveals as it should, and opens something besides. */
final class Indiscreet extends Broken {
  private final Price price;
  private final Disclosure disclosure;

  interface Disclosure {
    void run(Context context, Shares x, Shares k);
  }

  /** What the disclosure costs, so that it is not found for being undeclared. */
  interface Price {
    Cost of(Sharing sharing, int words);
  }

  Indiscreet(Price price, Disclosure disclosure) {
    this.price = price;
    this.disclosure = disclosure;
  }

  @Override
  public Cost revealCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    return price
        .of(sharing, lanes * ring.limbs())
        .then(super.revealCost(comparison, sharing, ring, lanes));
  }

  @Override
  public long[] reveal(Context context, Comparison comparison, Shares x, Shares k) {
    x.requireHeldBy(context.self());
    x.requireComparableWith(k);
    disclosure.run(context.opening("besides"), x, k);
    return super.reveal(context, comparison, x, k);
  }
}
