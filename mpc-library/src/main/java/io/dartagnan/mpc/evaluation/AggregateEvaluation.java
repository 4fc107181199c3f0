package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.Lanes;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Aggregation;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/**
 * Aggregates over the rows that satisfy one predicate, batch by batch, opened to no party.
 *
 * <p><b>Functionality.</b> Every party gets a share of how many rows of a batch satisfy the
 * predicate, of the sum of a column over these, or of its least or greatest value. Whoever is given
 * all three shares learns that, and of a party's shares nothing else: they are fresh. The parties
 * learn what the public conditions say, and nothing of which other rows satisfy the predicate or
 * how many.
 *
 * <p><b>Adversary.</b> That of the suite. As in {@link PredicateEvaluation}, lanes that public
 * conditions decide take no part in comparisons; the verdicts on the others stay shared, and what
 * is made of them is made by protocols that reveal nothing. There is no opening.
 *
 * <p><b>Use.</b> {@link #select} evaluates the predicate, and the {@link Selection} makes as many
 * aggregates of it as are asked for; {@link #countEach} counts for several predicates side by side.
 * The three parties ask for the same in the same order. What they have to agree on is in the label
 * of every step, as in {@link PredicateEvaluation}.
 *
 * <p><b>Rounds and cost.</b> Those of {@link PredicateEvaluation} without its opening, those of the
 * {@link Aggregation}, see the methods, and that of the suite's {@linkplain
 * ProtocolSuite#validationCost validation} of both.
 *
 * <p><b>On failure.</b> As in {@link PredicateEvaluation}; nothing has been opened.
 */
public final class AggregateEvaluation {
  private final ProtocolSuite suite;
  private final Aggregation aggregation;
  private final Predicate predicate;

  /**
   * An evaluation; it has no state and may serve many threads.
   *
   * @param suite the same at all parties
   * @param predicate this party's; of the same structure at all parties
   * @throws UnsupportedOperationException if the suite has no aggregation
   */
  public AggregateEvaluation(ProtocolSuite suite, Predicate predicate) {
    this.suite = suite;
    this.aggregation =
        suite
            .aggregation()
            .orElseThrow(
                () ->
                    new UnsupportedOperationException(
                        "suite '%s' has no aggregates; ask another suite, such as 'araki'"
                            .formatted(suite.name())));
    this.predicate = predicate;
  }

  /** Shares of the number zero: the count of no rows, and their sum. Local. */
  public NumberShare zero(Party self) {
    return aggregation.number(self, 0);
  }

  /**
   * Selects the rows of a batch that satisfy the predicate: enough to count them.
   *
   * @param context the step
   * @throws IllegalArgumentException if the batch does not fit the predicate, before anything is
   *     sent
   * @throws io.dartagnan.mpc.exchange.ProtocolException if a peer fails
   */
  public Selection select(Context context, Batch batch) {
    CircuitEvaluation.requireLanes(predicate, batch.lanes());
    PublicBits known = new PublicBits(predicate, batch);
    return select(context.narrow("all"), batch, known, Selection.NO_COLUMN, known.everywhere());
  }

  /**
   * Selects the rows of a batch that satisfy the predicate and have a column, to aggregate it.
   *
   * @param context the step
   * @param column of shared values; which rows have it all parties know ({@link
   *     PublicCondition#present})
   * @throws IllegalArgumentException if the batch does not fit the predicate, before anything is
   *     sent
   * @throws io.dartagnan.mpc.exchange.ProtocolException if a peer fails
   */
  public Selection select(Context context, Batch batch, int column) {
    CircuitEvaluation.requireLanes(predicate, batch.lanes());
    PublicCondition present = PublicCondition.present(column);
    long[] having = new PublicBits(present, batch).of(present);
    PublicBits known = new PublicBits(predicate, batch);
    return select(context.narrow("column" + column), batch, known, column, having);
  }

  private Selection select(
      Context parent, Batch batch, PublicBits known, int column, long[] among) {
    Residual residual = new Residual(predicate, known, among);
    List<long[]> agreed = new ArrayList<>(known.all());
    agreed.add(among);
    Context context = parent.narrow(Agreed.label(predicate, batch.lanes(), agreed));
    SharedBits bits = null;
    if (residual.lanes().length > 0) {
      bits =
          new CircuitEvaluation(suite, new Circuit(residual.predicate()))
              .share(context.narrow("select"), batch, known, residual.lanes())
              .get(0);
    }
    return new Selection(
        context,
        suite,
        aggregation,
        batch,
        column,
        Lanes.of(residual.holds()),
        residual.lanes(),
        bits);
  }

