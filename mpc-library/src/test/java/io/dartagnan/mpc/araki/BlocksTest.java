package io.dartagnan.mpc.araki;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.ThreeParties.Run;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.suite.Cost;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The blocks that the suite's protocols are made of, each against plain arithmetic. */
class BlocksTest {
  private static final int WIDTH = 3;

  private final Random random = Seed.random(this);

  @Test
  void andOfReplicatedBits() {
    long[] x = words(4 * WIDTH);
    long[] y = words(4 * WIDTH);
    List<ReplicatedPlanes> xs = PlanesOfThree.deal(WIDTH, x);
    List<ReplicatedPlanes> ys = PlanesOfThree.deal(WIDTH, y);
    Run<ReplicatedPlanes> run =
        ThreeParties.run(
            (context, self) -> And.of(context, xs.get(self.index()), ys.get(self.index())));
    long[] expected = new long[x.length];
    for (int i = 0; i < x.length; i++) {
      expected[i] = x[i] & y[i];
    }
    assertThat(PlanesOfThree.reconstruct(run.results())).isEqualTo(expected);
    assertCost(run, And.cost(4 * WIDTH));
  }

  @Test
  void andSendsNothingThatDependsOnItsOperands() {
    int width = 4096;
    List<ReplicatedPlanes> zeros = zeroShares(width);
    Run<ReplicatedPlanes> run =
        ThreeParties.run(
            (context, self) -> And.of(context, zeros.get(self.index()), zeros.get(self.index())));
    assertLastReceivedUniform(run);
  }

