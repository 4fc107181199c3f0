package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.bits.Lanes;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.Aggregation;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;
import java.util.Optional;

/**
 * The rows of a batch that satisfy a predicate, as one party has them: some are certain, for all
 * parties to know; of others it holds a shared bit; the rest take no part.
 *
 * <p>Each aggregate can be asked for once. What a party gets is validated and fresh, or a constant
 * where all parties know the result: it may leave for whoever is to have it, who puts the three
 * parties' together with {@link NumberShare#reconstruct} or {@link
 * io.dartagnan.mpc.sharing.Reconstruction#values}. Over several batches that one adds up counts and
 * sums, and takes the least or greatest of the elements of batches whose count is not 0.
 *
 * <p>Of a count of certain rows alone, and of a sum of additive shares over them, nothing is sent.
 */
public final class Selection {
  static final int NO_COLUMN = -1;

  private final Context context;
  private final ProtocolSuite suite;
  private final Aggregation aggregation;
  private final Batch batch;
  private final int column;
  private final int[] certain;
  private final int[] undecided;
  // Null when no lane is undecided.
  private final SharedBits bits;

  Selection(
      Context context,
      ProtocolSuite suite,
      Aggregation aggregation,
      Batch batch,
      int column,
      int[] certain,
      int[] undecided,
      SharedBits bits) {
    this.context = context;
    this.suite = suite;
    this.aggregation = aggregation;
    this.batch = batch;
    this.column = column;
    this.certain = certain;
    this.undecided = undecided;
    this.bits = bits;
  }

  /**
   * This party's shares of the verdict on every lane of the batch; constants where it is known. Not
   * validated, and not to leave.
   */
  public SharedBits bits() {
    int lanes = batch.lanes();
    SharedBits known = aggregation.constants(context.self(), lanes, plane(certain));
    if (bits != null) {
      Lanes.scatter(bits.own(), undecided, known.own());
      if (bits.isReplicated()) {
        Lanes.scatter(bits.next(), undecided, known.next());
      }
    }
    return known;
  }

  /**
   * Number of rows that are selected: a share modulo a power of two above the lanes of the batch.
   */
  public NumberShare count() {
    if (bits == null) {
      return aggregation.number(context.self(), certain.length);
    }
    Context step = context.narrow("count");
    return valid(step, aggregation.count(step, bits, certain.length, batch.lanes()));
  }

  /**
   * The sum of the column over the selected rows: a share modulo 2^64.
   *
   * @throws IllegalArgumentException if the column has not 64 bits, before anything is sent
   * @throws IllegalStateException if no column was selected
   */
  public NumberShare sum() {
    int[] candidates = candidates();
    Context step = context.narrow("sum");
    if (candidates.length == 0) {
      NumberShare zero = aggregation.number(context.self(), 0);
      // Additive ones are fresh at all three parties or at none: at those of 0.1.0 they are.
      return zero.element().sharing().isXor() ? zero : fresh(step, 0);
    }
    Shares values = values(candidates);
    if (values.ring().limbs() != 1) {
      throw new IllegalArgumentException(
          "%s were given for the sum of column %d, which takes elements of one limb; aggregate an int64 column"
              .formatted(values, column));
    }
    if (values.sharing().isXor()) {
      return valid(step, aggregation.sum(step, bitsOf(candidates), values));
    }
    long local = 0;
    for (long share : values.select(places(certain, candidates)).own()) {
      local += share;
    }
    if (bits != null) {
      Shares open = values.select(places(undecided, candidates));
      local += aggregation.sum(step.narrow("undecided"), bits, open).element().own()[0];
    }
    return valid(step, fresh(step, local));
  }

  /** A share that may leave: the suite has checked what the batch has computed. */
  private <R> R valid(Context step, R share) {
    suite.validate(step.narrow("validate"));
    return share;
  }

  private static NumberShare fresh(Context step, long share) {
    long[] reshared = step.narrow("reshare").reshareAdditive(new Ring(1), new long[] {share});
    return NumberShare.additive(step.self(), Long.SIZE, reshared[0]);
  }

  /**
   * The least value of the column among the selected rows: shares of one element, of no meaning if
   * no row is selected. Empty if no row can be, which all parties know.
   *
   * @throws IllegalStateException if no column was selected
   */
  public Optional<Shares> least(Ordering ordering) {
    return extreme("least", ordering, true);
  }

  /**
   * The greatest value, likewise.
   *
   * @throws IllegalStateException if no column was selected
   */
  public Optional<Shares> greatest(Ordering ordering) {
    return extreme("greatest", ordering, false);
  }

  private Optional<Shares> extreme(String name, Ordering ordering, boolean least) {
    int[] candidates = candidates();
    if (candidates.length == 0) {
      return Optional.empty();
    }
    Shares values = values(candidates);
    Shares.requireBatch(values.ring(), values.lanes());
    Context step = context.narrow(name + "-" + ordering);
    return Optional.of(
        valid(
            step,
            new Tournament(aggregation, ordering, least).winner(step, bitsOf(candidates), values)));
  }

  /** The lanes that may be selected, ascending. */
  private int[] candidates() {
    if (column == NO_COLUMN) {
      throw new IllegalStateException(
          "rows were selected without a column, of which only their number is to be had");
    }
    return Lanes.of(PublicBits.any(List.of(plane(certain), plane(undecided))));
  }

  private long[] plane(int[] lanes) {
    long[] plane = new long[BitPlanes.words(batch.lanes())];
    for (int lane : lanes) {
      plane[lane / Long.SIZE] |= 1L << lane;
    }
    return plane;
  }

  private Shares values(int[] lanes) {
    Shares values = SharedColumns.of(batch, context.self(), lanes, column);
    if (!suite.sharings().contains(values.sharing())) {
      throw new IllegalArgumentException(
          "%s of column %d were given, suite '%s' does not compute on them"
              .formatted(values, column, suite.name()));
    }
    return values;
  }

  private SharedBits bitsOf(int[] lanes) {
    Party self = context.self();
    SharedBits all = bits();
    return new SharedBits(
        self,
        lanes.length,
        Lanes.gather(all.own(), lanes),
        all.isReplicated() ? Lanes.gather(all.next(), lanes) : null);
  }

  /** Positions of some of the lanes among all. */
  private static int[] places(int[] some, int[] all) {
    int[] places = new int[some.length];
    int at = 0;
    for (int i = 0; i < some.length; i++) {
      while (all[at] != some[i]) {
        at++;
      }
      places[i] = at;
    }
    return places;
  }
}
