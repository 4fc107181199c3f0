package io.dartagnan.mpc.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.ThreeParties.Run;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.suite.Cost;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
            (context, self) -> And.GATES.of(context, xs.get(self.index()), ys.get(self.index())));
    long[] expected = new long[x.length];
    for (int i = 0; i < x.length; i++) {
      expected[i] = x[i] & y[i];
    }
    assertThat(PlanesOfThree.reconstruct(run.results())).isEqualTo(expected);
    assertCost(run, And.cost(4 * WIDTH));
  }

  /** Each operand as it is, or the sum of two runs; then a second product added to the first. */
  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void localProductsOfOperandsThatMayBeSums(boolean leftIsSum, boolean rightIsSum) {
    long[] words = words(6 * WIDTH);
    List<ReplicatedPlanes> dealt = PlanesOfThree.deal(WIDTH, words);
    long[] sum = new long[WIDTH];
    for (ReplicatedPlanes planes : dealt) {
      LocalProducts products = new LocalProducts(2 * WIDTH);
      Gates.Operand x = operand(planes, 0, leftIsSum);
      Gates.Operand y = operand(planes, 2, rightIsSum);
      products.and(operand(planes, 4, false), operand(planes, 5, false), WIDTH);
      products.and(x, y, WIDTH);
      products.addAnd(operand(planes, 4, false), operand(planes, 5, false), WIDTH);
      for (int i = 0; i < WIDTH; i++) {
        sum[i] ^= products.words()[WIDTH + i];
      }
    }
    for (int i = 0; i < WIDTH; i++) {
      long x = words[i] ^ (leftIsSum ? words[WIDTH + i] : 0);
      long y = words[2 * WIDTH + i] ^ (rightIsSum ? words[3 * WIDTH + i] : 0);
      assertThat(sum[i]).isEqualTo(x & y ^ words[4 * WIDTH + i] & words[5 * WIDTH + i]);
    }
  }

  private static Gates.Operand operand(ReplicatedPlanes planes, int plane, boolean isSum) {
    return isSum
        ? new Gates.Operand(planes, plane * WIDTH, (plane + 1) * WIDTH)
        : new Gates.Operand(planes, plane * WIDTH);
  }

  @Test
  void andSendsNothingThatDependsOnItsOperands() {
    int width = 4096;
    List<ReplicatedPlanes> zeros = zeroShares(width);
    Run<ReplicatedPlanes> run =
        ThreeParties.run(
            (context, self) ->
                And.GATES.of(context, zeros.get(self.index()), zeros.get(self.index())));
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
        ThreeParties.run(
            (context, self) -> {
              Conjunction conjunction = new Conjunction(shared.get(self.index()));
              AndRounds.run(And.GATES, context, List.of(conjunction));
              return conjunction.result();
            });
    assertThat(PlanesOfThree.reconstruct(run.results())).isEqualTo(conjunction(planes));
    assertCost(run, Conjunction.cost(count, WIDTH));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 0, true",
    "2, 1, true",
    "3, 0, true",
    "5, 0, true",
    "5, 1, true",
    "22, 0, true",
    "22, 1, true",
    "64, 0, true",
    "65, 0, true",
    "65, 9, true",
    "2, 0, false",
    "3, 0, false",
    "22, 0, false",
    "64, 0, false",
    "65, 0, false",
    "65, 2, false"
  })
  void verdictOfTheFirstDifference(int digits, int moreRounds, boolean sums) {
    Verdict verdict = new Verdict(digits);
    Run<ReplicatedPlanes> run =
        ThreeParties.run(
            (context, self) -> {
              FirstDifference circuit = verdict.circuit(moreRounds, sums, self);
              AndRounds.run(And.GATES, context, List.of(circuit));
              return circuit.result();
            });
    assertThat(PlanesOfThree.reconstruct(run.results())).isEqualTo(verdict.expected);
    assertCost(run, FirstDifference.cost(digits, moreRounds, sums, WIDTH));
  }

  @Test
  void circuitsOfDifferentDepthsShareTheirRounds() {
    Verdict deep = new Verdict(65);
    Verdict flat = new Verdict(3);
    long[] planes = words(5 * WIDTH);
    List<ReplicatedPlanes> shared = PlanesOfThree.deal(WIDTH, planes);
    Run<List<ReplicatedPlanes>> run =
        ThreeParties.run(
            (context, self) -> {
              FirstDifference first = flat.circuit(0, true, self);
              FirstDifference second = deep.circuit(0, true, self);
              Conjunction third = new Conjunction(shared.get(self.index()));
              AndRounds.run(And.GATES, context, List.of(first, second, third));
              return List.of(first.result(), second.result(), third.result());
            });
    for (int i = 0; i < 3; i++) {
      int circuit = i;
      long[] result =
          PlanesOfThree.reconstruct(
              run.results().stream().map(results -> results.get(circuit)).toList());
      long[] expected = i == 0 ? flat.expected : i == 1 ? deep.expected : conjunction(planes);
      assertThat(result).as("circuit %d", i).isEqualTo(expected);
    }
    assertCost(
        run,
        FirstDifference.cost(3, 0, true, WIDTH)
            .beside(FirstDifference.cost(65, 0, true, WIDTH))
            .beside(Conjunction.cost(5, WIDTH)));
  }

  /** Beside another circuit, whose gates come first. */
  @ParameterizedTest
  @CsvSource({"1, 64", "2, 64", "3, 64", "4, 1", "5, 7", "17, 64", "40, 5"})
  void fewerNumbersHaveTheSameSum(int width, int bits) {
    long[] planes = words(bits * width);
    List<ReplicatedPlanes> shared = PlanesOfThree.deal(width, planes);
    List<ReplicatedPlanes> others = PlanesOfThree.deal(WIDTH, words(5 * WIDTH));
    Run<ReplicatedPlanes> run =
        ThreeParties.run(
            (context, self) -> {
              CarrySave addition =
                  new CarrySave(
                      shared.get(self.index()), width * Long.SIZE, bits, CarrySave.TWO_WORDS);
              AndRounds.run(
                  And.GATES, context, List.of(new Conjunction(others.get(self.index())), addition));
              return addition.result();
            });
    assertThat(run.results().get(0).width())
        .isEqualTo(CarrySave.width(width * Long.SIZE))
        .isEqualTo(Math.min(width, 2));
    assertThat(sum(PlanesOfThree.reconstruct(run.results()), bits)).isEqualTo(sum(planes, bits));
    assertCost(
        run,
        Conjunction.cost(5, WIDTH)
            .beside(CarrySave.cost(bits, bits, width * Long.SIZE, CarrySave.TWO_WORDS)));
  }

  /** Of numbers that become longer on the way, down to one number. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, 0",
    "1, 1, 2, 1",
    "2, 1, 2, 3",
    "3, 1, 3, 1",
    "64, 1, 7, 0",
    "65, 1, 8, 70",
    "128, 1, 8, 99",
    "129, 1, 9, 1",
    "191, 2, 9, 0",
    "192, 1, 9, 1",
    "193, 1, 8, 1",
    "383, 1, 9, 2",
    "1000, 1, 10, 23",
    "1000, 3, 33, 5",
    "32768, 1, 16, 7",
    "65, 63, 63, 1",
    "200, 64, 64, -1"
  })
  void numbersAreAddedUp(int lanes, int planes, int bits, long known) {
    int width = BitPlanes.words(lanes);
    long[] numbers = words(planes * width);
    for (int plane = 0; plane < planes; plane++) {
      long[] one = Arrays.copyOfRange(numbers, plane * width, (plane + 1) * width);
      BitPlanes.clearBeyond(one, lanes);
      System.arraycopy(one, 0, numbers, plane * width, width);
    }
    List<ReplicatedPlanes> shared = PlanesOfThree.deal(width, numbers);
    Run<NumberShare> run =
        ThreeParties.run(
            (context, self) -> {
              CarrySave few =
                  new CarrySave(shared.get(self.index()), lanes, bits, CarrySave.TWO_LANES);
              AndRounds.run(And.GATES, context.narrow("few"), List.of(few));
              Addition sum = new Addition(self, few.result(), bits, known);
              AndRounds.run(And.GATES, context.narrow("sum"), List.of(sum));
              return new NumberShare(bits, sum.result());
            });
    long modulus = bits == Long.SIZE ? -1 : (1L << bits) - 1;
    assertThat(NumberShare.reconstruct(run.results()))
        .isEqualTo(total(numbers, planes) + known & modulus);
    assertCost(
        run, CarrySave.cost(planes, bits, lanes, CarrySave.TWO_LANES).then(Addition.cost(bits)));
  }

  /** The sum of the numbers whose bits lie in planes, modulo 2^{@code bits}. */
  private static long sum(long[] planes, int bits) {
    long total = total(planes, bits);
    return bits == Long.SIZE ? total : total & (1L << bits) - 1;
  }

  /** The sum of the numbers whose bits lie in planes, the most significant first. */
  private static long total(long[] planes, int bits) {
    int width = planes.length / bits;
    long sum = 0;
    for (int plane = 0; plane < bits; plane++) {
      for (int word = 0; word < width; word++) {
        sum += (long) Long.bitCount(planes[plane * width + word]) << bits - 1 - plane;
      }
    }
    return sum;
  }

  /** Digits that often agree, dealt, and their verdict. */
  private final class Verdict {
    final List<ReplicatedPlanes> e;
    final List<ReplicatedPlanes> v;
    final long[] expected = new long[WIDTH];

    Verdict(int digits) {
      long[] agreements = words(digits * WIDTH);
      for (int i = 0; i < agreements.length; i++) {
        agreements[i] |= random.nextLong() | random.nextLong();
      }
      long[] verdicts = words(digits * WIDTH);
      e = PlanesOfThree.deal(WIDTH, agreements);
      v = PlanesOfThree.deal(WIDTH, verdicts);
      for (int i = 0; i < WIDTH; i++) {
        long verdict = verdicts[(digits - 1) * WIDTH + i];
        for (int digit = digits - 2; digit >= 0; digit--) {
          long agree = agreements[digit * WIDTH + i];
          verdict = agree & verdict | ~agree & verdicts[digit * WIDTH + i];
        }
        expected[i] = verdict;
      }
    }

    FirstDifference circuit(int moreRounds, boolean sums, Party self) {
      return new FirstDifference(moreRounds, sums, e.get(self.index()), v.get(self.index()));
    }
  }

  private static long[] conjunction(long[] planes) {
    long[] all = new long[WIDTH];
    Arrays.fill(all, -1);
    for (int i = 0; i < planes.length; i++) {
      all[i % WIDTH] &= planes[i];
    }
    return all;
  }

  private static List<ReplicatedPlanes> zeroShares(int width) {
    ReplicatedPlanes zeros = new ReplicatedPlanes(width, new long[width], new long[width]);
    return List.of(zeros, zeros, zeros);
  }

  private static void assertLastReceivedUniform(Run<?> run) {
    for (MemoryExchange side : run.exchanges()) {
      List<byte[]> received = side.received();
      Uniform.assertBits(received.get(received.size() - 1));
    }
  }

  private long[] words(int count) {
    return random.longs(count).toArray();
  }

  private static void assertCost(Run<?> run, Cost declared) {
    assertThat(run.cost()).isEqualTo(declared);
  }
}
