package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.araki.masked.MaskedDigits;
import io.dartagnan.mpc.araki.masked.MaskedVerdicts;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToMasked;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.replicated.And;
import io.dartagnan.mpc.replicated.AndRounds;
import io.dartagnan.mpc.replicated.Conjunction;
import io.dartagnan.mpc.replicated.FirstDifference;
import io.dartagnan.mpc.replicated.Rounds;
import io.dartagnan.mpc.replicated.ToReplicated;
import io.dartagnan.mpc.replicated.XorColumn;
import io.dartagnan.mpc.replicated.XorEquality;
import io.dartagnan.mpc.replicated.XorLessThan;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ColumnComparisons;
import io.dartagnan.mpc.suite.ColumnComparisons.Shape;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Opening;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Comparisons side by side: any number of them on any number of columns, in the rounds of one.
 *
 * <p><b>Functionality.</b> From shares of columns of one batch, and of operands, of any sharing and
 * ring, replicated bits of every comparison, lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToReplicated}, {@link ToMasked},
 * {@link MaskedVerdicts} and {@link And} show it. What several of them send in one message is
 * masked part by part, each under streams of its own.
 *
 * <p><b>How.</b> A column is converted once, whatever is asked of it: to replicated bits of xor
 * shares, to a masked value of additive ones, all columns of one kind in one message. Then the
 * circuits of all comparisons on xor shares, {@link FirstDifference} for an order and {@link
 * Conjunction} for an equality, and {@link MaskedVerdicts} for additive ones, are evaluated round
 * by round, side by side.
 *
 * <p>Rounds are traded for bytes when there are several orders on xor shares: each tree then takes
 * one round more than the fewest, which is 70 gates in place of 75 for 64 bits. One order alone
 * takes the fewest rounds, since nothing else fills them.
 *
 * <p>An order that is revealed and not shared has its last gate opened in the place of being
 * replicated, which is a round less.
 *
 * <p><b>Rounds.</b> Of single xor shares 1, then of additive ones 1 (also of replicated ones: no
 * masked values are exchanged, but tables are sent all the same); then those of what takes the
 * most. <b>Cost.</b> Two orders on one column of single xor shares, 64 bits: 24 bytes for the
 * conversion and 26.25 for each.
 *
 * <p><b>Source.</b> {@link XorLessThan}, {@link XorEquality}, {@link AdditiveLessThan}, {@link
 * AdditiveEquality}. That one conversion serves several comparisons is plain reuse of shares.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
final class Comparisons {

  private Comparisons() {}

  /** This party's bits, column by column in the order of its comparisons. */
  static List<List<SharedBits>> run(
      Context context, List<ColumnComparisons> asked, List<Shares> values) {
    Party self = context.self();
    List<Supplier<List<SharedBits>>> answers = new ArrayList<>();
    List<XorColumn> xor = new ArrayList<>();
    List<AdditiveColumn> additive = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      if (values.get(i).sharing().isXor()) {
        XorColumn column = new XorColumn(self, true, asked.get(i), values.get(i));
        xor.add(column);
        answers.add(column::answers);
      } else {
        AdditiveColumn column = new AdditiveColumn(self, asked.get(i), values.get(i));
        additive.add(column);
        answers.add(column::answers);
      }
    }
    XorColumn.replicate(context.narrow("to-replicated"), xor);
    AdditiveColumn.mask(context.narrow("to-masked"), additive);
    int more = moreRounds(asked.stream().map(ColumnComparisons::shape).toList());
    Rounds.run(
        List.of(
            AdditiveColumn.verdicts(context.narrow("verdicts"), additive),
            new AndRounds(
                And.GATES,
                context.narrow("circuits"),
                xor.stream().flatMap(column -> column.circuits(more).stream()).toList())));
    return answers.stream().map(Supplier::get).toList();
  }

  /**
   * The answer to one order, opened to all parties in the round of its last gate.
   *
   * @return one bit per lane, 64 lanes to a word, those past the last lane zero
   */
  static long[] reveal(Context context, ColumnComparisons order, Shares values) {
    if (values.sharing().isXor()) {
      XorColumn column = new XorColumn(context.self(), true, order, values);
      XorColumn.replicate(context.narrow("to-replicated"), List.of(column));
      return Opening.toAll(context, column.lastShares(context));
    }
    AdditiveColumn column = new AdditiveColumn(context.self(), order, values);
    AdditiveColumn.mask(context.narrow("to-masked"), List.of(column));
    return AdditiveColumn.reveal(context, column);
  }

  /** Rounds beyond the fewest that the tree of each order on xor shares takes. */
  private static int moreRounds(List<Shape> columns) {
    return columns.stream().filter(column -> column.sharing().isXor()).mapToInt(Shape::orders).sum()
            > 1
        ? 1
        : 0;
  }

  /** Cost of {@link #run}. */
  static Cost cost(List<Shape> columns, int lanes) {
    int more = moreRounds(columns);
    int width = BitPlanes.words(lanes);
    Cost replicated = Cost.NONE;
    Cost masked = Cost.NONE;
    Cost rounds = Cost.NONE;
    for (Shape column : columns) {
      if (column.sharing().isXor()) {
        replicated = replicated.beside(XorColumn.replicationCost(column, width));
        rounds = rounds.beside(XorColumn.circuitsCost(column, more, true, width));
      } else {
        masked = masked.beside(maskedCost(column, lanes));
        for (MaskedDigits.Size size : AdditiveColumn.sizes(column, width)) {
          rounds = rounds.beside(MaskedVerdicts.roundsCost(size));
        }
      }
    }
    return replicated.then(masked).then(rounds);
  }

  /** Cost of one comparison. */
  static Cost cost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    return cost(List.of(new Shape(List.of(comparison), sharing, ring)), lanes);
  }

  /** Cost of {@link #reveal}. */
  static Cost revealCost(Comparison order, Sharing sharing, Ring ring, int lanes) {
    Shape column = new Shape(List.of(order), sharing, ring);
    int width = BitPlanes.words(lanes);
    if (sharing.isXor()) {
      return XorColumn.replicationCost(column, width)
          .then(XorLessThan.circuitCostButLast(ring, width))
          .then(Opening.OF_XOR_SHARES.cost(ring, lanes));
    }
    return maskedCost(column, lanes)
        .then(MaskedVerdicts.roundsCostButLast(AdditiveLessThan.size(ring, 1, width)))
        .then(Opening.OF_TWO_SHARES.cost(ring, lanes));
  }

  /** Cost until the masked values, and what is dealt beside them, are known. */
  private static Cost maskedCost(Shape column, int lanes) {
    Cost cost = ToMasked.cost(column.sharing(), column.ring(), lanes + column.comparisons().size());
    for (MaskedDigits.Size size : AdditiveColumn.sizes(column, BitPlanes.words(lanes))) {
      cost = cost.beside(MaskedVerdicts.dealtCost(size));
    }
    return cost;
  }
}
