package io.dartagnan.mpc.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bogdanov.BogdanovSuite;
import io.dartagnan.mpc.evaluation.AggregateEvaluation;
import io.dartagnan.mpc.evaluation.Batch;
import io.dartagnan.mpc.evaluation.PredicateEvaluation;
import io.dartagnan.mpc.example.DelegatingSuite;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a suite checks of a batch is checked before anything of the batch becomes known. */
class ValidationTest {
  private static final Comparison LESS = new Comparison(Operator.LESS, Ordering.UNSIGNED);
  private static final Comparison GREATER = new Comparison(Operator.GREATER, Ordering.UNSIGNED);
  private static final Ring RING = new Ring(1);

  private final List<Shares> values = ThreeParties.deal(Sharing.XOR, RING, new long[] {1, 2, 3});
  private final List<Shares> operand = ThreeParties.deal(Sharing.XOR, RING, new long[] {2});

  /**
   * Keeps a tally of its gates in each batch, and has the parties compare theirs: a word to each
   * peer, before an opening. It is no protocol against anybody; it stands for one.
   */
  private static final class Tallying extends DelegatingSuite {
    private final Party liar;

    Tallying(Party liar) {
      this.liar = liar;
    }

    private static final class Tally {
      private long gates;
    }

    @Override
    public SharedBits and(Context context, SharedBits left, SharedBits right) {
      context.ofBatch(Tally.class, Tally::new).gates += context.self() == liar ? 2 : 1;
      return super.and(context, left, right);
    }

    @Override
    public void validate(Context context) {
      long gates = context.ofBatch(Tally.class, Tally::new).gates;
      List<Party> peers = List.of(context.self().next(), context.self().prev());
      peers.forEach(peer -> context.send(peer, new long[] {gates}));
      for (Party peer : peers) {
        if (context.receive(peer, 1)[0] != gates) {
          throw new ProtocolException(peer, "counted other gates");
        }
      }
    }

    @Override
    public Optional<Aggregation> aggregation() {
      return new BogdanovSuite().aggregation();
    }
  }

  private interface Side {
    Object run(ProtocolSuite suite, Context batch, int party);
  }

  private Trial.Outcome<Object> run(ProtocolSuite suite, List<Integer> openings, Side side) {
    return Trial.begin()
        .run(
            (session, exchange) -> {
              session.nextBatch();
              Context batch = session.nextBatch();
              try {
                return side.run(suite, batch, exchange.self().index());
              } finally {
                synchronized (openings) {
                  openings.add(batch.openings().size());
                }
              }
            });
  }

  private void assertValidatedBeforeItOpens(Side side) {
    List<Integer> openings = new ArrayList<>();
    run(new Tallying(null), openings, side).orThrow();
    assertThat(openings).hasSize(3).doesNotContain(0);

    List<Integer> ofInvalid = new ArrayList<>();
    Trial.Outcome<Object> invalid = run(new Tallying(Party.P1), ofInvalid, side);
    assertThat(invalid.failures())
        .allSatisfy(failure -> assertThat(failure).isInstanceOf(ProtocolException.class));
    assertThat(invalid.first()).hasMessageContaining("counted other gates");
    assertThat(ofInvalid).containsOnly(0);
  }

  @Test
  void bitsAreOpenedWhenTheyAreValid() {
    assertValidatedBeforeItOpens(
        (suite, batch, party) -> {
          SharedBits bits =
              suite.compare(batch.narrow("compare"), LESS, values.get(party), operand.get(party));
          return suite.open(batch, suite.and(batch.narrow("and"), bits, bits));
        });
  }

  @Test
  void aPredicateIsOpenedWhenItIsValid() {
    assertValidatedBeforeItOpens(
        (suite, batch, party) ->
            new PredicateEvaluation(suite, between(party)).reveal(batch, rows(party)));
  }

  @Test
  void sharesOfAnAggregateAreHadWhenTheyAreValid() {
    assertValidatedBeforeItIsHad(
        (suite, batch, party) ->
            new AggregateEvaluation(suite, between(party)).select(batch, rows(party)).count());
  }

  @Test
  void sharesOfSeveralCountsAreHadWhenTheyAreValid() {
    assertValidatedBeforeItIsHad(
        (suite, batch, party) ->
            new AggregateEvaluation(
                    suite, new Predicate.Or(List.of(between(party), between(party))))
                .countEach(batch, rows(party)));
  }

  private void assertValidatedBeforeItIsHad(Side side) {
    run(new Tallying(null), new ArrayList<>(), side).orThrow();
    Trial.Outcome<Object> invalid = run(new Tallying(Party.P1), new ArrayList<>(), side);
    assertThat(invalid.results()).containsOnlyNulls();
    assertThat(invalid.first()).hasMessageContaining("counted other gates");
  }

  private Predicate between(int party) {
    return new Predicate.And(
        List.of(
            new SharedCondition(0, LESS, operand.get(party)),
            new SharedCondition(0, GREATER, operand.get(party))));
  }

  private Batch rows(int party) {
    return new Batch() {
      @Override
      public int lanes() {
        return values.get(party).lanes();
      }

      @Override
      public Shares shares(int column, int[] lanes) {
        return values.get(party).select(lanes);
      }

      @Override
      public long[] bits(PublicCondition condition) {
        throw new UnsupportedOperationException("no condition is public");
      }
    };
  }
}
