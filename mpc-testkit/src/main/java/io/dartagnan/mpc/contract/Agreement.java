package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/** Whether a suite says what plaintext says, compared and opened as well as revealed at once. */
final class Agreement {
  private final ProtocolSuite suite;
  private final long seed;
  private final SecureRandom random;

  Agreement(ProtocolSuite suite, long seed) {
    this.suite = suite;
    this.seed = seed;
    this.random = Seed.generator(seed);
  }

  void onEdges(Sharing sharing, Ring ring) {
    List<Question> questions = new ArrayList<>();
    List<long[]> operands = new ArrayList<>(Plaintext.edges(ring));
    operands.add(random.longs(ring.limbs()).toArray());
    for (long[] operand : operands) {
      long[] values = Plaintext.batch(ring, Plaintext.around(ring, operand));
      for (Comparison comparison : Question.EVERY_COMPARISON) {
        questions.add(Question.deal(comparison, sharing, ring, values, operand, random));
      }
    }
    check(questions);
  }

  void onRandomValues(Sharing sharing, Ring ring, int... manyLanes) {
    List<Question> questions = new ArrayList<>();
    for (int lanes : manyLanes) {
      for (Comparison comparison : Question.EVERY_COMPARISON) {
        questions.add(Question.random(comparison, sharing, ring, lanes, random));
      }
    }
    check(questions);
  }

  void on(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    check(List.of(Question.random(comparison, sharing, ring, lanes, random)));
  }

  private void check(List<Question> questions) {
    List<List<long[][]>> answers =
        Trial.seeded(seed)
            .run(
                (session, exchange) ->
                    questions.stream()
                        .map(
                            question -> {
                              Context batch = session.nextBatch();
                              SharedBits shared =
                                  question.compare(suite, batch.narrow("contract-compare"));
                              long[] opened = suite.open(batch.narrow("contract-result"), shared);
                              return new long[][] {
                                opened, question.reveal(suite, session.nextBatch())
                              };
                            })
                        .toList())
            .orThrow();
    for (int i = 0; i < questions.size(); i++) {
      Question question = questions.get(i);
      for (Party party : Party.ALL) {
        long[][] answer = answers.get(party.index()).get(i);
        assertRight(question, "compare, then open", party, question.wrongLane(answer[0]));
        assertRight(question, "reveal", party, question.wrongLane(answer[1]));
      }
    }
  }

  private void assertRight(Question question, String how, Party party, int wrongLane) {
    assertThat(wrongLane)
        .as(
            "%s of %s at %s: a lane that plaintext contradicts (seed %d)",
            how, question, party, seed)
        .isEqualTo(-1);
  }

  /**
   * AND, NOT and what they make: answers of {@code compare} and {@code and}, combined and opened.
   */
  void ofCombinations(Sharing sharing, int lanes) {
    Ring ring = new Ring(1);
    Question less = Question.random(Question.LESS, sharing, ring, lanes, random);
    Question greater = Question.random(Question.SIGNED_GREATER, sharing, ring, lanes, random);
    Question equal = Question.random(Question.EQUAL, sharing, ring, lanes, random);
    List<List<long[]>> opened =
        Trial.seeded(seed)
            .run(
                (session, exchange) -> {
                  Context batch = session.nextBatch();
                  SharedBits a = less.compare(suite, batch.narrow("contract-a"));
                  SharedBits b = greater.compare(suite, batch.narrow("contract-b"));
                  SharedBits c = equal.compare(suite, batch.narrow("contract-c"));
                  SharedBits and = suite.and(batch.narrow("contract-and"), a, b);
                  SharedBits or = suite.and(batch.narrow("contract-or"), and.not(), c.not()).not();
                  return List.of(
                      suite.open(batch.narrow("contract-and-result"), and),
                      suite.open(batch.narrow("contract-or-result"), or),
                      suite.revealAnd(batch.narrow("contract-revealed-and"), a, b));
                })
            .orThrow();
    for (Party party : Party.ALL) {
      for (int i = 0; i < less.expected().length; i++) {
        long and = less.expected()[i] & greater.expected()[i];
        assertThat(opened.get(party.index()).get(0)[i] == and)
            .as(
                "AND on %d lanes, %s, at %s, lanes from %d on (seed %d) is right",
                lanes, sharing.word(), party, i * Long.SIZE, seed)
            .isTrue();
        assertThat(opened.get(party.index()).get(2)[i] == and)
            .as(
                "revealed AND on %d lanes, %s, at %s, lanes from %d on (seed %d) is right",
                lanes, sharing.word(), party, i * Long.SIZE, seed)
            .isTrue();
        assertThat(opened.get(party.index()).get(1)[i] == (and | equal.expected()[i]))
            .as(
                "(a AND b) OR c on %d lanes, %s, at %s, lanes from %d on (seed %d) is right",
                lanes, sharing.word(), party, i * Long.SIZE, seed)
            .isTrue();
      }
    }
  }
}
