package io.dartagnan.mpc.bogdanov;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Opening;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BogdanovSuiteTest {
  private final ProtocolSuite suite = new BogdanovSuite();
  private final Random random = Seed.random(this);

  static Stream<Arguments> everyComparison() {
    return Stream.of(Operator.values())
        .flatMap(
            operator ->
                Stream.of(Ordering.values())
                    .flatMap(
                        ordering ->
                            Stream.of(1, 2, 3, 5)
                                .map(limbs -> Arguments.of(operator, ordering, limbs))));
  }

  @ParameterizedTest
  @MethodSource("everyComparison")
  void agreesWithPlaintext(Operator operator, Ordering ordering, int limbs) {
    Ring ring = new Ring(limbs);
    Comparison comparison = new Comparison(operator, ordering);
    for (int lanes : new int[] {1, 63, 64, 65, 1000}) {
      long[] operand = element(limbs);
      assertAgrees(comparison, ring, batch(limbs, lanes, operand), operand);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, 42})
  void agreesWithPlaintextOnEdges(long operand) {
    long[] edges = {
      0,
      1,
      2,
      -1,
      -2,
      Long.MAX_VALUE,
      Long.MAX_VALUE - 1,
      Long.MIN_VALUE,
      Long.MIN_VALUE + 1,
      41,
      42,
      43,
      1L << 32,
      (1L << 32) - 1
    };
    for (Operator operator : Operator.values()) {
      for (Ordering ordering : Ordering.values()) {
        assertAgrees(new Comparison(operator, ordering), new Ring(1), edges, new long[] {operand});
      }
    }
  }

  @Test
  void agreesWithPlaintextOnManyLanes() {
    long[] operand = element(1);
    assertAgrees(
        new Comparison(Operator.LESS, Ordering.SIGNED),
        new Ring(1),
        batch(1, 100_000, operand),
        operand);
  }

  @Test
  void equalityCostsWhatItsJavadocSays() {
    int lanes = 4096;
    ThreeParties.Run<SharedBits> run = run(Operator.EQUAL, lanes);
    // 8 bytes to two parties, 63 gates of 6 bits.
    assertThat(run.bytes()).isEqualTo(lanes * 8L + lanes * 63L * 6 / 8);
    assertThat(run.exchanges().get(1).rounds()).as("keys, then 6 levels").isEqualTo(1 + 6);
  }

  @Test
  void lessThanCostsWhatItsJavadocSays() {
    int lanes = 4096;
    ThreeParties.Run<SharedBits> run = run(Operator.LESS, lanes);
    // The operand adds one element to the first message and a block of 64 lanes to the carries.
    assertThat(run.bytes()).isEqualTo((lanes + 1) * 8L + (2L * lanes + 64) * 121 * 6 / 8);
    assertThat(run.exchanges().get(1).rounds()).as("keys, tie, then 6 levels").isEqualTo(1 + 7);
  }

  @Test
  void openingCostsSixBitsPerLane() {
    int lanes = 6400;
    ThreeParties.Run<long[]> run =
        ThreeParties.run(
            (context, self) ->
                Opening.toAll(context, new SharedBits(self, lanes, new long[lanes / 64], null)));
    assertThat(run.bytes()).isEqualTo(lanes * 6L / 8);
  }

  /**
   * Each bit of each message a party receives is one about half the time, on inputs that are all
   * alike. A missing mask shows as a constant bit; the bound is over eight standard deviations.
   */
  @ParameterizedTest
  @ValueSource(strings = {"EQUAL", "LESS", "GREATER"})
  void receivedMessagesLookUniform(String operator) {
    int lanes = 8192;
    ThreeParties.Run<SharedBits> run = run(Operator.valueOf(operator), lanes, new long[lanes]);
    assertReceivedUniform(run);
  }

  @Test
  void openedSharesLookUniform() {
    int lanes = 64_000;
    assertReceivedUniform(
        ThreeParties.run(
            (context, self) ->
                Opening.toAll(context, new SharedBits(self, lanes, new long[lanes / 64], null))));
  }

  private static void assertReceivedUniform(ThreeParties.Run<?> run) {
    for (MemoryExchange exchange : run.exchanges()) {
      for (byte[] message : exchange.received()) {
        long bits = message.length * 8L;
        long ones = 0;
        for (byte b : message) {
          ones += Integer.bitCount(b & 0xff);
        }
        assertThat((double) ones)
            .as("ones among %d bits received by %s", bits, exchange.self())
            .isBetween(bits / 2.0 - 4 * Math.sqrt(bits), bits / 2.0 + 4 * Math.sqrt(bits));
      }
    }
  }

  private ThreeParties.Run<SharedBits> run(Operator operator, int lanes) {
    return run(operator, lanes, batch(1, lanes, new long[] {7}));
  }

  private ThreeParties.Run<SharedBits> run(Operator operator, int lanes, long[] values) {
    Ring ring = new Ring(1);
    List<Shares> x = new Dealer(Sharing.ADDITIVE, ring, new SecureRandom()).deal(values);
    List<Shares> k = new Dealer(Sharing.ADDITIVE, ring, new SecureRandom()).deal(new long[] {7});
    return ThreeParties.run(
        (context, self) ->
            suite.compare(
                context,
                new Comparison(operator, Ordering.UNSIGNED),
                x.get(self.index()),
                k.get(self.index())));
  }

  private void assertAgrees(Comparison comparison, Ring ring, long[] values, long[] operand) {
    int lanes = ring.elements(values);
    List<Shares> x = new Dealer(Sharing.ADDITIVE, ring, new SecureRandom()).deal(values);
    List<Shares> k = new Dealer(Sharing.ADDITIVE, ring, new SecureRandom()).deal(operand);
    ThreeParties.Run<long[]> run =
        ThreeParties.run(
            (context, self) ->
                suite.reveal(context, comparison, x.get(self.index()), k.get(self.index())));
    long[] expected = new long[BitPlanes.words(lanes)];
    for (int lane = 0; lane < lanes; lane++) {
      if (comparison.operator().holds(sign(comparison.ordering(), ring, values, lane, operand))) {
        expected[lane / 64] |= 1L << (lane % 64);
      }
    }
    for (Party party : Party.ALL) {
      assertThat(run.results().get(party.index()))
          .as("%s on %d lanes of %d limbs at %s", comparison, lanes, ring.limbs(), party)
          .isEqualTo(expected);
    }
  }

  private static int sign(Ordering ordering, Ring ring, long[] values, int lane, long[] operand) {
    int at = lane * ring.limbs();
    if (ordering == Ordering.SIGNED && values[at] != operand[0]) {
      return Long.compare(values[at], operand[0]);
    }
    return Arrays.compareUnsigned(values, at, at + ring.limbs(), operand, 0, ring.limbs());
  }

  private long[] element(int limbs) {
    return random.longs(limbs).toArray();
  }

  /** Random elements, a third of them equal to the operand or next to it. */
  private long[] batch(int limbs, int lanes, long[] operand) {
    long[] batch = random.longs((long) limbs * lanes).toArray();
    for (int lane = 0; lane < lanes; lane += 3) {
      System.arraycopy(operand, 0, batch, lane * limbs, limbs);
      int limb = random.nextInt(limbs);
      batch[lane * limbs + limb] += random.nextInt(3) - 1;
    }
    return batch;
  }
}
