package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.ColumnComparisons;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Opening;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.List;

/** A column of xor shares: its bits and its operands' become replicated, once. */
final class XorColumn implements Column {
  private final Party self;
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

  XorColumn(Party self, ColumnComparisons asked, Shares values) {
    this.self = self;
    this.lanes = values.lanes();
    this.width = BitPlanes.words(lanes);
    this.replicated = values.sharing().isReplicated();
    this.comparisons = asked.comparisons();
    this.orders = places(false);
    this.equalities = places(true);
    Shares k = asked.operands();
    this.bits = planes(BitPlanes.of(values.ring(), values.own()), null, width);
    this.operands = planes(replicated ? k.own() : k.own().clone(), k.next(), k.ring().limbs());
    if (replicated) {
      bits = planes(bits.own(), BitPlanes.of(values.ring(), values.next()), width);
    }
  }

  private static ReplicatedPlanes planes(long[] own, long[] next, int width) {
    return new ReplicatedPlanes(width, own, next);
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
  static void replicate(Context context, List<XorColumn> columns) {
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
      column.bits = planes(column.bits.own(), next[2 * i], column.width);
      column.operands = planes(column.operands.own(), next[2 * i + 1], column.operands.width());
    }
  }

  /**
   * The circuits that answer all its comparisons, none evaluated yet.
   *
   * @param moreRounds beyond the fewest that each order may take
   */
  List<Layers> circuits(int moreRounds) {
    List<Layers> circuits = new ArrayList<>();
    if (!orders.isEmpty()) {
      firstDifference =
          XorLessThan.circuit(
              self,
              moreRounds,
              bits,
              operands,
              orders.stream().map(i -> XorLessThan.Order.of(i, comparisons.get(i))).toList());
      circuits.add(firstDifference);
    }
    if (!equalities.isEmpty()) {
      conjunction = XorEquality.circuit(self, bits, operands, equalities);
      circuits.add(conjunction);
    }
    return circuits;
  }

  /** Opens the answer to the one comparison of a column, an order, to all parties. */
  static long[] reveal(Context context, XorColumn column) {
    Layers circuit = column.circuits(0).get(0);
    Rounds.run(List.of(AndRounds.butLast(context.narrow("circuits"), circuit)));
    long[] verdict = column.firstDifference.lastShares();
    SharedBits below = new SharedBits(column.self, column.lanes, verdict, null);
    return Opening.toAll(context, column.isNegated(0) ? below.not() : below);
  }

  private boolean isNegated(int order) {
    Operator operator = comparisons.get(orders.get(order)).operator();
    return operator.isNegated() != XorLessThan.isOrEqual(operator);
  }

  @Override
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

  /** Cost of the circuits. */
  static Cost circuitsCost(Comparisons.Shape column, int moreRounds, int width) {
    int orders = column.orders();
    int equalities = column.comparisons().size() - orders;
    Cost cost = Cost.NONE;
    if (orders > 0) {
      cost = XorLessThan.circuitCost(column.ring(), moreRounds, orders * width);
    }
    return equalities == 0
        ? cost
        : cost.beside(Conjunction.cost(column.ring().bits(), equalities * width));
  }
}
