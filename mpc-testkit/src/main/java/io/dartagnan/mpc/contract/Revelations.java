package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Whether the messages of openings and of checks say no more than the answer: whether they can be
 * told apart when values, operand and shares are others and the answer is the same, or none.
 *
 * <p>Two questions with the same answer are each asked many times over, of the same shares each
 * time. A bit of an opening then is one that the answer decides, the same in every batch of both
 * questions, or one that says nothing, fair in the batches of both. So are the bits of sums and of
 * differences of two messages one of which is an opening, and of neighbouring words of an opening.
 * Sums with a party's own shares need no look: these stay the same, so that a sum is as constant,
 * or as fair, as the message is.
 *
 * <p>The same is asked once more of each party under the two keys that it holds, which then stay
 * the same, with the third fresh. What it receives then need not be fair, since it depends on masks
 * and shares that the party knows; but it has to come out alike for both questions.
 *
 * <p>It does not find what shows in products of messages or in more than two of them, but for what
 * an AND and an opening show of dealt bits: that is for the argument beside the algorithm.
 */
final class Revelations {
  /** More than the square of the bound, so that a bit that never changes is beyond it. */
  private static final int BATCHES = 128;

  /** More than half the square of the bound, so that two bits that never change are beyond it. */
  private static final int FEW_BATCHES = 40;

  private final long seed;
  private final Uniformity uniformity = new Uniformity();

  Revelations(long seed) {
    this.seed = seed;
  }

  /** Two operations that are to reveal the same. */
  void sayNoMoreThanTheAnswer(Operation one, Operation other) {
    List<List<Received>> ones = run(one);
    List<List<Received>> others = run(other);
    for (Party party : Party.ALL) {
      compare(one, party, ones.get(party.index()), others.get(party.index()), this::fairOrAlike);
    }
    uniformity.assertNoneBeyondChance(seed);
  }

  /**
   * Two operations that are to reveal the same, on inputs of which the receiver holds the same
   * shares, under the two keys that it knows: it takes off whatever masks are drawn from these.
   */
  void sayNoMoreThanTheAnswerTo(Party receiver, Operation one, Operation other) {
    sayNoMoreThanTheAnswerTo(receiver, one, other, BATCHES);
  }

  /**
   * The same in so few batches that a bit has to be constant, and another constant, to be found.
   */
  void sayNothingPlainTo(Party receiver, Operation one, Operation other) {
    sayNoMoreThanTheAnswerTo(receiver, one, other, FEW_BATCHES);
  }

  private void sayNoMoreThanTheAnswerTo(
      Party receiver, Operation one, Operation other, int batches) {
    compare(
        one,
        receiver,
        ReceiverKeys.received(one, receiver, 0, batches, seed),
        ReceiverKeys.received(other, receiver, batches, batches, seed),
        (ones, others, where) -> alike(ones, others, batches, where));
    uniformity.assertNoneBeyondChance(seed);
  }

  /** Verdict on the counts of one look at either operation. */
  private interface Verdict {
    void on(int[] ones, int[] others, Supplier<String> where);
  }

  private void compare(
      Operation one,
      Party party,
      List<Received> batches,
      List<Received> otherBatches,
      Verdict verdict) {
    Received first = batches.get(0);
    for (List<Received> side : List.of(batches, otherBatches)) {
      for (Received batch : side) {
        assertThat(batch.shape())
            .as("lengths of messages at %s of %s: they say nothing (seed %d)", party, one, seed)
            .isEqualTo(first.shape());
      }
    }
    for (Look look : Look.at(first.views(), first::tells)) {
      verdict.on(
          look.ones(batches),
          look.ones(otherBatches),
          () -> "%s at %s over batches of %s".formatted(look, party, one));
    }
  }

  private void alike(int[] ones, int[] others, int batches, Supplier<String> where) {
    for (int bit = 0; bit < ones.length; bit++) {
      int at = bit;
      uniformity.countPair(
          ones[bit],
          others[bit],
          batches,
          () ->
              "bit %d of %s, and for other shares with the same answer".formatted(at, where.get()));
    }
  }

  private void fairOrAlike(int[] ones, int[] others, Supplier<String> where) {
    for (int bit = 0; bit < ones.length; bit++) {
      int at = bit;
      if (ones[bit] % BATCHES == 0 || others[bit] % BATCHES == 0) {
        if (ones[bit] != others[bit]) {
          assertThat(others[bit])
              .as(
                  "ones among %d at bit %d of %s, for other shares with the same answer (seed %d)",
                  BATCHES, bit, where.get(), seed)
              .isEqualTo(ones[bit]);
        }
      } else {
        Supplier<String> what = () -> "bit %d of %s".formatted(at, where.get());
        uniformity.count(ones[bit], BATCHES, what);
        uniformity.count(others[bit], BATCHES, what);
      }
    }
  }

  private List<List<Received>> run(Operation operation) {
    return Trial.seeded(seed)
        .run((session, exchange) -> side(operation, session, exchange))
        .orThrow();
  }

  private static List<Received> side(
      Operation operation, Session session, MemoryExchange exchange) {
    List<Received> batches = new ArrayList<>();
    for (int i = 0; i < BATCHES; i++) {
      exchange.measureFromHere();
      Context context = session.nextBatch();
      operation.steps().run(context);
      batches.add(Received.in(context, exchange));
    }
    return batches;
  }
}
