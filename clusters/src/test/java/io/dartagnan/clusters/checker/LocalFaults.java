package io.dartagnan.clusters.checker;

import io.dartagnan.clusters.it.LocalClusters;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/** Faults of clouds of which each is one process of this machine. */
final class LocalFaults {
  private static final int LONGEST_PAUSE_MS = 4_000;

  private final LocalClusters clusters;

  LocalFaults(LocalClusters clusters) {
    this.clusters = clusters;
  }

  /** All kinds; pauses, which take little, twice. */
  List<Fault> round() {
    Fault pause = new Fault("pause", this::pause);
    return List.of(
        pause, pause, new Fault("kill", this::kill), new Fault("restart", this::restart));
  }

  /** Stops a cloud's process for seconds; it goes on as if nothing had been. */
  private void pause(int cloud, Random random) throws IOException, InterruptedException {
    clusters.signal(cloud, "STOP");
    try {
      Rest.upTo(LONGEST_PAUSE_MS, random);
    } finally {
      clusters.signal(cloud, "CONT");
    }
  }

  /** Kills a cloud's process, and starts it again. */
  private void kill(int cloud, Random random) throws IOException, InterruptedException {
    clusters.require("kill", String.valueOf(cloud));
    clusters.require("start", String.valueOf(cloud));
  }

  /** Ends a cloud's process cleanly, and starts it again. */
  private void restart(int cloud, Random random) throws IOException, InterruptedException {
    clusters.require("stop", String.valueOf(cloud));
    clusters.require("start", String.valueOf(cloud));
  }
}
