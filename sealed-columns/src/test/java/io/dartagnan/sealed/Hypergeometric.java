package io.dartagnan.sealed;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;

import java.math.BigInteger;

/**
 * The hypergeometric distribution, of integers of any size.
 *
 * <p>Where few items are marked, or few drawn, they are drawn one by one, which is exact. Otherwise
 * candidates are rejected by the ratio of uniforms (Stadlober, "The ratio of uniforms approach for
 * generating discrete random variates", Journal of Computational and Applied Mathematics 31, 1990),
 * which is as fast as the H2PE of Kachitvichyanukul and Schmeiser (Journal of Statistical
 * Computation and Simulation 22, 1985) that the authors of {@link BoldyrevaEncryption} name, and
 * shorter. Deviation: candidates are integers of full precision, and the logarithms of their
 * probabilities are taken relative to the mode's, in terms of which none is great: differences of
 * logarithms of factorials would have lost all digits above 2^53.
 *
 * <p>Rounding changes probabilities by a part in about 10^12, in the same way on all machines. What
 * is returned may always be drawn.
 */
final class Hypergeometric {
  private static final int DRAWN_ONE_BY_ONE = 16;
  private static final int FRACTION = 64;

  /** Below, a difference with {@link StrictMath#log1p} would cancel most of its digits. */
  private static final double SERIES_BELOW = 0.1;

  private static final double HALF_LOG_2_PI = 0.5 * StrictMath.log(2 * Math.PI);

  private Hypergeometric() {}

  /** A source of uniform bits. */
  interface Coins {
    /** Returns the next bits, as an unsigned number. */
    BigInteger next(int bits);

    /** Returns a uniform number from 0 and below a bound. */
    default BigInteger below(BigInteger bound) {
      BigInteger number;
      do {
        number = next(bound.subtract(ONE).bitLength());
      } while (number.compareTo(bound) >= 0);
      return number;
    }
  }

  /** Returns how many marked items are among those drawn from a population without replacement. */
  static BigInteger sample(
      BigInteger population, BigInteger marked, BigInteger drawn, Coins coins) {
    if (marked.add(marked).compareTo(population) > 0) {
      return drawn.subtract(sample(population, population.subtract(marked), drawn, coins));
    }
    if (drawn.add(drawn).compareTo(population) > 0) {
      return marked.subtract(sample(population, marked, population.subtract(drawn), coins));
    }
    if (marked.compareTo(drawn) > 0) {
      return sample(population, drawn, marked, coins);
    }
    return marked.bitLength() < Integer.SIZE && marked.intValue() <= DRAWN_ONE_BY_ONE
        ? oneByOne(population, marked.intValue(), drawn, coins)
        : byRatioOfUniforms(population, marked, drawn, coins);
  }

  /** Decides for each marked item whether it takes one of the places of those that are drawn. */
  private static BigInteger oneByOne(
      BigInteger population, int marked, BigInteger drawn, Coins coins) {
    BigInteger places = drawn;
    for (int i = 0; i < marked; i++) {
      if (coins.below(population.subtract(BigInteger.valueOf(i))).compareTo(places) < 0) {
        places = places.subtract(ONE);
      }
    }
    return drawn.subtract(places);
  }

  /** Samples where at most half of the population is drawn, and at most as many are marked. */
  private static BigInteger byRatioOfUniforms(
      BigInteger population, BigInteger marked, BigInteger drawn, Coins coins) {
    BigInteger product = marked.multiply(drawn);
    BigInteger variance =
        product.multiply(population.subtract(marked)).multiply(population.subtract(drawn));
    BigInteger divisor = population.multiply(population).multiply(population.subtract(ONE));
    // Doubles count in a power of two near the standard deviation, so that none overflows.
    int unit = Math.max(0, (variance.bitLength() - divisor.bitLength()) / 2);
    double width =
        2
                * StrictMath.sqrt(2 / Math.E)
                * StrictMath.sqrt(
                    ratio(variance, divisor.shiftLeft(2 * unit)) + Math.scalb(0.5, -2 * unit))
            + Math.scalb(3 - 2 * StrictMath.sqrt(3 / Math.E), -unit);
    BigInteger scaledWidth = BigInteger.valueOf((long) Math.ceil(Math.scalb(width, 52)));
    BigInteger centre =
        product.add(product).add(population).shiftLeft(FRACTION - 1).divide(population);
    BigInteger halfOfUniform = ONE.shiftLeft(FRACTION + unit - 1);
    Density density = new Density(population, marked, drawn, unit);
    while (true) {
      BigInteger u = coins.next(FRACTION + unit).subtract(halfOfUniform);
      BigInteger v = coins.next(FRACTION).add(ONE);
      BigInteger candidate =
          scaledWidth
              .multiply(u)
              .shiftLeft(FRACTION - 52)
              .divide(v)
              .add(centre)
              .shiftRight(FRACTION);
      if (candidate.signum() >= 0
          && candidate.compareTo(marked) <= 0
          && 2 * StrictMath.log(Math.scalb(v.doubleValue(), -FRACTION))
              <= density.logarithm(candidate)) {
        return candidate;
      }
    }
  }

