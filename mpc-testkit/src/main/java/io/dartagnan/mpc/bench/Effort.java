package io.dartagnan.mpc.bench;

import java.time.Duration;

/**
 * Time and repetitions that each measurement gets.
 *
 * @param warmUp at least so long, and at least twice, it runs before it counts
 * @param repetitions how often it counts, 1 or more
 */
record Effort(Duration warmUp, int repetitions) {
  private static final int SHORTEST_WARM_UP = 2;

  /** One run of what is measured. */
  interface Repetition {
    /** Runs it; its speed, in whatever unit. */
    double run();
  }

  /** The speeds of the repetitions that count. */
  Spread measure(Repetition repetition) {
    long end = System.nanoTime() + warmUp.toNanos();
    for (int i = 0; i < SHORTEST_WARM_UP || System.nanoTime() - end < 0; i++) {
      repetition.run();
    }
    double[] speeds = new double[repetitions];
    for (int i = 0; i < repetitions; i++) {
      speeds[i] = repetition.run();
    }
    return Spread.of(speeds);
  }
}
