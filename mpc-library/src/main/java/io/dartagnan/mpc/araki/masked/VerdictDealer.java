package io.dartagnan.mpc.araki.masked;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.session.Context;

/**
 * Party 0's side of a batch of {@link MaskedVerdicts}: it draws the masks of all bits before any of
 * them is known, and from them makes what it deals. Local.
 *
 * <p>Beside the tables that is what the gates need and parties 1 and 2 cannot compute from masked
 * bits, the products of masks. With the masks l of e_1, e_2, e_3, and la of v_1 xor v_2, lb of v_2
 * xor v_3, plane after plane:
 *
 * <pre>
 *   three digits     l1 l2
 *     for v          l1 la xor l1 l2 lb      l1 lb      l2 lb
 *     for e          l1 l2 l3                l1 l3      l2 l3
 *   two digits
 *     for v          l1 la
 *     for e          l1 l2
 * </pre>
 */
final class VerdictDealer {
  private final Context context;
  private final MaskedDigits digits;
  private final TernaryTree tree;
  private final int width;
  private final long[] products;
  private int to;
  // The layer whose products are due, and the masks of the planes that go into it.
  private TernaryTree.Layer layer;
  private long[] masks;

  VerdictDealer(Context context, MaskedDigits digits) {
    this.context = context;
    this.digits = digits;
    this.tree = digits.size().tree();
    this.width = digits.size().width();
    this.products = new long[digits.size().productWords()];
  }

  /** Tables and products to deal, in the clear. */
  Dealt deal() {
    long[] tables = new long[digits.size().tableWords()];
    digits.writeTables(tables);
    masks = masks(0, digits.size().planes());
    for (int i = 0; i < tree.layers().size(); i++) {
      layer = tree.layers().get(i);
      int first = to;
      layer.forEachGate(this::two, this::three);
      if (layer == tree.root()) {
        addToVerdict(first);
      } else {
        masks = layer.next(width, masks, masks(i + 1, layer.results()));
      }
    }
    return new Dealt(tables, products);
  }

  /** Masks of the bits that become known in a round. */
  private long[] masks(int round, int planes) {
    Context step = VerdictEvaluation.step(context, round);
    long[] masks = step.randomWithPrev(planes * width);
    step.maskWithNext(masks);
    return masks;
  }

  /** Adds this party's bits to the root's product that no masked bit multiplies. */
  private void addToVerdict(int root) {
    if (digits.added() != null) {
      int at = root + (tree.root().nodes().get(0).children() == 3 ? width : 0);
      BitPlanes.add(products, at, digits.added(), 0, digits.added().length);
    }
  }

  private int agreement(int digit) {
    return layer.agreement(digit) * width;
  }

  private void two(TernaryTree.Node node) {
    int e1 = agreement(node.first());
    if (node.verdict()) {
      int v1 = node.first() * width;
      for (int i = 0; i < width; i++) {
        products[to + i] = masks[e1 + i] & (masks[v1 + i] ^ masks[v1 + width + i]);
      }
      to += width;
    }
    if (node.agreement()) {
      int e2 = agreement(node.first() + 1);
      for (int i = 0; i < width; i++) {
        products[to + i] = masks[e1 + i] & masks[e2 + i];
      }
      to += width;
    }
  }

  private void three(TernaryTree.Node node) {
    int e1 = agreement(node.first());
    int e2 = agreement(node.first() + 1);
    int both = to;
    for (int i = 0; i < width; i++) {
      products[both + i] = masks[e1 + i] & masks[e2 + i];
    }
    to += width;
    if (node.verdict()) {
      int v1 = node.first() * width;
      int v2 = v1 + width;
      int v3 = v2 + width;
      for (int i = 0; i < width; i++) {
        long a = masks[v1 + i] ^ masks[v2 + i];
        long b = masks[v2 + i] ^ masks[v3 + i];
        products[to + i] = masks[e1 + i] & a ^ products[both + i] & b;
        products[to + width + i] = masks[e1 + i] & b;
        products[to + 2 * width + i] = masks[e2 + i] & b;
      }
      to += 3 * width;
    }
    if (node.agreement()) {
      int e3 = agreement(node.first() + 2);
      for (int i = 0; i < width; i++) {
        products[to + i] = products[both + i] & masks[e3 + i];
        products[to + width + i] = masks[e1 + i] & masks[e3 + i];
        products[to + 2 * width + i] = masks[e2 + i] & masks[e3 + i];
      }
      to += 3 * width;
    }
  }

  /** This party's replicated shares of the verdicts. */
  ReplicatedPlanes verdict() {
    Context last = VerdictEvaluation.step(context, tree.layers().size());
    return new ReplicatedPlanes(width, last.randomWithPrev(width), last.randomWithNext(width));
  }
}
