package io.dartagnan.mpc.araki.masked;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.session.Context;

/**
 * Party 1's or party 2's side of a batch of {@link MaskedVerdicts}, round by round. Local.
 *
 * <p>Each bit is m xor l: m is known to both parties, and of l and of the products of masks that
 * {@link VerdictDealer} deals they have xor shares. Multiplied out, each product of bits is a sum
 * of products of masked bits, each with one product of masks; party 1 alone adds the product that
 * has no mask. So both have xor shares of the bits of a layer, which become known under masks.
 *
 * <p>These are replicated shares seen in another way: l is share 0 xor share 1, m is share 2.
 */
final class VerdictEvaluation {
  private final Party self;
  private final Context context;
  private final MaskedDigits digits;
  private final TernaryTree tree;
  private final int width;
  // Its part of the constant 1.
  private final long one;
  private final long[] products;
  private int from;
  // Until the digits are looked up.
  private long[] tables;
  // Of the round that is under way: shares of its bits, and the masks that they are sent under.
  private long[] z;
  private long[] drawn;
  private int to;
  // The layer whose bits are due, and what goes into it: masked bits, and shares of their masks.
  private TernaryTree.Layer layer;
  private long[] m;
  private long[] l;

  VerdictEvaluation(Context context, MaskedDigits digits, Dealt dealt) {
    this.self = context.self();
    this.context = context;
    this.digits = digits;
    this.tree = digits.size().tree();
    this.width = digits.size().width();
    this.one = self == Party.P1 ? -1 : 0;
    this.products = dealt.products();
    this.tables = dealt.tables();
  }

  /**
   * The step of a batch in which the bits of a round become known under masks: that of the digits,
   * then one for each layer. In each, party 0 draws both parts of the masks and each of the others
   * its own.
   */
  static Context step(Context batch, int round) {
    return batch.narrow(round == 0 ? "digits" : "layer" + (round - 1));
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
    evaluate(round);
    Context step = step(context, round);
    drawn = self == Party.P1 ? step.randomWithPrev(z.length) : step.randomWithNext(z.length);
    BitPlanes.add(z, 0, drawn, 0, z.length);
    return z;
  }

  /** Shares of the verdicts, in the place of the last round. */
  long[] lastShares() {
    evaluate(tree.layers().size());
    return z;
  }

  private void evaluate(int round) {
    if (round == 0) {
      z = digits.lookUp(self, tables);
      tables = null;
      return;
    }
    layer = tree.layers().get(round - 1);
    z = new long[words(round)];
    to = 0;
    layer.forEachGate(this::two, this::three);
    if (layer == tree.root() && digits.added() != null) {
      BitPlanes.add(z, 0, digits.added(), 0, digits.added().length);
    }
  }

  private int agreement(int digit) {
    return layer.agreement(digit) * width;
  }

  private void two(TernaryTree.Node node) {
    int e1 = agreement(node.first());
    if (node.verdict()) {
      int v1 = node.first() * width;
      int v2 = v1 + width;
      for (int i = 0; i < width; i++) {
        long m1 = m[e1 + i];
        long ma = m[v1 + i] ^ m[v2 + i];
        long la = l[v1 + i] ^ l[v2 + i];
        z[to + i] =
            l[v1 + i] ^ products[from + i] ^ m1 & la ^ ma & l[e1 + i] ^ one & (m[v1 + i] ^ m1 & ma);
      }
      from += width;
      to += width;
    }
    if (node.agreement()) {
      int e2 = agreement(node.first() + 1);
      for (int i = 0; i < width; i++) {
        long m1 = m[e1 + i];
        long m2 = m[e2 + i];
        z[to + i] = products[from + i] ^ m1 & l[e2 + i] ^ m2 & l[e1 + i] ^ one & m1 & m2;
      }
      from += width;
      to += width;
    }
  }

  private void three(TernaryTree.Node node) {
    int e1 = agreement(node.first());
    int e2 = agreement(node.first() + 1);
    int both = from;
    from += width;
    if (node.verdict()) {
      int v1 = node.first() * width;
      int v2 = v1 + width;
      int v3 = v2 + width;
      for (int i = 0; i < width; i++) {
        long m1 = m[e1 + i];
        long m2 = m[e2 + i];
        long ma = m[v1 + i] ^ m[v2 + i];
        long mb = m[v2 + i] ^ m[v3 + i];
        long la = l[v1 + i] ^ l[v2 + i];
        long lb = l[v2 + i] ^ l[v3 + i];
        z[to + i] =
            l[v1 + i]
                ^ products[from + i]
                ^ m1 & (la ^ m2 & lb ^ mb & l[e2 + i] ^ products[from + 2 * width + i])
                ^ l[e1 + i] & (ma ^ m2 & mb)
                ^ m2 & products[from + width + i]
                ^ mb & products[both + i]
                ^ one & (m[v1 + i] ^ m1 & (ma ^ m2 & mb));
      }
      from += 3 * width;
      to += width;
    }
    if (node.agreement()) {
      int e3 = agreement(node.first() + 2);
      for (int i = 0; i < width; i++) {
        long m1 = m[e1 + i];
        long m2 = m[e2 + i];
        long m3 = m[e3 + i];
        z[to + i] =
            products[from + i]
                ^ m1 & (m2 & l[e3 + i] ^ m3 & l[e2 + i] ^ products[from + 2 * width + i])
                ^ m2 & (m3 & l[e1 + i] ^ products[from + width + i])
                ^ m3 & products[both + i]
                ^ one & m1 & m2 & m3;
      }
      from += 3 * width;
      to += width;
    }
  }

  /** Takes what the other party sent in a round. */
  void take(int round, long[] received, int at) {
    BitPlanes.add(z, 0, received, at, z.length);
    if (round == 0 || round == tree.layers().size()) {
      m = z;
      l = drawn;
    } else {
      m = layer.next(width, m, z);
      l = layer.next(width, l, drawn);
    }
  }

  /** This party's replicated shares of the verdicts, once all rounds are over. */
  ReplicatedPlanes verdict() {
    return self == Party.P1 ? new ReplicatedPlanes(width, l, m) : new ReplicatedPlanes(width, m, l);
  }
}
