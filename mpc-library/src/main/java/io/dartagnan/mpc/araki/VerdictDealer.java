package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.session.Context;

/**
 * Party 0's side of a batch of {@link MaskedVerdicts}: it draws the masks of all bits before any of
 * them is known, and from them makes what it deals. Local.
 */
final class VerdictDealer {
  private final VerdictSteps steps;
  private final MaskedDigits digits;
  private final TernaryTree tree;
  private final int width;

  VerdictDealer(Context context, MaskedDigits digits) {
    this.steps = new VerdictSteps(context);
    this.digits = digits;
    this.tree = digits.size().tree();
    this.width = digits.size().width();
  }

  /** Tables and products to deal, in the clear. */
  Dealt deal() {
    long[] tables = new long[digits.size().tableWords()];
    digits.writeTables(tables);
    long[] products = new long[digits.size().productWords()];
    long[] masks = masks(0, digits.size().planes());
    int at = 0;
    for (int i = 0; i < tree.layers().size(); i++) {
      TernaryTree.Layer layer = tree.layers().get(i);
      MaskProducts.write(layer, width, masks, products, at);
      if (layer == tree.root()) {
        addToVerdict(products, at);
      } else {
        masks = layer.next(width, masks, masks(i + 1, layer.results()));
      }
      at += layer.products() * width;
    }
    return new Dealt(tables, products);
  }

  /** Masks of the bits that become known in a round. */
  private long[] masks(int round, int planes) {
    Context step = steps.of(round);
    long[] masks = step.randomWithPrev(planes * width);
    step.maskWithNext(masks);
    return masks;
  }

  /** Adds this party's bits to the root's product that no masked bit multiplies. */
  private void addToVerdict(long[] products, int root) {
    if (digits.added() == null) {
      return;
    }
    int at = root + (tree.root().nodes().get(0).children() == 3 ? width : 0);
    for (int i = 0; i < digits.added().length; i++) {
      products[at + i] ^= digits.added()[i];
    }
  }

  /** This party's replicated shares of the verdicts. */
  ReplicatedPlanes verdict() {
    Context last = steps.of(tree.layers().size());
    return new ReplicatedPlanes(width, last.randomWithPrev(width), last.randomWithNext(width));
  }
}
