package io.dartagnan.mpc.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.ThreeParties.Run;
import io.dartagnan.mpc.harness.Trial;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpeningTest {
  private static final int LANES = 70;
  private static final long LAST_WORD_LANES = (1L << LANES % 64) - 1;

  private final Random random = Seed.random(this);
  private final long[][] shares = new long[3][];

  OpeningTest() {
    for (int i = 0; i < 3; i++) {
      shares[i] = random.longs(2).toArray();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyPartyLearnsTheBitOfEveryLaneAndNothingPastTheLast(boolean replicated) {
    for (long[] opened : open(replicated).results()) {
      assertThat(opened)
          .containsExactly(
              shares[0][0] ^ shares[1][0] ^ shares[2][0],
              (shares[0][1] ^ shares[1][1] ^ shares[2][1]) & LAST_WORD_LANES);
    }
  }

  @Test
  void replicatedSharesPastTheLastLaneAreNotSent() {
    for (MemoryExchange side : open(true).exchanges()) {
      assertThat(lastWord(lastMessages(side, 1).get(0)) & ~LAST_WORD_LANES).isZero();
    }
  }

  @Test
  void singleSharesPastTheLastLaneAddUpToZero() {
    Run<long[]> run = open(false);
    // Party 0 receives from parties 1 and 2, party 1 from 2 and 0: each sends the same to both.
    List<byte[]> toParty0 = lastMessages(run.exchanges().get(0), 2);
    List<byte[]> toParty1 = lastMessages(run.exchanges().get(1), 2);
    long sum = lastWord(toParty0.get(0)) ^ lastWord(toParty0.get(1)) ^ lastWord(toParty1.get(1));
    assertThat(sum & ~LAST_WORD_LANES).isZero();
    assertThat(lastWord(toParty0.get(0)) & ~LAST_WORD_LANES).as("masked").isNotZero();
  }

  @ParameterizedTest
  @CsvSource({"P0, false", "P1, false", "P2, false", "P0, true", "P1, true", "P2, true"})
  void oneAloneLearnsTheBitsThatAreOpenedToIt(Party receiver, boolean replicated) {
    Run<long[]> run =
        ThreeParties.run(
            (context, self) -> Opening.toOne(context, receiver, held(self, replicated)));
    for (Party party : Party.ALL) {
      MemoryExchange side = run.exchanges().get(party.index());
      if (party == receiver) {
        assertThat(run.results().get(party.index()))
            .containsExactly(
                shares[0][0] ^ shares[1][0] ^ shares[2][0],
                (shares[0][1] ^ shares[1][1] ^ shares[2][1]) & LAST_WORD_LANES);
        assertThat(side.received()).hasSize(replicated ? 1 : 2);
      } else {
        assertThat(run.results().get(party.index())).isNull();
        assertThat(side.received()).isEmpty();
      }
    }
    assertThat(run.cost()).isEqualTo(Opening.costToOne(receiver, replicated, LANES));
  }

  @ParameterizedTest
  @EnumSource
  void singleSharesAreResharedForTheOneThatReceivesThem(Party receiver) {
    Run<long[]> run =
        ThreeParties.run((context, self) -> Opening.toOne(context, receiver, held(self, false)));
    List<byte[]> received = run.exchanges().get(receiver.index()).received();
    assertThat(List.of(word(received.get(0), 0), word(received.get(1), 0)))
        .doesNotContain(shares[0][0], shares[1][0], shares[2][0]);
  }

  @Test
  void aReceiverThatAnotherPartyDoesNotNameEndsWithAnError() {
    RuntimeException failure =
        Trial.begin()
            .within(Duration.ofMillis(60))
            .run(
                (session, exchange) -> {
                  Party self = exchange.self();
                  Party receiver = self == Party.P2 ? Party.P1 : Party.P0;
                  return Opening.toOne(session.nextBatch(), receiver, held(self, false));
                })
            .first();
    assertThat(failure).isInstanceOf(ProtocolException.class);
  }

  private Run<long[]> open(boolean replicated) {
    return ThreeParties.run((context, self) -> Opening.toAll(context, held(self, replicated)));
  }

  private SharedBits held(Party self, boolean replicated) {
    return new SharedBits(self, LANES, own(self), replicated ? own(self.next()) : null);
  }

  private long[] own(Party party) {
    return shares[party.index()].clone();
  }

  private static List<byte[]> lastMessages(MemoryExchange side, int count) {
    List<byte[]> received = side.received();
    return received.subList(received.size() - count, received.size());
  }

  private static long lastWord(byte[] message) {
    return word(message, message.length - Long.BYTES);
  }

  private static long word(byte[] message, int at) {
    return ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).getLong(at);
  }
}
