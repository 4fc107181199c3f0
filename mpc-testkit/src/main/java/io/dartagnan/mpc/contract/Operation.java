package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;

/**
 * Something a suite can be asked to do in one batch.
 *
 * @param name for failures
 * @param reveals whether the parties learn its result
 * @param question what it works on
 * @param steps one party's side; returns its shares of the result, or the result if it reveals
 */
record Operation(String name, boolean reveals, Question question, Steps steps) {

  /** One party's side. */
  interface Steps {
    List<long[]> run(Context context);
  }

  static Operation compare(ProtocolSuite suite, Question question) {
    return new Operation(
        "compare " + question, false, question, context -> words(question.compare(suite, context)));
  }

  static Operation reveal(ProtocolSuite suite, Question question) {
    return new Operation(
        "reveal " + question, true, question, context -> List.of(question.reveal(suite, context)));
  }

  /** AND of the question's answer and that of another comparison of the same shares. */
  static Operation and(ProtocolSuite suite, Question question, Comparison other) {
    Question second =
        new Question(other, question.values(), question.operand(), question.expected());
    return new Operation(
        "and of %s, and %s %s".formatted(question, other.ordering(), other.operator()),
        false,
        question,
        context ->
            words(
                suite.and(
                    context.narrow("contract-and"),
                    question.compare(suite, context.narrow("contract-left")),
                    second.compare(suite, context.narrow("contract-right")))));
  }

  /** This party's shares of the input: one batch, or two of a replicated sharing. */
  List<long[]> inputs(Context context) {
    Shares own = question.values().get(context.self().index());
    return own.next() == null ? List.of(own.own()) : List.of(own.own(), own.next());
  }

  private static List<long[]> words(SharedBits bits) {
    return bits.isReplicated() ? List.of(bits.own(), bits.next()) : List.of(bits.own());
  }

  @Override
  public String toString() {
    return name;
  }
}
