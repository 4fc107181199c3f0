package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.List;

/**
 * The verdict of the first place where two numbers differ.
 *
 * <p><b>Functionality.</b> A number's digits, most significant first, each come with two replicated
 * bits per lane: e, whether the two numbers agree in that digit, and v, which of them is smaller if
 * they do not. The result is v of the first digit in which they differ, and v of the last digit if
 * they agree in all before.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link And} shows it: of a sum of
 * products as of a single one, the next party's share under a stream that it does not have.
 *
 * <p><b>How.</b> Neighbouring runs of digits combine as
 *
 * <pre>
 *   v = v_1 xor e_1 AND (v_1 xor v_2) xor (e_1 AND e_2) AND (v_2 xor v_3) xor ...
 *   e = e_1 AND e_2 AND ...
 * </pre>
 *
 * where the sum is added up before it is reshared and is one gate, however many products it has.
 * {@link DigitTree} says which runs combine when.
 *
 * <p><b>Rounds.</b> ceil(log2 g) for g digits, or more, as the caller says. <b>Cost.</b> 3 bits a
 * gate; for 65 digits
 *
 * <pre>
 *   rounds                     7    8    9    10   11
 *   gates                      75   70   67   66   64
 *   gates of single products   121  120  119  118  117
 * </pre>
 *
 * <p><b>Source.</b> The comparison tree of Garay, Schoenmakers, Villegas, "Practical and Secure
 * Solutions for Integer Comparison", PKC 2007; sums of products at the price of one, Mohassel,
 * Rindal, "ABY3", CCS 2018. <b>Deviation.</b> Nodes have as many children as are ready in time,
 * where the paper's have two (120 gates for 64 digits); v may be anything while e holds, which lets
 * a leaf be free.
 */
public final class FirstDifference implements AndRounds.Circuit {
  /** Declaration of this protocol. */
  public static final Protocol PROTOCOL =
      new Protocol(
          "first difference",
          "of n one-bit digits, replicated, the verdict of the first in which two numbers differ",
          Protocol.ONE_SEMI_HONEST,
          "Garay, Schoenmakers, Villegas, PKC 2007; Araki et al., CCS 2016 (gates); ABY3, CCS 2018"
              + " (sums of products)",
          "as many runs at once as are ready, in a sum of products; the verdict of a digit may be"
              + " anything where the two agree in it",
          (ring, lanes) -> cost(ring.bits(), 0, true, BitPlanes.words(lanes)));

  private final DigitTree tree;
  private final ReplicatedPlanes e;
  private final ReplicatedPlanes v;

  /**
   * A verdict, not evaluated yet.
   *
   * @param moreRounds beyond the fewest; more take fewer gates
   * @param sums whether a gate may be a sum of products; if not, runs are put together in twos
   * @param e planes of all digits but the last one's, which may be missing or anything
   * @param v planes of all digits, 2 or more; both are used up
   */
  public FirstDifference(int moreRounds, boolean sums, ReplicatedPlanes e, ReplicatedPlanes v) {
    this.tree = tree(v.count(), moreRounds, sums);
    this.e = e;
    this.v = v;
  }

  private static DigitTree tree(int digits, int moreRounds, boolean sums) {
    int rounds = DigitTree.fewestRounds(digits) + moreRounds;
    return DigitTree.of(digits, rounds, sums ? digits : 2);
  }

  @Override
  public int count() {
    return tree.rounds().size();
  }

  @Override
  public int words(int layer) {
    return tree.rounds().get(layer).gates() * v.width();
  }

  @Override
  public void write(int layer, Gates gates) {
    int width = v.width();
    DigitTree.Round round = tree.rounds().get(layer);
    for (DigitTree.Product product : round.products()) {
      gates.and(
          new Gates.Operand(e, product.from() * width),
          new Gates.Operand(e, product.to() * width),
          width);
    }
    for (DigitTree.Choice choice : round.choices()) {
      int[] firsts = choice.firsts();
      for (int i = 1; i < firsts.length; i++) {
        Gates.Operand run = new Gates.Operand(e, choice.lasts()[i - 1] * width);
        Gates.Operand both = new Gates.Operand(v, firsts[i - 1] * width, firsts[i] * width);
        if (i == 1) {
          gates.and(run, both, width);
        } else {
          gates.addAnd(run, both, width);
        }
      }
    }
  }

  @Override
  public void take(int layer, ReplicatedPlanes results, int at) {
    int width = v.width();
    DigitTree.Round round = tree.rounds().get(layer);
    int from = at;
    for (DigitTree.Product product : round.products()) {
      System.arraycopy(results.own(), from, e.own(), product.to() * width, width);
      System.arraycopy(results.next(), from, e.next(), product.to() * width, width);
      from += width;
    }
    for (DigitTree.Choice choice : round.choices()) {
      BitPlanes.add(v.own(), choice.firsts()[0] * width, results.own(), from, width);
      BitPlanes.add(v.next(), choice.firsts()[0] * width, results.next(), from, width);
      from += width;
    }
  }

  /** The verdict, one plane, once all layers are evaluated. */
  public ReplicatedPlanes result() {
    return v.slice(0, 1);
  }

  /** Single shares of the verdict, in the place of the last layer's exchange; not fresh. */
  public long[] lastShares() {
    LocalProducts products = new LocalProducts(v.width());
    write(count() - 1, products);
    BitPlanes.add(products.words(), 0, v.own(), 0, v.width());
    return products.words();
  }

  /** Cost of the verdict over so many digits, in so many rounds beyond the fewest. */
  public static Cost cost(int digits, int moreRounds, boolean sums, int width) {
    return cost(tree(digits, moreRounds, sums).rounds(), width);
  }

  /** Cost of all rounds but the last, in the fewest rounds, of sums of products. */
  public static Cost costButLast(int digits, int width) {
    List<DigitTree.Round> gates = tree(digits, 0, true).rounds();
    return cost(gates.subList(0, gates.size() - 1), width);
  }

  private static Cost cost(List<DigitTree.Round> gates, int width) {
    Cost cost = Cost.NONE;
    for (DigitTree.Round round : gates) {
      cost = cost.then(And.cost((long) round.gates() * width));
    }
    return cost;
  }
}
