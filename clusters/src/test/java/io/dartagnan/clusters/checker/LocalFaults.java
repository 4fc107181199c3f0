package io.dartagnan.clusters.checker;

import io.dartagnan.clusters.it.CloudTable;
import io.dartagnan.clusters.it.LocalClusters;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/** Faults of clouds of which each is one process of this machine. */
final class LocalFaults {
  private static final int LONGEST_PAUSE_MS = 4_000;

  /** Callers wait 30 s for a thread of a full pool. */
  private static final int SHORTEST_STANDSTILL_MS = 33_000;

  private static final int LONGEST_STANDSTILL_MS = 40_000;

  /** Time in which servers that were taken for dead find that, and end. */
  private static final int SHORTEST_END_MS = 15_000;

  private static final int LONGEST_END_MS = 20_000;

  /** Time whose writes a cloud loses. */
  private static final int SHORTEST_LOSS_MS = 2_000;

  private static final int LONGEST_LOSS_MS = 8_000;

  private final LocalClusters clusters;

  LocalFaults(LocalClusters clusters) {
    this.clusters = clusters;
  }

  /** Those of every day; pauses, which take little, twice. */
  List<Fault> common() {
    Fault pause = new Fault("pause", this::pause);
    return List.of(
        pause,
        pause,
        new Fault("kill", Fault.Loss.MEMORY, this::kill),
        new Fault("restart", Fault.Loss.MEMORY, this::restart));
  }

  /** Those that are rare. */
  List<Fault> rare() {
    return List.of(
        new Fault("standstill", Fault.Loss.MEMORY, this::standStill),
        new Fault("restored backup", Fault.Loss.WRITES, this::rollBack),
        new Fault("lost log", Fault.Loss.WRITES, this::loseLog));
  }

  /** Stops a cloud's process for seconds; it goes on as if nothing had been. */
  private void pause(int cloud, Random random) throws IOException, InterruptedException {
    stop(cloud, 1, LONGEST_PAUSE_MS, random);
  }

  /**
   * Stops it for so long that small pools of threads are full. Its RegionServers have lost their
   * sessions at ZooKeeper by then, and end when they hear of it; what is left of them is killed.
   */
  private void standStill(int cloud, Random random) throws IOException, InterruptedException {
    stop(cloud, SHORTEST_STANDSTILL_MS, LONGEST_STANDSTILL_MS, random);
    Rest.between(SHORTEST_END_MS, LONGEST_END_MS, random);
    kill(cloud, random);
  }

  private void stop(int cloud, int leastMs, int mostMs, Random random)
      throws IOException, InterruptedException {
    clusters.signal(cloud, "STOP");
    try {
      Rest.between(leastMs, mostMs, random);
    } finally {
      clusters.signal(cloud, "CONT");
    }
  }

  /** Sets a cloud back to what it had seconds before. */
  private void rollBack(int cloud, Random random) throws IOException, InterruptedException {
    try (CloudTable table = clusters.cloud(cloud, CheckedRun.TABLE)) {
      table.rollBack(() -> Rest.between(SHORTEST_LOSS_MS, LONGEST_LOSS_MS, random));
    }
  }

  /** Takes a cloud's log of some seconds away: what is older is in files. */
  private void loseLog(int cloud, Random random) throws IOException, InterruptedException {
    try (CloudTable table = clusters.cloud(cloud, CheckedRun.TABLE)) {
      table.flush();
    }
    Rest.between(SHORTEST_LOSS_MS, LONGEST_LOSS_MS, random);
    clusters.loseLog(cloud);
  }

  /** Kills a cloud's process, and starts it again. */
  private void kill(int cloud, Random random) throws IOException, InterruptedException {
    clusters.require("kill", String.valueOf(cloud));
    clusters.require("start", String.valueOf(cloud));
  }

  /**
   * Ends a cloud's process cleanly, and starts it again. On a busy machine it may not end in time,
   * and is then killed.
   */
  private void restart(int cloud, Random random) throws IOException, InterruptedException {
    clusters.require("stop", String.valueOf(cloud));
    clusters.require("start", String.valueOf(cloud));
  }
}
