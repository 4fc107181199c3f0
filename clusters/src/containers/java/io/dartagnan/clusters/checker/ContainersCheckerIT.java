package io.dartagnan.clusters.checker;

import io.dartagnan.clusters.it.OnContainers;
import io.dartagnan.clusters.it.RunningContainers;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A {@link CheckedRun} on clouds of containers with two RegionServers each, which are killed one at
 * a time and come back, while whole clouds are paused.
 */
@OnContainers
class ContainersCheckerIT {
  private final RunningContainers containers;

  ContainersCheckerIT(RunningContainers containers) {
    this.containers = containers;
  }

  @Test
  void whatClientsSeeUnderFaultsOneHBaseCouldHaveAnswered() throws Exception {
    containers.restore();
    new CheckedRun(containers, new ContainerFaults(containers).round(), List.of()).run();
  }
}
