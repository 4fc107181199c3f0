package io.dartagnan.mpc.bogdanov;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Reconstruction;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Batches for the tests of blocks: their shapes, their sharing, their values, what they cost. */
final class Batches {
  private Batches() {}

  /** Limbs and lanes. */
  static Stream<Arguments> shapes() {
    return Stream.of(1, 2, 3, 5)
        .flatMap(limbs -> Stream.of(1, 63, 64, 65, 1000).map(lanes -> Arguments.of(limbs, lanes)));
  }

  /** Random elements, the first of them 0, 1, the highest, the middle and those next to it. */
  static long[] withEdges(Random random, Ring ring, int lanes) {
    BigInteger modulus = BigInteger.ONE.shiftLeft(ring.bits());
    BigInteger half = modulus.shiftRight(1);
    List<BigInteger> edges =
        List.of(
            BigInteger.ZERO,
            BigInteger.ONE,
            modulus.subtract(BigInteger.ONE),
            half,
            half.subtract(BigInteger.ONE),
            half.add(BigInteger.ONE));
    long[] batch = random.longs((long) ring.limbs() * lanes).toArray();
    int first = random.nextInt(edges.size());
    for (int lane = 0; lane < Math.min(lanes, edges.size()); lane++) {
      put(ring, batch, lane, edges.get((first + lane) % edges.size()));
    }
    return batch;
  }

  /** The number in one lane. */
  static BigInteger number(Ring ring, long[] batch, int lane) {
    byte[] bytes = new byte[ring.limbs() * Long.BYTES];
    ByteBuffer.wrap(bytes).asLongBuffer().put(batch, lane * ring.limbs(), ring.limbs());
    return new BigInteger(1, bytes);
  }

  private static void put(Ring ring, long[] batch, int lane, BigInteger number) {
    for (int limb = 0; limb < ring.limbs(); limb++) {
      batch[lane * ring.limbs() + limb] =
          number.shiftRight((ring.limbs() - 1 - limb) * Long.SIZE).longValue();
    }
  }

  /** Shares by index of party. */
  static List<Shares> deal(Sharing sharing, Ring ring, long[] values) {
    return new Dealer(sharing, ring, new SecureRandom()).deal(values);
  }

  /** Xor shares of words, by index of party. */
  static long[][] dealWords(long[] words) {
    return deal(Sharing.XOR, new Ring(1), words).stream().map(Shares::own).toArray(long[][]::new);
  }

  /** What the results are additive shares of. */
  static long[] sum(Ring ring, ThreeParties.Run<long[]> run) {
    return reconstruct(Sharing.ADDITIVE, ring, run);
  }

  /** What the results are xor shares of. */
  static long[] xor(ThreeParties.Run<long[]> run) {
    return reconstruct(Sharing.XOR, new Ring(1), run);
  }

  private static long[] reconstruct(Sharing sharing, Ring ring, ThreeParties.Run<long[]> run) {
    return Reconstruction.values(
        Party.ALL.stream()
            .map(party -> Shares.single(party, sharing, ring, run.results().get(party.index())))
            .toList());
  }

  /** The bits of so many lanes of one plane. */
  static List<Boolean> bits(long[] planes, int plane, int lanes) {
    int words = BitPlanes.words(lanes);
    long[] one = Arrays.copyOfRange(planes, plane * words, (plane + 1) * words);
    return IntStream.range(0, lanes).mapToObj(lane -> BitPlanes.bit(one, lane)).toList();
  }

  /** Every party sent exactly what was declared, in as many rounds. */
  static void assertCosts(Cost declared, ThreeParties.Run<?> run) {
    assertThat(run.cost()).isEqualTo(declared);
  }

  /** What each party received is not told from uniform words. */
  static void assertReceivedUniform(ThreeParties.Run<?> run) {
    for (MemoryExchange exchange : run.exchanges()) {
      List<Long> words = new ArrayList<>();
      for (byte[] message : exchange.received()) {
        ByteBuffer payload = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        List<Long> received = new ArrayList<>();
        while (payload.hasRemaining()) {
          received.add(payload.getLong());
        }
        assertUniform("a message to " + exchange.self(), received);
        words.addAll(received);
      }
      assertUniform("all messages to " + exchange.self(), words);
    }
  }

  /**
   * No word occurs twice, and each bit position and all of them together hold ones about half the
   * time, within eight standard deviations. On inputs that are all alike a missing mask shows as a
   * constant, one that serves two lanes or two messages as a repetition.
   */
  static void assertUniform(String what, List<Long> words) {
    Set<Long> distinct = new HashSet<>(words);
    assertThat(distinct).as("different words in %s", what).hasSameSizeAs(words);
    long[] ones = new long[Long.SIZE];
    for (long word : words) {
      for (int bit = 0; bit < Long.SIZE; bit++) {
        ones[bit] += word >>> bit & 1;
      }
    }
    for (int bit = 0; bit < Long.SIZE; bit++) {
      assertHalf("ones at bit " + bit + " of " + what, ones[bit], words.size());
    }
    assertHalf("ones in " + what, Arrays.stream(ones).sum(), words.size() * 64L);
  }

  private static void assertHalf(String what, long ones, long of) {
    assertThat((double) ones)
        .as("%s, of %d", what, of)
        .isBetween(of / 2.0 - 4 * Math.sqrt(of), of / 2.0 + 4 * Math.sqrt(of));
  }
}