  /**
   * The density over that of the mode. It is 1 over the factorials of four numbers, of which two
   * grow with the candidate and two fall. With {@code z = n + 1/2} and {@code r = d / z},
   *
   * <pre>{@code
   * ln (n + d)! - ln n! = d ln z + z ((1 + r) ln(1 + r) - r) + c(n + d) - c(n)
   * }</pre>
   *
   * where {@code c} is the rest of Stirling's series in {@code z}.
   */
  private static final class Density {
    private final BigInteger mode;
    private final int unit;
    private final BigInteger[] numbers;
    private final double[] inverses = new double[4];
    private final double[] curvatures = new double[4];
    private final double slope;
    private double correction;

    Density(BigInteger population, BigInteger marked, BigInteger drawn, int unit) {
      this.mode = marked.add(ONE).multiply(drawn.add(ONE)).divide(population.add(TWO));
      this.unit = unit;
      BigInteger neither = population.subtract(marked).subtract(drawn);
      this.numbers =
          new BigInteger[] {mode, marked.subtract(mode), neither.add(mode), drawn.subtract(mode)};
      BigInteger[] doubled = new BigInteger[numbers.length];
      for (int i = 0; i < numbers.length; i++) {
        doubled[i] = numbers[i].shiftLeft(1).add(ONE);
        inverses[i] = ratio(ONE.shiftLeft(unit + 1), doubled[i]);
        curvatures[i] = ratio(ONE.shiftLeft(2 * unit + 1), doubled[i]);
        correction += correction(numbers[i]);
      }
      BigInteger falling = doubled[1].multiply(doubled[3]);
      BigInteger excess = doubled[0].multiply(doubled[2]).subtract(falling);
      double scaled = ratio(excess.shiftLeft(unit), falling);
      double x = Math.scalb(scaled, -unit);
      this.slope = x == 0 ? scaled : scaled * (StrictMath.log1p(x) / x);
    }

    double logarithm(BigInteger candidate) {
      BigInteger distance = candidate.subtract(mode);
      double d = ratio(distance, ONE.shiftLeft(unit));
      double logarithm = correction - d * slope;
      for (int i = 0; i < numbers.length; i++) {
        boolean grows = i % 2 == 0;
        double r = (grows ? d : -d) * inverses[i];
        BigInteger number = grows ? numbers[i].add(distance) : numbers[i].subtract(distance);
        logarithm -= d * d * curvatures[i] * quotient(r) + correction(number);
      }
      return logarithm;
    }

    /** Returns ((1 + r) ln(1 + r) - r) / r^2. */
    private static double quotient(double r) {
      if (Math.abs(r) >= SERIES_BELOW) {
        return ((1 + r) * StrictMath.log1p(r) - r) / (r * r);
      }
      double sum = 0;
      double power = 1;
      for (int i = 1; Math.abs(power) > 0x1p-56; i++) {
        sum += power / (i * (i + 1));
        power *= -r;
      }
      return sum;
    }

    /** Returns ln n! - z ln z + z - ln(2 pi) / 2. */
    private static double correction(BigInteger n) {
      if (n.bitLength() > 48) {
        return 0;
      }
      double z = n.longValue() + 0.5;
      if (z < 10) {
        double factorial = 1;
        for (int i = 2; i < z; i++) {
          factorial *= i;
        }
        return StrictMath.log(factorial) - z * StrictMath.log(z) + z - HALF_LOG_2_PI;
      }
      double w = 1 / (z * z);
      return (-1. / 24 + w * (7. / 2880 + w * (-31. / 40_320 + w * 127. / 430_080))) / z;
    }
  }

  /** Returns the quotient of two integers of any size. */
  private static double ratio(BigInteger dividend, BigInteger divisor) {
    int shift = FRACTION - dividend.bitLength() + divisor.bitLength();
    return Math.scalb(dividend.shiftLeft(shift).divide(divisor).doubleValue(), -shift);
  }
}
