package io.dartagnan.mpc.verified;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.DeviationException;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One party that has another share than the one that it was given: no wrong answer, and nothing
 * opened that depends on it. What is altered in a message is for the contract.
 */
class LiarTest {
  private static final VerifiedSuite SUITE = new VerifiedSuite();
  private static final Ring RING = new Ring(1);
  private static final int LANES = 65;
  private static final int FLIPS = 6;

  private final Random random = Seed.random(this);
  private final long[] values = random.longs(LANES).toArray();
  private final List<Shares> x = ThreeParties.deal(Sharing.REPLICATED_XOR, RING, values);
  private final List<Shares> k =
      ThreeParties.deal(Sharing.REPLICATED_XOR, RING, new long[] {values[3]});

  /** What became of one lie. */
  private record End(Trial.Outcome<long[]> outcome, List<Context> batches) {

    boolean opened(Party party) {
      return !batches.get(party.index()).openings().isEmpty();
    }
  }

  private End run(Comparison comparison, Trial trial) {
    return run(comparison, trial, x);
  }

  private End run(Comparison comparison, Trial trial, List<Shares> x) {
    List<Context> batches = new ArrayList<>(Collections.nCopies(3, null));
    Trial.Outcome<long[]> outcome =
        trial
            .within(Duration.ofSeconds(5))
            .run(
                (session, exchange) -> {
                  Context batch = session.nextBatch();
                  int self = exchange.self().index();
                  batches.set(self, batch);
                  return SUITE.reveal(batch, comparison, x.get(self), k.get(self));
                });
    return new End(outcome, batches);
  }

  /**
   * Computes with another share than the one that it has, and proves what follows from it: a proof
   * that the two verifiers' numbers do not bear out, though it is written as it should be.
   */
  @ParameterizedTest
  @EnumSource(
      value = Operator.class,
      names = {"EQUAL", "LESS"})
  void computesWithAnotherShare(Operator operator) {
    Comparison comparison = new Comparison(operator, Ordering.SIGNED);
    long[] right = run(comparison, Trial.begin()).outcome.orThrow().get(0);
    int named = 0;
    for (Party liar : Party.ALL) {
      for (int i = 0; i < 4 * FLIPS; i++) {
        List<Shares> altered = new ArrayList<>(x);
        Shares share = x.get(liar.index());
        long[] own = share.own().clone();
        long[] next = share.next().clone();
        (i % 2 == 0 ? own : next)[random.nextInt(LANES)] ^= 1L << random.nextInt(Long.SIZE);
        altered.set(liar.index(), new Shares(liar, share.sharing(), share.ring(), own, next));
        End end = run(comparison, Trial.begin(), altered);
        if (check(end, liar, right)) {
          named++;
          assertThat(Party.ALL).filteredOn(party -> party != liar).noneMatch(end::opened);
        }
      }
    }
    assertThat(named).isPositive();
    System.out.printf("LiarTest: %s, %d of %d other shares named%n", operator, named, 12 * FLIPS);
  }

  /** No honest party has a wrong answer or names only honest ones; whether one was named. */
  private static boolean check(End end, Party liar, long[] right) {
    boolean named = false;
    for (Party party : Party.ALL) {
      if (party == liar) {
        continue;
      }
      long[] answer = end.outcome.results().get(party.index());
      if (answer != null) {
        assertThat(answer).isEqualTo(right);
        continue;
      }
      RuntimeException failure = end.outcome.failure(party).orElseThrow();
      assertThat(failure).isInstanceOf(ProtocolException.class);
      if (failure instanceof DeviationException deviation) {
        named = true;
        assertThat(deviation.suspects()).contains(liar);
      }
    }
    return named;
  }
}
