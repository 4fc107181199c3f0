package io.dartagnan.mpc.harness;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Random;
import java.util.stream.Stream;

/** The seed of a randomised test: new for every run, printed, and settable to repeat one. */
public final class Seed {
  private static final String PROPERTY = "dartagnan.seed";

  private Seed() {}

  /** A seed that is printed; {@code -Ddartagnan.seed=N} repeats a run. */
  public static long of(Object test) {
    return of(test.getClass());
  }

  private static long of(Class<?> test) {
    long seed = Long.getLong(PROPERTY, new Random().nextLong());
    System.out.println(test.getSimpleName() + ": -D" + PROPERTY + "=" + seed);
    return seed;
  }

  /** A generator whose seed is printed; {@code -Ddartagnan.seed=N} repeats a run. */
  public static Random random(Object test) {
    return new Random(of(test));
  }

  /** Seeds of a test's cases, which follow from one that is printed. */
  public static Stream<Long> ofCases(Class<?> test, int count) {
    return new Random(of(test)).longs(count).boxed();
  }

  /** A generator whose output follows from the seed. For tests alone: it is predictable. */
  public static SecureRandom generator(long seed) {
    try {
      SecureRandom generator = SecureRandom.getInstance("SHA1PRNG");
      generator.setSeed(seed);
      return generator;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA1PRNG", e);
    }
  }
}
