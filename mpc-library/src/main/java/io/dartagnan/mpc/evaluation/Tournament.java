package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Aggregation;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.SharedBits;

/**
 * The least or greatest of the values whose bits are one.
 *
 * <p><b>Functionality.</b> From shared bits and shares of a value per lane, of any sharing and
 * ring, fresh shares of the greatest value whose bit is one, or of the least. Where no bit is one,
 * of the element that every other beats.
 *
 * <p><b>Adversary.</b> That of the suite: what a party sees is what the products and comparisons
 * show it, each in a step of its own. Which lanes meet is fixed, and no result is opened.
 *
 * <p><b>How.</b> The order asked for becomes that of unsigned numbers with the winner the greatest:
 * signed numbers have their highest bit flipped, and for the least all bits. Values whose bits are
 * zero become 0, which beats nothing. Then the lanes of the first half meet those of the second,
 *
 * <pre>
 *   w = x + [x &lt; y] (y - x)
 * </pre>
 *
 * until one is left; an odd lane waits.
 *
 * <p><b>Rounds.</b> Those of a product, and for ceil(log2 n) levels of n lanes those of a
 * comparison and a product. <b>Cost.</b> A product for every lane, and for all but one a comparison
 * and a product.
 *
 * <p><b>Source.</b> Folklore; that a comparison and a choice need no opening is what the suite's
 * protocols give.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received says nothing.
 */
final class Tournament {
  private final Aggregation aggregation;
  private final Ordering ordering;
  private final boolean least;

  /**
   * A tournament.
   *
   * @param least whether the least wins, not the greatest
   */
  Tournament(Aggregation aggregation, Ordering ordering, boolean least) {
    this.aggregation = aggregation;
    this.ordering = ordering;
    this.least = least;
  }

  /**
   * This party's shares of the winner, one element.
   *
   * @param values at least one lane
   */
  Shares winner(Context context, SharedBits bits, Shares values) {
    Shares signed = ordering == Ordering.SIGNED ? values.flipSign() : values;
    Shares left = least ? signed.complement() : signed;
    left = aggregation.times(context.narrow("candidates"), bits, left);
    for (int level = 0; left.lanes() > 1; level++) {
      Context step = context.narrow("level" + level);
      int half = left.lanes() / 2;
      Shares x = left.slice(0, half);
      Shares y = left.slice(half, 2 * half);
      SharedBits less = aggregation.less(step, x, y);
      Shares winners = x.plus(aggregation.times(step, less, y.minusEach(x)));
      left = left.lanes() % 2 == 0 ? winners : winners.append(left.slice(2 * half, 2 * half + 1));
    }
    Shares winner = least ? left.complement() : left;
    return aggregation.fresh(
        context.narrow("winner"), ordering == Ordering.SIGNED ? winner.flipSign() : winner);
  }

  /** Cost of {@link #winner}. */
  static Cost cost(Aggregation aggregation, Sharing sharing, Ring ring, int lanes) {
    Cost cost = aggregation.timesCost(sharing, ring, lanes);
    Sharing products = aggregation.timesSharing(sharing);
    for (int left = lanes; left > 1; left -= left / 2) {
      cost =
          cost.then(aggregation.lessCost(products, ring, left / 2))
              .then(aggregation.timesCost(products, ring, left / 2));
    }
    return cost.then(aggregation.freshCost(products, ring, 1));
  }
}
