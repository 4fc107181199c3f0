package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.session.Context;

/** Party 1's or party 2's side of a batch of {@link MaskedVerdicts}, round by round. Local. */
final class VerdictEvaluation {
  private final Party self;
  private final VerdictSteps steps;
  private final MaskedDigits digits;
  private final TernaryTree tree;
  private final int width;
  private final long[] products;
  // Until the digits are looked up.
  private long[] tables;
  private int productsAt;
  // Of the round that is under way: shares of its bits, and the masks that they are sent under.
  private long[] z;
  private long[] drawn;
  private MaskedPlanes planes;

  VerdictEvaluation(Context context, MaskedDigits digits, Dealt dealt) {
    this.self = context.self();
    this.steps = new VerdictSteps(context);
    this.digits = digits;
    this.tree = digits.size().tree();
    this.width = digits.size().width();
    this.products = dealt.products();
    this.tables = dealt.tables();
  }

  /** Number of rounds: that of the digits, and one for each layer. */
  int rounds() {
    return 1 + tree.layers().size();
  }

  /** Words that are sent in a round. */
  int words(int round) {
    return width * (round == 0 ? digits.size().planes() : tree.layers().get(round - 1).results());
  }

  /** Words to send in a round: this party's shares under masks that the receiver does not know. */
  long[] masked(int round) {
    z = shares(round);
    Context step = steps.of(round);
    drawn = self == Party.P1 ? step.randomWithPrev(z.length) : step.randomWithNext(z.length);
    add(z, drawn, 0, z.length);
    return z;
  }

  /** Shares of the verdicts, in the place of the last round. */
  long[] lastShares() {
    return shares(tree.layers().size());
  }

  private long[] shares(int round) {
    if (round == 0) {
      long[] bits = digits.lookUp(self, tables);
      tables = null;
      return bits;
    }
    TernaryTree.Layer layer = tree.layers().get(round - 1);
    long[] shares = new long[words(round)];
    MaskedNodes.write(self, layer, planes, products, productsAt, shares);
    productsAt += layer.products() * width;
    if (layer == tree.root() && digits.added() != null) {
      add(shares, digits.added(), 0, digits.added().length);
    }
    return shares;
  }

  /** Takes what the other party sent in a round. */
  void take(int round, long[] received, int at) {
    add(z, received, at, z.length);
    if (round == 0 || round == tree.layers().size()) {
      planes = new MaskedPlanes(width, z, drawn);
    } else {
      TernaryTree.Layer layer = tree.layers().get(round - 1);
      planes =
          new MaskedPlanes(
              width,
              layer.next(width, planes.masked(), z),
              layer.next(width, planes.mask(), drawn));
    }
  }

  private static void add(long[] sum, long[] words, int from, int length) {
    for (int i = 0; i < length; i++) {
      sum[i] ^= words[from + i];
    }
  }

  /** This party's replicated shares of the verdicts, once all rounds are over. */
  ReplicatedPlanes verdict() {
    return planes.replicated(self);
  }
}