  @Test
  void singleSharesBecomeReplicatedOnesUnderAFreshMask() {
    int width = 4096;
    Run<ReplicatedPlanes> run =
        ThreeParties.run(
            (context, self) -> {
              long[] own = new long[width];
              return new ReplicatedPlanes(width, own, ToReplicated.convert(context, own)[0]);
            });
    assertThat(PlanesOfThree.reconstruct(run.results())).containsOnly(0);
    assertLastReceivedUniform(run);
    assertCost(run, ToReplicated.cost(width));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 22, 64})
  void conjunctionOfPlanes(int count) {
    long[] planes = words(count * WIDTH);
    // Mostly ones, or the answer would be zero with or without a plane.
    for (int i = 0; i < planes.length; i++) {
      planes[i] |= random.nextLong() | random.nextLong() | random.nextLong();
    }
    List<ReplicatedPlanes> shared = PlanesOfThree.deal(WIDTH, planes);
    Run<ReplicatedPlanes> run =
        ThreeParties.run((context, self) -> Conjunction.of(context, shared.get(self.index())));
    long[] expected = new long[WIDTH];
    Arrays.fill(expected, -1);
    for (int i = 0; i < planes.length; i++) {
      expected[i % WIDTH] &= planes[i];
    }
    assertThat(PlanesOfThree.reconstruct(run.results())).isEqualTo(expected);
    assertCost(run, Conjunction.cost(count, WIDTH));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 22, 64})
  void verdictOfTheFirstDifference(int digits) {
    long[] e = words(digits * WIDTH);
    for (int i = 0; i < e.length; i++) {
      e[i] |= random.nextLong();
    }
    long[] v = words(digits * WIDTH);
    long[] added = words(WIDTH - 1);
    List<ReplicatedPlanes> es = PlanesOfThree.deal(WIDTH, e);
    List<ReplicatedPlanes> vs = PlanesOfThree.deal(WIDTH, v);
    Run<ReplicatedPlanes> run =
        ThreeParties.run(
            (context, self) ->
                FirstDifference.verdict(
                    context,
                    es.get(self.index()),
                    vs.get(self.index()),
                    self == Party.P1 ? added : null));
    long[] expected = new long[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
      long verdict = v[(digits - 1) * WIDTH + i];
      for (int digit = digits - 2; digit >= 0; digit--) {
        long agree = e[digit * WIDTH + i];
        verdict = agree & verdict | ~agree & v[digit * WIDTH + i];
      }
      expected[i] = verdict ^ (i < added.length ? added[i] : 0);
    }
    assertThat(PlanesOfThree.reconstruct(run.results())).isEqualTo(expected);
    assertCost(run, FirstDifference.cost(digits, WIDTH));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void digitsOfAMaskedValue(int limbs) {
    Ring ring = new Ring(limbs);
    int lanes = WIDTH * 64;
    long[] masked = words(lanes * limbs);
    long[] mask = words(lanes * limbs);
    // Half of the words agree but for one bit, so that every digit agrees often.
    for (int i = 0; i < mask.length; i += 2) {
      mask[i] = masked[i] ^ 1L << random.nextInt(64);
    }
    Run<ReplicatedPlanes> run =
        ThreeParties.run(
            (context, self) ->
                MaskedDigits.order(
                    context, ring, planes(ring, self == Party.P0 ? mask : masked), WIDTH));
    long[] bits = PlanesOfThree.reconstruct(run.results());
    assertCost(run, MaskedDigits.tablesCost(ring, WIDTH).then(MaskedDigits.orderCost(ring, WIDTH)));

    Run<ReplicatedPlanes> agreement =
        ThreeParties.run(
            (context, self) ->
                MaskedDigits.agreement(
                    context, ring, planes(ring, self == Party.P0 ? mask : masked), WIDTH));
    long[] agree = PlanesOfThree.reconstruct(agreement.results());
    assertCost(
        agreement,
        MaskedDigits.tablesCost(ring, WIDTH).then(MaskedDigits.agreementCost(ring, WIDTH)));

    int digits = MaskedDigits.digits(ring);
    for (int digit = 0; digit < digits; digit++) {
      for (int lane = 0; lane < lanes; lane++) {
        int m = digit(ring, masked, lane, digit);
        int l = digit(ring, mask, lane, digit);
        assertThat(bit(bits, digit, lane)).as("less in digit %d", digit).isEqualTo(m < l);
        assertThat(bit(agree, digit, lane)).as("equal in digit %d", digit).isEqualTo(m == l);
        if (digit < digits - 1) {
          assertThat(bit(bits, digits + digit, lane))
              .as("equal, digit %d", digit)
              .isEqualTo(m == l);
        }
      }
    }
  }

  @Test
  void tablesAndLookedUpBitsTravelUnderMasks() {
    Ring ring = new Ring(1);
    int width = 512;
    Run<ReplicatedPlanes> run =
        ThreeParties.run(
            (context, self) -> MaskedDigits.order(context, ring, new long[64 * width], width));
    for (Party receiver : List.of(Party.P1, Party.P2)) {
      for (byte[] message : run.exchanges().get(receiver.index()).received()) {
        assertUniform(message);
      }
    }
    assertThat(run.exchanges().get(0).received()).as("received by party 0").isEmpty();
  }

  /** The digit of a lane, counted from the most significant, which is the shorter one. */
  private static int digit(Ring ring, long[] batch, int lane, int digit) {
    int short1 = ring.bits() % 3;
    int to = short1 == 0 ? 3 * (digit + 1) : short1 + 3 * digit;
    int value = 0;
    for (int bit = Math.max(0, to - 3); bit < to; bit++) {
      long limb = batch[lane * ring.limbs() + bit / 64];
      value = value << 1 | (int) (limb >>> (63 - bit % 64) & 1);
    }
    return value;
  }

  private static boolean bit(long[] planes, int plane, int lane) {
    return (planes[plane * WIDTH + lane / 64] >>> lane % 64 & 1) != 0;
  }

  private static long[] planes(Ring ring, long[] batch) {
    return BitPlanes.of(ring, batch);
  }

  private static List<ReplicatedPlanes> zeroShares(int width) {
    ReplicatedPlanes zeros = new ReplicatedPlanes(width, new long[width], new long[width]);
    return List.of(zeros, zeros, zeros);
  }

  private static void assertLastReceivedUniform(Run<?> run) {
    for (MemoryExchange side : run.exchanges()) {
      List<byte[]> received = side.received();
      assertUniform(received.get(received.size() - 1));
    }
  }

  /** Ones within eight standard deviations. */
  private static void assertUniform(byte[] message) {
    long ones = 0;
    for (byte b : message) {
      ones += Integer.bitCount(b & 0xff);
    }
    double bits = message.length * 8.0;
    assertThat((double) ones)
        .isBetween(bits / 2 - 4 * Math.sqrt(bits), bits / 2 + 4 * Math.sqrt(bits));
  }

  private long[] words(int count) {
    return random.longs(count).toArray();
  }

  private static void assertCost(Run<?> run, Cost declared) {
    assertThat(run.cost()).isEqualTo(declared);
  }
}
