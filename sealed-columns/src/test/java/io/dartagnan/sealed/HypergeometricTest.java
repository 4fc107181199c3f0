package io.dartagnan.sealed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dartagnan.sealed.Hypergeometric.Coins;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Variates are spread as the distribution says. The oracles know nothing of how they are made: the
 * exact probabilities by binomial coefficients where numbers are small, by the ratio of one to the
 * next below 2^53, and the normal distribution, which is as near as 1 over the deviation, above.
 * (mpc4j, edu.alibaba:mpc4j-crypto-algs, is no oracle here: Maven's central repository has none.)
 */
class HypergeometricTest {
  private static final int SAMPLES = 50_000;

  private final Random random = new Random(33);
  private final Coins coins = bits -> new BigInteger(bits, random);

  private BigInteger sample(BigInteger population, BigInteger marked, BigInteger drawn) {
    return Hypergeometric.sample(population, marked, drawn, coins);
  }

  private long sample(long population, long marked, long drawn) {
    return sample(
            BigInteger.valueOf(population), BigInteger.valueOf(marked), BigInteger.valueOf(drawn))
        .longValueExact();
  }

  /** With few items, that are drawn one by one, and with more; of each what symmetry leads to. */
  @ParameterizedTest
  @CsvSource({
    "10,4,5",
    "40,16,20",
    "1000,5,990",
    "300,290,3",
    "40,20,20",
    "64,32,32",
    "100,20,50",
    "100,80,50",
    "100,40,77",
    "100,77,95",
    "1000,17,30",
    "1000,30,30",
    "5000,400,2500",
    "100000,20,50000",
    "100000,70,20000"
  })
  void smallNumbersAreSpreadExactly(int population, int marked, int drawn) {
    // Which of both is fewer does not matter to them, but to how long this takes.
    int fewer = Math.min(marked, drawn);
    int more = Math.max(marked, drawn);
    BigDecimal all = new BigDecimal(binomial(population, fewer));
    double[] probabilities = new double[fewer + 1];
    for (int x = Math.max(0, marked + drawn - population); x <= fewer; x++) {
      BigInteger ways = binomial(more, x).multiply(binomial(population - more, fewer - x));
      probabilities[x] = new BigDecimal(ways).divide(all, MathContext.DECIMAL64).doubleValue();
    }
    long[] counts = new long[probabilities.length];
    for (int i = 0; i < SAMPLES; i++) {
      int x = (int) sample(population, marked, drawn);
      assertThat(probabilities[x]).isPositive();
      counts[x]++;
    }
    ChiSquare.assertFits("counts", counts, probabilities);
  }

  static BigInteger binomial(int n, int k) {
    BigInteger binomial = BigInteger.ONE;
    for (int i = 0; i < k; i++) {
      binomial = binomial.multiply(BigInteger.valueOf(n - i)).divide(BigInteger.valueOf(i + 1));
    }
    return binomial;
  }

  @Test
  void nothingIsDrawnThatIsNotThere() {
    assertThat(sample(100, 0, 50)).isZero();
    assertThat(sample(100, 50, 0)).isZero();
    assertThat(sample(100, 100, 50)).isEqualTo(50);
    assertThat(sample(100, 50, 100)).isEqualTo(50);
    assertThat(sample(1, 1, 1)).isEqualTo(1);
    for (int i = 0; i < SAMPLES; i++) {
      int population = 1 + random.nextInt(80);
      int marked = random.nextInt(population + 1);
      int drawn = random.nextInt(population + 1);
      assertThat(sample(population, marked, drawn))
          .isBetween(
              (long) Math.max(0, marked + drawn - population), (long) Math.min(marked, drawn));
    }
  }

  /** Mean, variance and 32 quantiles. */
  @ParameterizedTest
  @CsvSource({
    "65536,16384,32768",
    "1000000,9000,100000",
    "1099511627776,65536,549755813888",
    "9007199254740881,1099511627776,4503599627370440",
    "9007199254740991,2199023255552,20000001",
    "9007199254740991,9007199254000000,4503599627370496",
    "4503599627370497,4503599627,4500000000000000"
  })
  void numbersBelowTheDigitsOfDoublesAreSpreadExactly(long population, long marked, long drawn) {
    double mean = (double) marked / population * drawn;
    double variance =
        mean * (population - marked) / population * (population - drawn) / (population - 1);
    int reach = (int) (12 * Math.sqrt(variance) + 60);
    long first = Math.max(Math.max(0, marked + drawn - population), (long) mean - reach);
    int span = (int) (Math.min(Math.min(marked, drawn), (long) mean + reach) - first) + 1;
    double[] sums = new double[span];
    double weight = 1;
    int mode = (int) ((long) mean - first);
    sums[mode] = weight;
    for (int i = mode; i + 1 < span; i++) {
      weight /= ratioBefore(population, marked, drawn, first + i + 1);
      sums[i + 1] = weight;
    }
    weight = 1;
    for (int i = mode; i > 0; i--) {
      weight *= ratioBefore(population, marked, drawn, first + i);
      sums[i - 1] = weight;
    }
    Arrays.parallelPrefix(sums, Double::sum);

    int bins = 32;
    int[] ends = new int[bins];
    double[] probabilities = new double[bins];
    for (int bin = 0; bin < bins; bin++) {
      int at = Arrays.binarySearch(sums, sums[span - 1] * (bin + 1) / bins);
      ends[bin] = bin == bins - 1 ? span - 1 : at < 0 ? -1 - at : at;
      probabilities[bin] =
          (sums[ends[bin]] - (bin == 0 ? 0 : sums[ends[bin - 1]])) / sums[span - 1];
    }
    long[] counts = new long[bins];
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < SAMPLES; i++) {
      long x = sample(population, marked, drawn);
      int at = Arrays.binarySearch(ends, (int) (x - first));
      counts[at < 0 ? -1 - at : at]++;
      sum += x - mean;
      squares += (x - mean) * (x - mean);
    }
    ChiSquare.assertFits("quantiles", counts, probabilities);
    // Four deviations of the mean, and of the variance.
    assertThat(sum / SAMPLES).isCloseTo(0, within(4 * Math.sqrt(variance / SAMPLES)));
    assertThat(squares / SAMPLES / variance).isCloseTo(1, within(4 * Math.sqrt(2. / SAMPLES)));
  }

  /** The probability of the number before over that of a number. */
  private static double ratioBefore(long population, long marked, long drawn, long x) {
    return ((double) x / (marked - x + 1))
        * ((double) (population - marked - drawn + x) / (drawn - x + 1));
  }

  /** Deciles, and the lowest bits, which are uniform. */
  @ParameterizedTest
  @ValueSource(ints = {64, 112, 256, 2048})
  void numbersBeyondTheDigitsOfDoublesAreSpreadNormally(int bits) {
    BigInteger population = BigInteger.ONE.shiftLeft(bits + 16);
    BigInteger marked = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.TEN.pow(bits / 4));
    BigInteger drawn = population.divide(BigInteger.valueOf(3));
    BigDecimal mean =
        new BigDecimal(marked.multiply(drawn))
            .divide(new BigDecimal(population), 20, RoundingMode.HALF_EVEN);
    BigDecimal deviation =
        mean.multiply(new BigDecimal(population.subtract(marked)))
            .divide(new BigDecimal(population), MathContext.DECIMAL128)
            .multiply(new BigDecimal(population.subtract(drawn)))
            .divide(new BigDecimal(population.subtract(BigInteger.ONE)), MathContext.DECIMAL128)
            .sqrt(MathContext.DECIMAL128);
    double[] ends = {
      -1.2815515655, -0.8416212336, -0.5244005127, -0.2533471031, 0,
      0.2533471031, 0.5244005127, 0.8416212336, 1.2815515655, 100
    };
    double[] deciles = new double[ends.length];
    Arrays.fill(deciles, 1. / ends.length);
    long[] counts = new long[ends.length];
    long[] lowest = new long[256];
    double[] alike = new double[lowest.length];
    Arrays.fill(alike, 1. / lowest.length);
    int samples = bits > 256 ? SAMPLES / 5 : SAMPLES;
    for (int i = 0; i < samples; i++) {
      BigInteger x = sample(population, marked, drawn);
      double z =
          new BigDecimal(x).subtract(mean).divide(deviation, MathContext.DECIMAL64).doubleValue();
      counts[-1 - Arrays.binarySearch(ends, z)]++;
      lowest[x.byteValue() & 0xff]++;
    }
    ChiSquare.assertFits("deciles", counts, deciles);
    ChiSquare.assertFits("lowest bits", lowest, alike);
  }
}
