package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuite;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;

/**
 * Whether parties that ask different questions end with an error at all three. What they would end
 * with otherwise is an answer to neither question.
 */
final class DifferentQuestions {
  /** Short, since parties may come to wait for each other; that they end so is an error too. */
  private static final Duration DEADLINE = Duration.ofMillis(200);

  private static final Comparison LESS = Question.LESS;
  private static final Comparison SIGNED_LESS = new Comparison(Operator.LESS, Ordering.SIGNED);
  private static final Comparison AT_LEAST =
      new Comparison(Operator.GREATER_OR_EQUAL, Ordering.UNSIGNED);
  private static final Comparison GREATER = new Comparison(Operator.GREATER, Ordering.UNSIGNED);
  private static final Comparison NOT_EQUAL = new Comparison(Operator.NOT_EQUAL, Ordering.UNSIGNED);

  private final ProtocolSuite suite;
  private final long seed;
  private final SecureRandom random;

  DifferentQuestions(ProtocolSuite suite, long seed) {
    this.suite = suite;
    this.seed = seed;
    this.random = Seed.generator(seed);
  }

  /** Other operators and orderings on the same shares. */
  void ofComparison(Sharing sharing) {
    Question less = question(LESS, sharing, 1, 65);
    Question equal = question(Question.EQUAL, sharing, 1, 65);
    endTheSession(less.with(AT_LEAST), less);
    endTheSession(less.with(GREATER), less);
    endTheSession(less.with(SIGNED_LESS), less);
    endTheSession(equal.with(NOT_EQUAL), equal);
    endTheSession(equal.with(LESS), equal);
  }

  /** The same comparison on shares that fill as many words: of bits, or of elements. */
  void ofShape(Sharing sharing) {
    for (Comparison comparison : List.of(Question.EQUAL, LESS)) {
      endTheSession(question(comparison, sharing, 1, 2), question(comparison, sharing, 1, 3));
      endTheSession(question(comparison, sharing, 3, 2), question(comparison, sharing, 2, 3));
      suite.sharings().stream()
          .filter(other -> other != sharing)
          .forEach(
              other ->
                  endTheSession(
                      question(comparison, other, 1, 3), question(comparison, sharing, 1, 3)));
    }
  }

  private Question question(Comparison comparison, Sharing sharing, int limbs, int lanes) {
    return Question.random(comparison, sharing, new Ring(limbs), lanes, random);
  }

  private void endTheSession(Question one, Question others) {
    for (Party odd : Party.ALL) {
      endsTheSession(odd, Operation.compare(suite, one), Operation.compare(suite, others));
      endsTheSession(odd, Operation.reveal(suite, one), Operation.reveal(suite, others));
    }
  }

  private void endsTheSession(Party odd, Operation one, Operation others) {
    boolean[] answered = new boolean[Party.ALL.size()];
    Trial.Outcome<Boolean> outcome =
        Trial.seeded(seed)
            .within(DEADLINE)
            .run(
                (session, exchange) -> {
                  Operation asked = exchange.self() == odd ? one : others;
                  asked.steps().run(session.nextBatch());
                  answered[exchange.self().index()] = asked.reveals();
                  Confirmation.of(session);
                  return true;
                });
    String what =
        "where %s asks for %s, and the others for %s (seed %d)".formatted(odd, one, others, seed);
    for (Party party : Party.ALL) {
      assertThat(outcome.failures().get(party.index()))
          .as("what %s ends with, %s", party, what)
          .isInstanceOf(ProtocolException.class);
      Texts.sayNoWord(outcome.failures().get(party.index()), what);
      assertThat(answered[party.index()]).as("%s has an answer, %s", party, what).isFalse();
    }
  }
}
