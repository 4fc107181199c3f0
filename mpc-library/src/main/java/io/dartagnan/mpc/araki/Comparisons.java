package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToMasked;
import io.dartagnan.mpc.predicate.Comparison;
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
 * Comparisons side by side: any number of them on any number of columns, in the rounds of one.
 *
 * <p><b>Functionality.</b> From shares of columns of one batch, and of operands, of any sharing and
 * ring, replicated bits of every comparison, lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToReplicated}, {@link ToMasked},
 * {@link MaskedDigits} and {@link And} show it. What several of them send in one message is masked
 * part by part, each under streams of its own.
 *
 * <p><b>How.</b> A column is converted once, whatever is asked of it: to replicated bits of xor
 * shares, to a masked value of additive ones, all columns of one kind in one message. Then the
 * circuits of all comparisons, {@link FirstDifference} for an order and {@link Conjunction} for an
 * equality, are evaluated layer by layer, one exchange for all.
 *
 * <p>Rounds are traded for bytes when there are several orders: each tree then takes one round more
 * than the fewest, which is 70 gates in place of 75 for 64 bits. One order alone takes the fewest
 * rounds, since nothing else fills them.
 *
 * <p><b>Rounds.</b> Of single xor shares 1, then of additive ones 2 (1 from replicated shares: no
 * masked values are exchanged, but tables are sent all the same and looked-up bits after them);
 * then those of the circuit with the most. <b>Cost.</b> Two orders on one column of single xor
 * shares, 64 bits: 24 bytes for the conversion and 26.25 for each.
 *
 * <p><b>Source.</b> {@link XorLessThan}, {@link XorEquality}, {@link AdditiveLessThan}, {@link
 * AdditiveEquality}. That one conversion serves several comparisons is plain reuse of shares.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
final class Comparisons {

  /** Question asked of a column: all that a cost depends on, beside the lanes. */
  record Shape(List<Comparison> comparisons, Sharing sharing, Ring ring) {
    static Shape of(ColumnComparisons column) {
      Shares operands = column.operands();
      return new Shape(column.comparisons(), operands.sharing(), operands.ring());
    }

    /** Number of comparisons that ask for an order, not for equality. */
    int orders() {
      return (int) comparisons.stream().filter(c -> !c.operator().isEquality()).count();
    }

    private boolean isSingleXor() {
      return sharing.isXor() && !sharing.isReplicated();
    }
  }

  private Comparisons() {}

  /** This party's bits, column by column in the order of its comparisons. */
  static List<List<SharedBits>> run(
      Context context, List<ColumnComparisons> asked, List<Shares> values) {
    Party self = context.self();
    List<Column> columns = new ArrayList<>();
    List<XorColumn> xor = new ArrayList<>();
    List<AdditiveColumn> additive = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      if (values.get(i).sharing().isXor()) {
        xor.add(new XorColumn(self, asked.get(i), values.get(i)));
        columns.add(xor.get(xor.size() - 1));
      } else {
        additive.add(new AdditiveColumn(self, asked.get(i), values.get(i)));
        columns.add(additive.get(additive.size() - 1));
      }
    }
    XorColumn.replicate(context.narrow("to-replicated"), xor);
    AdditiveColumn.mask(context.narrow("to-masked"), additive);
    AdditiveColumn.compareDigits(context.narrow("digits"), additive);

    int more = moreRounds(asked.stream().map(Shape::of).toList());
    List<Layers> circuits = new ArrayList<>();
    columns.forEach(column -> circuits.addAll(column.circuits(more)));
    Layers.run(context.narrow("circuits"), circuits);
    return columns.stream().map(Column::answers).toList();
  }

  /** Rounds beyond the fewest that each order's tree takes. */
  private static int moreRounds(List<Shape> columns) {
    return columns.stream().mapToInt(Shape::orders).sum() > 1 ? 1 : 0;
  }

  /** Cost of {@link #run}. */
  static Cost cost(List<Shape> columns, int lanes) {
    int more = moreRounds(columns);
    int width = BitPlanes.words(lanes);
    long replicated = 0;
    Cost masked = Cost.NONE;
    Cost tables = Cost.NONE;
    Cost lookedUp = Cost.NONE;
    Cost circuits = Cost.NONE;
    for (Shape column : columns) {
      Ring ring = column.ring;
      int operands = column.comparisons.size();
      if (column.sharing.isXor()) {
        if (column.isSingleXor()) {
          replicated += (long) ring.bits() * width + (long) operands * ring.limbs();
        }
        circuits = circuits.beside(XorColumn.circuitsCost(column, more, width));
      } else {
        masked = masked.beside(ToMasked.cost(column.sharing, ring, lanes + operands));
        for (MaskedDigits.Size size : AdditiveColumn.digits(column, width)) {
          tables = tables.beside(size.tablesCost());
          lookedUp = lookedUp.beside(size.replicationCost());
        }
        circuits = circuits.beside(AdditiveColumn.circuitsCost(column, more, width));
      }
    }
    return (replicated == 0 ? Cost.NONE : ToReplicated.cost(replicated))
        .then(masked.beside(tables))
        .then(lookedUp)
        .then(circuits);
  }

  /** Cost of one comparison. */
  static Cost cost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    return cost(List.of(new Shape(List.of(comparison), sharing, ring)), lanes);
  }
}
