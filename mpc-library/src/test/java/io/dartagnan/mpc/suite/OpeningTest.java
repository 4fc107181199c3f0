package io.dartagnan.mpc.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.ThreeParties.Run;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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

  private Run<long[]> open(boolean replicated) {
    return ThreeParties.run(
        (context, self) ->
            Opening.toAll(
                context,
                new SharedBits(self, LANES, own(self), replicated ? own(self.next()) : null)));
  }

  private long[] own(Party party) {
    return shares[party.index()].clone();
  }

  private static List<byte[]> lastMessages(MemoryExchange side, int count) {
    List<byte[]> received = side.received();
    return received.subList(received.size() - count, received.size());
  }

  private static long lastWord(byte[] message) {
    return ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).getLong(message.length - 8);
  }
}
