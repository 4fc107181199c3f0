package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.bits.Lanes;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.ProtocolSuite;

/**
 * One predicate, evaluated batch by batch with the protocols of one suite.
 *
 * <p><b>Functionality.</b> Every party learns, lane by lane, whether the row satisfies the
 * predicate, and nothing of the conditions it is made of.
 *
 * <p><b>Adversary.</b> That of the suite. Comparisons and ANDs reveal nothing by the suite's
 * contract; NOT and AND with public bits are local; the one opening shows the root, which is the
 * result. So a party's view is simulated by the suite's simulators, step after step, and that of
 * its opening on the result: each step has streams of its own, and what is opened is fresh, as the
 * output of a protocol with an exchange, or zero where public bits say that it is.
 *
 * <p>Lanes that public conditions decide take no part: which lanes these are, and their verdict,
 * follows from the predicate and the public bits, which every party has, so that leaving them out
 * says nothing new ({@link Residual}). What is left to ask of the other lanes follows from the
 * same. Where that is one comparison or its negation, the same in all of them, the result on those
 * lanes is that comparison's bit or its complement, and {@link ProtocolSuite#reveal} shows no more
 * than it. Where it is not the same in all, a comparison may say nothing on some lane; there every
 * comparison stays shared and public bits join as masks.
 *
 * <p>What the parties have to agree on, the structure of the predicate and the public bits, is part
 * of the label of every step: parties that differ in it end with an error at the first message,
 * before a shared bit meets a public one, and before anything is opened ({@link Agreed}).
 *
 * <p><b>How.</b> The shared conditions are compared side by side, those of one column together
 * ({@link ProtocolSuite#compareAll}). Their results meet in a circuit of ANDs as flat as the
 * predicate allows, x OR y being NOT (NOT x AND NOT y); all ANDs of one level are one call. Public
 * conditions are evaluated in the clear. Where they decide all lanes, nothing is sent.
 *
 * <p><b>Rounds.</b> Those of the comparisons, once, unless there are so many that they go in groups
 * one after another, or the suite takes them one by one; those of an AND once per level, {@code
 * ceil(log2 m)} levels for an AND or OR of m shared conditions, of which the last is opened as it
 * is computed ({@link ProtocolSuite#revealAnd}). Batches in flight hide them. <b>Cost.</b> The
 * suite's for each of these, over the lanes that are not decided; one AND less than there are
 * shared conditions. Memory beside that of the suite: about four bits per lane and shared
 * condition, eight when the suite's bits are replicated, and two for each part of the predicate.
 *
 * <p><b>Source.</b> Canetti, "Security and Composition of Multiparty Cryptographic Protocols",
 * Journal of Cryptology 13(1), 2000, for the composition; De Morgan for OR.
 *
 * <p><b>On failure.</b> A batch that does not fit the predicate is refused before a byte is sent. A
 * peer's failure ends the batch with the exchange's error, at all parties by their deadlines, and
 * nothing has been opened unless the failure is in the opening itself.
 */
public final class PredicateEvaluation {
  private final ProtocolSuite suite;
  private final Predicate predicate;

  /**
   * An evaluation; it has no state and may serve many threads.
   *
   * @param suite the same at all parties
   * @param predicate this party's; of the same structure at all parties
   */
  public PredicateEvaluation(ProtocolSuite suite, Predicate predicate) {
    this.suite = suite;
    this.predicate = predicate;
  }

  /**
   * Evaluates the predicate over a batch and opens the result to all three parties.
   *
   * @param context the step
   * @return one bit per lane, 64 lanes to a word, those past the last lane zero
   * @throws IllegalArgumentException if the batch does not fit the predicate, before anything is
   *     sent
   * @throws io.dartagnan.mpc.exchange.ProtocolException if a peer fails
   */
  public long[] reveal(Context context, Batch batch) {
    CircuitEvaluation.requireLanes(predicate, batch.lanes());
    PublicBits known = new PublicBits(predicate, batch);
    Residual residual = new Residual(predicate, known);
    long[] result = residual.holds();
    if (residual.lanes().length > 0) {
      Context step = context.narrow(Agreed.label(predicate, batch.lanes(), known.all()));
      Lanes.scatter(open(step, batch, known, residual), residual.lanes(), result);
    }
    return result;
  }

  /**
   * Cost of {@link #reveal} on a batch: bytes exactly, and the rounds of its steps one after
   * another. A party that a step does not make wait begins the next one sooner, so the longest
   * chain of messages can be shorter, never longer.
   *
   * @throws IllegalArgumentException if the batch has no lanes, or more than a batch may have
   */
  public Cost cost(Batch batch) {
    CircuitEvaluation.requireLanes(predicate, batch.lanes());
    Residual residual = new Residual(predicate, new PublicBits(predicate, batch));
    return residual.lanes().length == 0
        ? Cost.NONE
        : cost(residual.predicate(), residual.lanes().length);
  }

  /**
   * Cost of {@link #reveal} when public conditions leave so many lanes undecided: exactly, as
   * above, if each of those that can still differ among these lanes does, as in a predicate that
   * has none, or none but the presence of its one column; never more.
   *
   * @param undecided 1 or more
   * @throws IllegalArgumentException if there are no lanes, or more than a batch may have
   */
  public Cost cost(int undecided) {
    CircuitEvaluation.requireLanes(predicate, undecided);
    return predicate.isPublic() ? Cost.NONE : cost(Residual.most(predicate), undecided);
  }

  private Cost cost(Predicate residual, int lanes) {
    Circuit circuit = new Circuit(residual);
    if (circuit.isOneComparison()) {
      SharedCondition condition = circuit.comparisons().get(0);
      Shares operand = condition.operand();
      Comparison comparison = condition.comparison();
      Sharing sharing = operand.sharing();
      return suite.revealCost(comparison, sharing, operand.ring(), lanes);
    }
    return new CircuitEvaluation(suite, circuit).revealCost(lanes);
  }

  /** The result on the undecided lanes, side by side. */
  private long[] open(Context context, Batch batch, PublicBits known, Residual residual) {
    Circuit circuit = new Circuit(residual.predicate());
    if (!circuit.isOneComparison()) {
      return new CircuitEvaluation(suite, circuit).reveal(context, batch, known, residual.lanes());
    }
    SharedCondition condition = circuit.comparisons().get(0);
    long[] bits =
        suite.reveal(
            context.narrow("comparison0"),
            condition.comparison(),
            SharedColumns.of(batch, context.self(), residual.lanes(), circuit.comparisons())
                .get(condition.column()),
            condition.operand());
    return circuit.root() instanceof Circuit.Inverted ? BitPlanes.complement(bits) : bits;
  }
}
