package io.dartagnan.clusters.checker;

import io.dartagnan.clusters.it.RunningContainers;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/** Faults of clouds of containers, each of which has two RegionServers. */
final class ContainerFaults {
  private static final int LONGEST_ABSENCE_MS = 10_000;
  private static final int SHORTEST_PAUSE_MS = 4_000;
  private static final int LONGEST_PAUSE_MS = 10_000;

  private final RunningContainers containers;

  ContainerFaults(RunningContainers containers) {
    this.containers = containers;
  }

  /** All kinds. */
  List<Fault> round() {
    return List.of(
        new Fault("kill of a RegionServer", Fault.Loss.MEMORY, this::killRegionServer),
        new Fault("pause of a cloud", this::pause));
  }

  private void killRegionServer(int cloud, Random random) throws IOException, InterruptedException {
    String server = "regionserver-%d-%d".formatted(cloud, 1 + random.nextInt(2));
    containers.kill(server);
    Rest.upTo(LONGEST_ABSENCE_MS, random);
    containers.start(server);
  }

  /** Holds all containers of a cloud for seconds; they go on as if nothing had been. */
  private void pause(int cloud, Random random) throws IOException, InterruptedException {
    containers.pause(cloud);
    try {
      Rest.between(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS, random);
    } finally {
      containers.resume(cloud);
    }
  }
}
