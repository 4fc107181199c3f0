package io.dartagnan.mpc.verified;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.DeviationException;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.MemoryExchange;
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
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One party that deviates in one message: no wrong answer, and nothing opened that depends on it.
 */
class LiarTest {
  private static final VerifiedSuite SUITE = new VerifiedSuite();
  private static final Ring RING = new Ring(1);
  private static final int LANES = 65;
  private static final int FLIPS = 6;

  /** Messages of each party that show what was made of the proofs, and that open. */
  private static final int AFTER_THE_PROOF = 4;

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

  @ParameterizedTest
  @EnumSource(
      value = Operator.class,
      names = {"EQUAL", "LESS"})
  void flipsOneBit(Operator operator) {
    Comparison comparison = new Comparison(operator, Ordering.SIGNED);
    End honest = run(comparison, Trial.begin());
    long[] right = honest.outcome.orThrow().get(0);
    int tried = 0;
    int named = 0;
    for (Party liar : Party.ALL) {
      MemoryExchange exchange = honest.outcome.exchanges().get(liar.index());
      for (int message = 0; message < exchange.measuredMessages(); message++) {
        for (int i = 0; i < FLIPS; i++) {
          int at = message;
          int place = random.nextInt(1 << 20);
          End end =
              run(
                  comparison,
                  Trial.begin()
                      .where(
                          liar,
                          (number, to, payload) -> {
                            if (number == at) {
                              int bit = place % (8 * payload.length);
                              payload[bit / 8] ^= (byte) (1 << bit % 8);
                            }
                            return payload;
                          }));
          tried++;
          named += check(end, liar, right) ? 1 : 0;
          if (at < exchange.measuredMessages() - AFTER_THE_PROOF) {
            assertThat(Party.ALL)
                .filteredOn(party -> party != liar)
                .as("message %d of %s", at, liar)
                .noneMatch(end::opened);
          }
        }
      }
    }
    System.out.printf("LiarTest: %s, %d lies, %d of them named%n", operator, tried, named);
  }

  /** Words that are no residues, in every message of each party. */
  @ParameterizedTest
  @EnumSource
  void sendsOnesAlone(Party liar) {
    Comparison comparison = new Comparison(Operator.LESS, Ordering.SIGNED);
    End honest = run(comparison, Trial.begin());
    int messages = honest.outcome.exchanges().get(liar.index()).measuredMessages();
    for (int message = 0; message < messages; message++) {
      int at = message;
      End end =
          run(
              comparison,
              Trial.begin()
                  .where(
                      liar,
                      (number, to, payload) -> {
                        if (number == at) {
                          Arrays.fill(payload, (byte) -1);
                        }
                        return payload;
                      }));
      check(end, liar, honest.outcome.results().get(0));
    }
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
