package io.dartagnan.mpc.suite;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A family of protocols for comparing shared values, selected by name: the extension point of this
 * library. {@code docs/add-a-protocol.md} walks through adding one.
 *
 * <p>A suite is stateless, has a public constructor without parameters and is named in {@code
 * META-INF/services/io.dartagnan.mpc.suite.ProtocolSuite}. It passes {@code ProtocolSuiteContract}
 * of {@code mpc-testkit}.
 *
 * <p>It supports all six operators under both orderings, any ring, and the sharings that it names.
 * Messages and randomness come from the {@link Context} alone. The three parties call with the same
 * comparison and with shares of the same shape. A suite begins with {@link ComparisonStep}, so that
 * arguments that do not fit are refused with an {@link IllegalArgumentException} before a byte is
 * sent, and parties that ask different things end with an error and not with an answer. A peer's
 * failure is a {@link io.dartagnan.mpc.exchange.ProtocolException}.
 */
public interface ProtocolSuite {

  /**
   * Name by which a table's descriptor asks for it: lower-case letters and digits, with hyphens
   * between them.
   */
  String name();

  /**
   * Sharings of the values that it computes on; others it refuses. By default all four. Shared bits
   * and the results of aggregation are shared as the suite likes.
   */
  default Set<Sharing> sharings() {
    return EnumSet.allOf(Sharing.class);
  }

  /** The adversary that it withstands: by default one that follows the protocol. */
  default Adversary adversary() {
    return Adversary.SEMI_HONEST;
  }

  /**
   * Compares every lane of a batch with one operand. Reveals nothing.
   *
   * @param context the step
   * @param comparison operator and ordering
   * @param values this party's shares, at least one lane
   * @param operand this party's shares of one element, shared as the values are
   * @return this party's shares of the answer, fit for {@link #and} and {@link #open}
   */
  SharedBits compare(Context context, Comparison comparison, Shares values, Shares operand);

  /**
   * Compares columns of one batch, each with any number of operands. Reveals nothing. The default
   * compares one after another; a suite may prepare each column once and take all comparisons in
   * the same rounds.
   *
   * @param context the step
   * @param columns what is asked of each column, 1 or more
   * @param values this party's shares of each column, all of as many lanes
   * @return for each column its answers, in the order of its comparisons, fit as those of {@link
   *     #compare}
   */
  default List<List<SharedBits>> compareAll(
      Context context, List<ColumnComparisons> columns, List<Shares> values) {
    Context step = ComparisonStep.begin(context, columns, values);
    List<List<SharedBits>> answers = new ArrayList<>();
    for (int column = 0; column < columns.size(); column++) {
      ColumnComparisons asked = columns.get(column);
      List<SharedBits> ofColumn = new ArrayList<>();
      for (int i = 0; i < asked.comparisons().size(); i++) {
        ofColumn.add(
            compare(
                step.narrow("column" + column + "-" + i),
                asked.comparisons().get(i),
                values.get(column),
                asked.operand(i)));
      }
      answers.add(ofColumn);
    }
    return answers;
  }

  /**
   * AND of shared bits, lane by lane. Reveals nothing, and leaves its operands as they are: their
   * arrays may be shared.
   *
   * @param left what {@link #compare} or {@code and} of this suite returned
   * @param right as many bits, likewise
   */
  SharedBits and(Context context, SharedBits left, SharedBits right);

  /**
   * Checks what was computed in this batch so far, before anything of it becomes known. {@link
   * #open} begins with it, and an aggregate ends with it before its shares may leave for whoever is
   * to have it; in one batch that can be several times. By default it does nothing: of parties that
   * follow the protocol there is nothing to check. A suite that is to be secure against others
   * keeps what there is to check with {@link Context#ofBatch}, and sends what it needs for that in
   * steps that are taken with {@link Context#checking}.
   *
   * @throws io.dartagnan.mpc.exchange.ProtocolException if a party has not followed the protocol;
   *     nothing is opened
   */
  default void validate(Context context) {}

  /**
   * Opens bits to all three parties, when they are {@linkplain #validate valid}. A suite whose
   * answers are opened in another way than by {@link Opening} does so here.
   *
   * @param bits what {@link #compare} or {@link #and} of this suite returned
   * @return one bit per lane, 64 lanes to a word, those past the last lane zero
   */
  default long[] open(Context context, SharedBits bits) {
    bits.requireHeldBy(context.self());
    validate(context.narrow("validate"));
    return Opening.toAll(context, bits);
  }

  /**
   * Compares and opens the answer to all three parties; a suite may know a cheaper way than the two
   * in turn.
   *
   * @return one bit per lane, 64 lanes to a word, those past the last lane zero
   */
  default long[] reveal(Context context, Comparison comparison, Shares values, Shares operand) {
    return open(context, compare(context.narrow("compare"), comparison, values, operand));
  }

  /**
   * ANDs shared bits and opens the answer to all three parties; a suite may know a cheaper way than
   * the two in turn.
   *
   * @param left as that of {@link #and}
   * @param right likewise
   * @return one bit per lane, 64 lanes to a word, those past the last lane zero
   */
  default long[] revealAnd(Context context, SharedBits left, SharedBits right) {
    return open(context, and(context.narrow("and"), left, right));
  }

  /** Exact cost of {@link #compare}. */
  Cost compareCost(Comparison comparison, Sharing sharing, Ring ring, int lanes);

  /**
   * Cost of {@link #compareAll} over so many lanes: bytes exactly, and no more rounds than this. Of
   * the operands their shape alone counts.
   */
  default Cost compareAllCost(List<ColumnComparisons> columns, int lanes) {
    Cost cost = Cost.NONE;
    for (ColumnComparisons asked : columns) {
      Shares operands = asked.operands();
      for (Comparison comparison : asked.comparisons()) {
        cost = cost.then(compareCost(comparison, operands.sharing(), operands.ring(), lanes));
      }
    }
    return cost;
  }

  /** Exact cost of {@link #and}. */
  Cost andCost(int lanes);

  /**
   * Exact cost of {@link #validate}.
   *
   * @param computed what all that was computed in the batch since it was last called has cost
   */
  default Cost validationCost(Cost computed) {
    return Cost.NONE;
  }

  /**
   * Memory in bytes that a party keeps of a batch until it has been validated: an estimate.
   *
   * @param computed what all that is computed in between costs
   * @param shareBytes of the shares that it is computed from
   */
  default long keptBytes(Cost computed, long shareBytes) {
    return 0;
  }

  /** Exact cost of {@link #open} without its {@linkplain #validationCost validation}. */
  Cost openCost(int lanes);

  /** Exact cost of {@link #reveal}, its validation included. */
  default Cost revealCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    Cost compared = compareCost(comparison, sharing, ring, lanes);
    return compared.then(validationCost(compared)).then(openCost(lanes));
  }

  /**
   * Exact cost of {@link #revealAnd} without its validation, which is that of {@link #and} and of
   * what was computed before.
   */
  default Cost revealAndCost(int lanes) {
    return andCost(lanes).then(openCost(lanes));
  }

  /** Aggregation of this suite, which opens nothing; empty if it has none. */
  default Optional<Aggregation> aggregation() {
    return Optional.empty();
  }

  /** The protocols this suite is made of, in the order in which a reader meets them. */
  List<Protocol> protocols();
}
