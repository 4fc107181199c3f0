package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ColumnComparisons;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.List;

/**
 * A column of xor shares: its bits and its operands' become replicated, once; then circuits answer
 * what is asked of it.
 */
public final class XorColumn {
  private final Party self;
  private final boolean sums;
  private final int lanes;
  private final int width;
  private final boolean replicated;
  private final List<Comparison> comparisons;
  private final List<Integer> orders;
  private final List<Integer> equalities;
  private ReplicatedPlanes bits;
  // One operand to a plane.
  private ReplicatedPlanes operands;
  private FirstDifference firstDifference;
  private Conjunction conjunction;

  /**
   * A column of which nothing is evaluated yet.
   *
   * @param sums whether a gate may be a sum of products, see {@link FirstDifference}
   * @param asked what is asked of it
   * @param values shares of its lanes
   */
  public XorColumn(Party self, boolean sums, ColumnComparisons asked, Shares values) {
    this.self = self;
    this.sums = sums;
    this.lanes = values.lanes();
    this.width = BitPlanes.words(lanes);
    this.replicated = values.sharing().isReplicated();
    this.comparisons = asked.comparisons();
    this.orders = places(false);
    this.equalities = places(true);
    Ring ring = values.ring();
    Shares k = asked.operands();
    this.bits =
        new ReplicatedPlanes(
            width,
            BitPlanes.of(ring, values.own()),
            replicated ? BitPlanes.of(ring, values.next()) : null);
    this.operands =
        new ReplicatedPlanes(ring.limbs(), replicated ? k.own() : k.own().clone(), k.next());
  }

  private List<Integer> places(boolean equality) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < comparisons.size(); i++) {
      if (comparisons.get(i).operator().isEquality() == equality) {
        places.add(i);
      }
    }
    return places;
  }

  /** Replicates what is not, of all columns in one message. */
  public static void replicate(Context context, List<XorColumn> columns) {
    List<XorColumn> single = columns.stream().filter(column -> !column.replicated).toList();
    if (single.isEmpty()) {
      return;
    }
    long[][] parts =
        single.stream()
            .flatMap(column -> List.of(column.bits.own(), column.operands.own()).stream())
            .toArray(long[][]::new);
    long[][] next = ToReplicated.convert(context, parts);
    for (int i = 0; i < single.size(); i++) {
      XorColumn column = single.get(i);
      column.bits = new ReplicatedPlanes(column.width, column.bits.own(), next[2 * i]);
      column.operands =
          new ReplicatedPlanes(column.operands.width(), column.operands.own(), next[2 * i + 1]);
    }
  }

  /**
   * The circuits that answer all its comparisons, none evaluated yet.
   *
   * @param moreRounds beyond the fewest that each order may take
   */
  public List<AndRounds.Circuit> circuits(int moreRounds) {
    List<AndRounds.Circuit> circuits = new ArrayList<>();
    if (!orders.isEmpty()) {
      firstDifference =
          XorLessThan.circuit(self, moreRounds, sums, bits, operands, comparisons, orders);
      circuits.add(firstDifference);
    }
    if (!equalities.isEmpty()) {
      conjunction = XorEquality.circuit(self, bits, operands, equalities);
      circuits.add(conjunction);
    }
    return circuits;
  }

  /**
   * Single shares of the answer to its one comparison, an order, in the place of the last gate's
   * exchange; not fresh.
   */
  public SharedBits lastShares(Context context) {
    AndRounds.Circuit circuit = circuits(0).get(0);
    Rounds.run(List.of(AndRounds.butLast(And.GATES, context.narrow("circuits"), circuit)));
    SharedBits below = new SharedBits(self, lanes, firstDifference.lastShares(), null);
    return isNegated(0) ? below.not() : below;
  }

  private boolean isNegated(int order) {
    Operator operator = comparisons.get(orders.get(order)).operator();
    return operator.isNegated() != XorLessThan.isOrEqual(operator);
  }

  /** The answers, in the order of the comparisons, once all rounds are over. */
  public List<SharedBits> answers() {
    SharedBits[] answers = new SharedBits[comparisons.size()];
    for (int i = 0; i < orders.size(); i++) {
      SharedBits below = firstDifference.result().bits(self, lanes, i);
      answers[orders.get(i)] = isNegated(i) ? below.not() : below;
    }
    for (int i = 0; i < equalities.size(); i++) {
      SharedBits equal = conjunction.result().bits(self, lanes, i);
      boolean negated = comparisons.get(equalities.get(i)).operator() == Operator.NOT_EQUAL;
      answers[equalities.get(i)] = negated ? equal.not() : equal;
    }
    return List.of(answers);
  }

  /** Cost of {@link #replicate} of a column, of planes of so many words. */
  public static Cost replicationCost(ColumnComparisons.Shape column, int width) {
    Ring ring = column.ring();
    int operands = column.comparisons().size();
    return column.sharing().isReplicated()
        ? Cost.NONE
        : ToReplicated.cost((long) ring.bits() * width + (long) operands * ring.limbs());
  }

  /** Cost of the circuits. */
  public static Cost circuitsCost(
      ColumnComparisons.Shape column, int moreRounds, boolean sums, int width) {
    int orders = column.orders();
    int equalities = column.comparisons().size() - orders;
    Cost cost = Cost.NONE;
    if (orders > 0) {
      cost = XorLessThan.circuitCost(column.ring(), moreRounds, sums, orders * width);
    }
    return equalities == 0
        ? cost
        : cost.beside(Conjunction.cost(column.ring().bits(), equalities * width));
  }

  /** Cost of one comparison of single shares, with sums of products. */
  static Cost cost(Operator operator, Ring ring, int lanes) {
    ColumnComparisons.Shape column =
        new ColumnComparisons.Shape(
            List.of(new Comparison(operator, Ordering.UNSIGNED)), Sharing.XOR, ring);
    int width = BitPlanes.words(lanes);
    return replicationCost(column, width).then(circuitsCost(column, 0, true, width));
  }
}
