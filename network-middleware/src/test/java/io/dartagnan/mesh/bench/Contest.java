package io.dartagnan.mesh.bench;

import io.dartagnan.mpc.bench.Spread;
import java.time.Duration;
import java.util.Locale;

/**
 * How long a comparison may take. The two take turns, and who goes first alternates, so that what
 * else the machine does hits both.
 *
 * @param warmUp at least so long, and at least once, both run before it counts
 * @param repetitions how often each counts, 1 or more
 */
record Contest(Duration warmUp, int repetitions) {

  /** How many such runs each does in a second. */
  record Outcome(Spread mesh, Spread bare) {

    /** Speeds of runs that carry so many megabytes. */
    String throughput(double megabytes) {
      return String.format(
          Locale.ROOT,
          "mesh_mb_s=%.1f bare_mb_s=%.1f ratio=%.2f mesh_spread=%.1f..%.1f bare_spread=%.1f..%.1f",
          megabytes * mesh.median(),
          megabytes * bare.median(),
          mesh.median() / bare.median(),
          megabytes * mesh.slowest(),
          megabytes * mesh.fastest(),
          megabytes * bare.slowest(),
          megabytes * bare.fastest());
    }

    /** Times of one trip, of runs that make so many. */
    String roundTrip(int trips) {
      double micros = 1e6 / trips;
      return String.format(
          Locale.ROOT,
          "rtt_us=%.1f bare_rtt_us=%.1f mesh_spread=%.1f..%.1f bare_spread=%.1f..%.1f",
          micros / mesh.median(),
          micros / bare.median(),
          micros / mesh.fastest(),
          micros / mesh.slowest(),
          micros / bare.fastest(),
          micros / bare.slowest());
    }
  }

  Outcome run(Echo mesh, Echo bare, Load load) {
    long began = System.nanoTime();
    do {
      mesh.run(load);
      bare.run(load);
    } while (System.nanoTime() - began < warmUp.toNanos());
    double[] meshSpeeds = new double[repetitions];
    double[] bareSpeeds = new double[repetitions];
    for (int i = 0; i < repetitions; i++) {
      if (i % 2 == 0) {
        meshSpeeds[i] = speed(mesh, load);
        bareSpeeds[i] = speed(bare, load);
      } else {
        bareSpeeds[i] = speed(bare, load);
        meshSpeeds[i] = speed(mesh, load);
      }
    }
    return new Outcome(Spread.of(meshSpeeds), Spread.of(bareSpeeds));
  }

  private static double speed(Echo echo, Load load) {
    long began = System.nanoTime();
    echo.run(load);
    return 1e9 / (System.nanoTime() - began);
  }
}