  /**
   * Counts, for each child of the predicate, which is a disjunction, the rows of a batch that
   * satisfy it. All conditions are compared side by side, the gates of all children that are due at
   * a time are one call, and so are the counts ({@link Aggregation#countAll}).
   *
   * @param context the step
   * @return what {@link Selection#count} gives, for each child, in their order
   * @throws IllegalArgumentException if the batch does not fit the predicate, before anything is
   *     sent
   * @throws io.dartagnan.mpc.exchange.ProtocolException if a peer fails
   */
  public List<NumberShare> countEach(Context context, Batch batch) {
    CircuitEvaluation.requireLanes(predicate, batch.lanes());
    PublicBits known = new PublicBits(predicate, batch);
    List<Residual> residuals =
        ((Predicate.Or) predicate)
            .children().stream().map(child -> new Residual(child, known)).toList();
    Context step =
        context.narrow("each").narrow(Agreed.label(predicate, batch.lanes(), known.all()));
    List<Residual> open = residuals.stream().filter(each -> each.lanes().length > 0).toList();
    Iterator<NumberShare> counts =
        open.isEmpty()
            ? Collections.emptyIterator()
            : countEach(step, batch, known, open).iterator();
    List<NumberShare> all = new ArrayList<>();
    for (Residual residual : residuals) {
      all.add(
          residual.lanes().length > 0
              ? counts.next()
              : aggregation.number(context.self(), certain(residual)));
    }
    return all;
  }

  private List<NumberShare> countEach(
      Context step, Batch batch, PublicBits known, List<Residual> residuals) {
    long[] open = new long[known.words()];
    residuals.forEach(each -> Lanes.scatter(known.everywhere(), each.lanes(), open));
    int[] lanes = Lanes.of(open);
    List<SharedBits> bits =
        new CircuitEvaluation(
                suite, new Circuit(residuals.stream().map(Residual::predicate).toList()))
            .share(step.narrow("select"), batch, known, lanes);
    List<Aggregation.Ones> ones = new ArrayList<>();
    for (Residual residual : residuals) {
      // What is computed for a child on a lane that is open for another alone is left out.
      SharedBits some = among(bits.get(ones.size()), lanes, residual.lanes(), known.words());
      ones.add(new Aggregation.Ones(some, certain(residual)));
    }
    List<NumberShare> counts = aggregation.countAll(step.narrow("count"), ones, batch.lanes());
    suite.validate(step.narrow("validate"));
    return counts;
  }

  private static int certain(Residual residual) {
    return Lanes.of(residual.holds()).length;
  }

  /** The bits of some of the lanes that bits are of. */
  private static SharedBits among(SharedBits bits, int[] lanes, int[] some, int words) {
    return new SharedBits(
        bits.holder(),
        some.length,
        among(bits.own(), lanes, some, words),
        bits.isReplicated() ? among(bits.next(), lanes, some, words) : null);
  }

  private static long[] among(long[] gathered, int[] lanes, int[] some, int words) {
    long[] plane = new long[words];
    Lanes.scatter(gathered, lanes, plane);
    return Lanes.gather(plane, some);
  }

  /**
   * Cost of {@link #select} when public conditions leave so many lanes undecided: exactly, if each
   * of those that can still differ among these lanes does; never more ({@link
   * PredicateEvaluation#cost(int)}).
   *
   * @param undecided 1 or more; of none, nothing is sent
   */
  public Cost selectCost(int undecided) {
    CircuitEvaluation.requireLanes(predicate, undecided);
    return predicate.isPublic()
        ? Cost.NONE
        : new CircuitEvaluation(suite, new Circuit(Residual.most(predicate))).cost(undecided);
  }

  /**
   * Cost of {@link #countEach} without its validation, in the same way.
   *
   * @param undecided lanes that public conditions leave undecided for each child
   * @param lanes of the batch
   */
  public Cost countEachCost(int undecided, int lanes) {
    CircuitEvaluation.requireLanes(predicate, undecided);
    List<Predicate> shared =
        ((Predicate.Or) predicate)
            .children().stream().filter(child -> !child.isPublic()).map(Residual::most).toList();
    return shared.isEmpty()
        ? Cost.NONE
        : new CircuitEvaluation(suite, new Circuit(shared))
            .cost(undecided)
            .then(aggregation.countAllCost(shared.size(), undecided, lanes));
  }

  /**
   * Exact cost of {@link Selection#count}.
   *
   * @param undecided lanes that public conditions do not decide; of none, nothing is sent
   * @param lanes of the batch
   */
  public Cost countCost(int undecided, int lanes) {
    return undecided == 0 ? Cost.NONE : aggregation.countCost(undecided, lanes);
  }

  /**
   * Exact cost of {@link Selection#sum}.
   *
   * @param undecided lanes with the column that public conditions do not decide
   * @param certain lanes with the column where they say that the predicate holds; of additive
   *     shares these cost nothing
   */
  public Cost sumCost(Sharing sharing, int undecided, int certain) {
    int lanes = sharing.isXor() ? undecided + certain : undecided;
    return lanes == 0 ? Cost.NONE : aggregation.sumCost(sharing, lanes);
  }

  /**
   * Exact cost of {@link Selection#least} and {@link Selection#greatest}.
   *
   * @param candidates lanes with the column that public conditions do not exclude
   */
  public Cost extremeCost(Sharing sharing, Ring ring, int candidates) {
    return candidates == 0 ? Cost.NONE : Tournament.cost(aggregation, sharing, ring, candidates);
  }
}
