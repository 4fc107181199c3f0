package io.dartagnan.mpc.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TrialTest {

  /** P0 to P1 and P1 to P2 one after the other, and P2 to P0 beside: two rounds. */
  private static long chain(Context context) {
    Context step = context.narrow("chain");
    switch (context.self()) {
      case P0 -> {
        step.send(Party.P1, new long[] {7});
        return step.receive(Party.P2, 3)[0];
      }
      case P1 -> {
        long received = step.receive(Party.P0, 1)[0];
        step.send(Party.P2, new long[] {received + 1, 0});
        return received;
      }
      default -> {
        step.send(Party.P0, new long[] {1, 2, 3});
        return step.receive(Party.P1, 2)[0];
      }
    }
  }

  @Test
  void roundsAreTheLongestChainAndBytesCountByParty() {
    Trial.Outcome<Long> outcome =
        Trial.seeded(1).run((session, exchange) -> chain(session.nextBatch()));
    assertThat(outcome.orThrow()).containsExactly(1L, 7L, 8L);
    assertThat(outcome.cost()).isEqualTo(new Cost(2, 8, 16, 24));
    assertThat(outcome.threadsLeft()).isZero();
  }

  @Test
  void aMeasurementCanBeginAnewWithEveryBatch() {
    Trial.Outcome<Integer> outcome =
        Trial.seeded(1)
            .run(
                (session, exchange) -> {
                  chain(session.nextBatch());
                  exchange.measureFromHere();
                  chain(session.nextBatch());
                  return exchange.views().size();
                });
    assertThat(outcome.orThrow()).containsExactly(1, 1, 1);
    assertThat(outcome.cost()).isEqualTo(new Cost(2, 8, 16, 24));
  }

  @Test
  void viewsHoldWhatWasReceivedFromWhomAndHowDeep() {
    List<MemoryExchange> exchanges =
        Trial.seeded(1).run((session, exchange) -> chain(session.nextBatch())).exchanges();
    View view = exchanges.get(2).views().get(0);
    assertThat(view.from()).isEqualTo(Party.P1);
    assertThat(view.depth()).isEqualTo(2);
    assertThat(view.words()).containsExactly(8, 0);
    assertThat(view).hasToString("message of 16 bytes from party 1 in step %016x", view.step());
  }

  /** As any exchange may: who counts on more would wait for who waits for it. */
  @Test
  void whoHasSentAsMuchAsIsFreeSendsNoMoreUntilThatIsReceived() {
    long[] free = new long[Exchange.FREE_BYTES / Long.BYTES];
    Trial.Outcome<Long> outcome =
        Trial.seeded(1)
            .within(Duration.ofMillis(60))
            .run(
                (session, exchange) -> {
                  Context batch = session.nextBatch();
                  Context first = batch.narrow("first");
                  Context second = batch.narrow("second");
                  Party self = exchange.self();
                  first.send(self.prev(), free);
                  second.send(self.prev(), new long[] {1});
                  first.receive(self.next(), free.length);
                  return second.receive(self.next(), 1)[0];
                });
    assertThat(outcome.first())
        .isInstanceOf(ProtocolException.class)
        .hasMessageEndingWith("took nothing before the deadline");
  }

  @Test
  void aSeedRepeatsEveryMessage() {
    assertThat(masked(3)).isEqualTo(masked(3)).isNotEqualTo(masked(4));
  }

  private static long[] masked(long seed) {
    return Trial.seeded(seed)
        .run(
            (session, exchange) -> {
              Context batch = session.nextBatch();
              return LongStream.concat(
                      LongStream.of(batch.randomWithNext(4)), LongStream.of(batch.randomAlone(4)))
                  .toArray();
            })
        .orThrow()
        .get(0);
  }

  @Test
  void aSideThatThrowsEndsTheOthersAtOnceAndIsNamed() {
    Trial.Outcome<Long> outcome =
        Trial.seeded(1)
            .within(Duration.ofDays(1))
            .run(
                (session, exchange) -> {
                  if (exchange.self() == Party.P1) {
                    throw new IllegalArgumentException("not for the others");
                  }
                  return session.nextBatch().receive(Party.P1, 1)[0];
                });
    assertThat(outcome.first()).isInstanceOf(IllegalArgumentException.class);
    for (Party party : List.of(Party.P0, Party.P2)) {
      assertThat(outcome.failure(party).orElseThrow())
          .isInstanceOf(ProtocolException.class)
          .hasMessage("party 1: ended the session: IllegalArgumentException");
    }
    assertThatThrownBy(outcome::orThrow).isSameAs(outcome.first());
  }

  @Test
  void aPartyThatVanishesTellsNobodyAndIsMissedAtTheDeadline() {
    Trial.Outcome<Long> outcome =
        Trial.seeded(1)
            .within(Duration.ofMillis(50))
            .where(Party.P0, new Fault(Fault.Kind.VANISHES, 0))
            .run((session, exchange) -> chain(session.nextBatch()));
    assertThat(outcome.failure(Party.P1).orElseThrow())
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("party");
    assertThat(outcome.results()).containsExactly(null, null, null);
  }

  @Test
  void aSlowPartyIsGivenUpAndToldSo() {
    Trial.Outcome<Long> outcome =
        Trial.seeded(1)
            .within(Duration.ofMillis(50))
            .where(Party.P1, new Fault(Fault.Kind.IS_SLOW, 0))
            .run((session, exchange) -> chain(session.nextBatch()));
    assertThat(outcome.failure(Party.P2).orElseThrow())
        .hasMessage("party 1: sent nothing before the deadline");
    assertThat(outcome.failure(Party.P1).orElseThrow())
        .hasMessageStartingWith("party 2: ended the session");
  }

  @Test
  void aMalformedMessageIsRefusedByItsReceiver() {
    for (Fault.Kind kind : Fault.Kind.values()) {
      if (kind.malforms()) {
        Trial.Outcome<Long> outcome =
            Trial.seeded(1)
                .where(Party.P1, new Fault(kind, 0))
                .run((session, exchange) -> chain(session.nextBatch()));
        assertThat(outcome.first())
            .as(kind.name())
            .isInstanceOf(ProtocolException.class)
            .hasMessageStartingWith("party 1: sent");
      }
    }
  }

  @Test
  void partiesThatOpenDifferentBitsAreFound() {
    long[] bits = {5};
    ThreeParties.Answer answer = ThreeParties.opened((context, self) -> bits);
    assertThat(answer.bits()).containsExactly(5);
    assertThatThrownBy(
            () -> ThreeParties.opened((context, self) -> new long[] {self == Party.P2 ? 1 : 0}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("party 0 and party 2 opened different bits");
  }
}
