package io.dartagnan.mpc.harness;

import java.util.Random;

/** The seed of a randomised test: new for every run, printed, and settable to repeat one. */
public final class Seed {
  private static final String PROPERTY = "dartagnan.seed";

  private Seed() {}

  /** A generator whose seed is printed; {@code -Ddartagnan.seed=N} repeats a run. */
  public static Random random(Object test) {
    long seed = Long.getLong(PROPERTY, new Random().nextLong());
    System.out.println(test.getClass().getSimpleName() + ": -D" + PROPERTY + "=" + seed);
    return new Random(seed);
  }
}
