package io.dartagnan.mesh.bench;

import com.sun.management.OperatingSystemMXBean;
import io.dartagnan.mpc.bench.Spread;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;

/**
 * Contest of two contestants under a limit of time. The two take turns, and who goes first
 * alternates, so that what else the machine does hits both.
 *
 * @param warmUp at least so long, and at least {@value #LEAST_WARM_UP} times, both run before it
 *     counts
 * @param repetitions how often each counts, 1 or more
 */
record Contest(Duration warmUp, int repetitions) {
  private static final int LEAST_WARM_UP = 3;
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /**
   * Result of one of the two.
   *
   * @param speed runs per second
   * @param effort processor time of this process per run, all threads, in seconds; says more than
   *     the speed does while others keep the machine busy
   */
  record Pace(Spread speed, Spread effort) {}

  /** Results of both. */
  record Outcome(Pace mesh, Pace bare) {

    /** Line of a table for runs that carry so many megabytes. */
    String throughput(double megabytes) {
      return String.format(
          Locale.ROOT,
          "mesh_mb_s=%.1f bare_mb_s=%.1f ratio=%.2f mesh_spread=%.1f..%.1f bare_spread=%.1f..%.1f"
              + " mesh_cpu_s_gb=%.2f bare_cpu_s_gb=%.2f",
          megabytes * mesh.speed.median(),
          megabytes * bare.speed.median(),
          mesh.speed.median() / bare.speed.median(),
          megabytes * mesh.speed.slowest(),
          megabytes * mesh.speed.fastest(),
          megabytes * bare.speed.slowest(),
          megabytes * bare.speed.fastest(),
          mesh.effort.median() * 1e3 / megabytes,
          bare.effort.median() * 1e3 / megabytes);
    }

    /** Line of a table for runs that make so many trips, one after the other. */
    String roundTrip(int trips) {
      double micros = 1e6 / trips;
      return String.format(
          Locale.ROOT,
          "rtt_us=%.1f bare_rtt_us=%.1f mesh_spread=%.1f..%.1f bare_spread=%.1f..%.1f"
              + " mesh_cpu_us=%.1f bare_cpu_us=%.1f",
          micros / mesh.speed.median(),
          micros / bare.speed.median(),
          micros / mesh.speed.fastest(),
          micros / mesh.speed.slowest(),
          micros / bare.speed.fastest(),
          micros / bare.speed.slowest(),
          micros * mesh.effort.median(),
          micros * bare.effort.median());
    }
  }

  /** Contestant with the results of its repetitions. */
  private static final class Contestant {
    private final Echo echo;
    private final Load load;
    private final double[] speeds;
    private final double[] efforts;
    private int counted;

    Contestant(Echo echo, Load load, int repetitions) {
      this.echo = echo;
      this.load = load;
      this.speeds = new double[repetitions];
      this.efforts = new double[repetitions];
    }

    void warmUp() {
      echo.run(load);
    }

    void count() {
      long cpuBefore = PROCESS.getProcessCpuTime();
      long began = System.nanoTime();
      echo.run(load);
      speeds[counted] = 1e9 / (System.nanoTime() - began);
      efforts[counted] = (PROCESS.getProcessCpuTime() - cpuBefore) / 1e9;
      counted++;
    }

    Pace pace() {
      return new Pace(Spread.of(speeds), Spread.of(efforts));
    }
  }

  /** Lets both carry this load. */
  Outcome run(Echo meshEcho, Echo bareEcho, Load load) {
    Contestant mesh = new Contestant(meshEcho, load, repetitions);
    Contestant bare = new Contestant(bareEcho, load, repetitions);
    long began = System.nanoTime();
    for (int i = 0; i < LEAST_WARM_UP || System.nanoTime() - began < warmUp.toNanos(); i++) {
      mesh.warmUp();
      bare.warmUp();
    }
    for (int i = 0; i < repetitions; i++) {
      (i % 2 == 0 ? mesh : bare).count();
      (i % 2 == 0 ? bare : mesh).count();
    }
    return new Outcome(mesh.pace(), bare.pace());
  }
}
