package io.dartagnan.mpc.verified;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.exchange.DeviationException;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Lie;
import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.harness.View;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Equality whose answer is revealed: what is right, and lies that are told with care. */
class RevealedEqualityTest {
  private static final int LANES = 70;

  private final Random random = Seed.random(this);

  private Trial.Outcome<long[]> run(Trial trial, Ring ring, long[] values, long[] operand) {
    List<Shares> x = ThreeParties.deal(Sharing.REPLICATED_XOR, ring, values);
    List<Shares> k = ThreeParties.deal(Sharing.REPLICATED_XOR, ring, operand);
    return trial
        .within(Duration.ofSeconds(5))
        .run(
            (session, exchange) -> {
              int self = exchange.self().index();
              return RevealedEquality.compare(session.nextBatch(), x.get(self), k.get(self));
            });
  }

  /** Values that differ from the operand in one bit, and some that do not. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void everyBitCounts(int limbs) {
    Ring ring = new Ring(limbs);
    int lanes = 64 * limbs + 10;
    long[] operand = random.longs(limbs).toArray();
    long[] values = new long[lanes * limbs];
    for (int lane = 0; lane < lanes; lane++) {
      System.arraycopy(operand, 0, values, lane * limbs, limbs);
      if (lane < 64 * limbs) {
        values[lane * limbs + lane / 64] ^= 1L << lane;
      }
    }
    for (long[] answer : run(Trial.begin(), ring, values, operand).orThrow()) {
      for (int lane = 0; lane < lanes; lane++) {
        assertThat(BitPlanes.bit(answer, lane)).as("lane %d", lane).isEqualTo(lane >= 64 * limbs);
      }
    }
  }

  /**
   * A verifier that tells a prover other weights than the other one has is found by what the prover
   * passes on to both, before they show anything.
   */
  @ParameterizedTest
  @CsvSource({"P1, P0", "P2, P0", "P0, P2"})
  void proversPassTheirWeightsOn(Party prover, Party telling) {
    List<MemoryExchange> exchanges =
        run(Trial.begin(), new Ring(1), random.longs(LANES).toArray(), new long[1]).exchanges();
    long[] seed =
        received(exchanges, prover, telling)
            .filter(words -> words.length == Context.SEED_WORDS)
            .findFirst()
            .orElseThrow();
    for (Party verifier : List.of(prover.prev(), prover.next())) {
      assertThat(received(exchanges, verifier, prover))
          .as("messages of %s to %s", prover, verifier)
          .anyMatch(
              words ->
                  words.length > seed.length
                      && Arrays.equals(
                          Arrays.copyOfRange(words, words.length - seed.length, words.length),
                          seed));
    }
  }

  private static Stream<long[]> received(List<MemoryExchange> exchanges, Party by, Party from) {
    return exchanges.get(by.index()).views().stream()
        .filter(view -> view.from() == from)
        .map(View::words);
  }

  /** Where in the messages that a party sends is what it says to whom. */
  private static Lie in(int message, int word, long added) {
    return (number, to, step, payload) -> {
      if (number == message) {
        ByteBuffer words = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        words.putLong(8 * word, Field.LARGE.residueOfWord(words.getLong(8 * word) + added));
      }
      return payload;
    };
  }

  /**
   * A hash that is another number makes an equal lane unequal, and no other, if nobody looks. The
   * two senders' hashes are their first messages; an inverse is the referee's sixth.
   */
  @ParameterizedTest
  @CsvSource({"P1, 0, true", "P1, 0, false", "P2, 0, true", "P2, 0, false", "P0, 6, false"})
  void anotherNumberIsFoundWhateverItsLaneIs(Party liar, int message, boolean equal) {
    long[] values = random.longs(LANES).toArray();
    long[] operand = {equal ? values[3] : values[4]};
    Trial.Outcome<long[]> outcome =
        run(Trial.begin().where(liar, in(message, 3, 1)), new Ring(1), values, operand);
    requireNamed(outcome, liar);
  }

  /**
   * A referee whose answer has another bit.
   *
   * @param to 1 if to party 1, 2 if to party 2, 3 if to both
   */
  private static Trial answering(int to, int flipped) {
    return Trial.begin()
        .where(
            Party.P0,
            (number, receiver, step, payload) -> {
              if (number == 4 && (to & 1) != 0 || number == 5 && (to & 2) != 0) {
                payload[flipped / 8] ^= (byte) (1 << flipped % 8);
              }
              return payload;
            });
  }

  /** Of the answer each bit, to either party or to both. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void noLaneIsCalledWhatItIsNot(int to) {
    long[] values = random.longs(LANES).toArray();
    for (int lane = 0; lane < LANES; lane++) {
      Trial.Outcome<long[]> outcome =
          run(answering(to, lane), new Ring(1), values, new long[] {values[3]});
      requireNamed(outcome, Party.P0);
    }
  }

  /** The referee's word has more bits than there are lanes. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void bitsBeyondTheLanesSayNothing(int to) {
    long[] values = random.longs(LANES).toArray();
    Trial.Outcome<long[]> outcome =
        run(answering(to, 127), new Ring(1), values, new long[] {values[3]});
    for (Party honest : List.of(Party.P1, Party.P2)) {
      assertThat(outcome.failure(honest)).isEmpty();
      assertThat(outcome.orThrow().get(honest.index())).containsExactly(1L << 3, 0);
    }
  }

  /** An honest party ends with an error, and each that names somebody names the liar. */
  private static void requireNamed(Trial.Outcome<long[]> outcome, Party liar) {
    int named = 0;
    for (Party party : Party.ALL) {
      if (party != liar && outcome.failure(party).isPresent()) {
        assertThat(outcome.failure(party).get()).isInstanceOf(ProtocolException.class);
        if (outcome.failure(party).get() instanceof DeviationException deviation) {
          assertThat(deviation.suspects()).contains(liar);
          named++;
        }
      }
    }
    assertThat(named).as("honest parties that name a suspect").isPositive();
  }
}
