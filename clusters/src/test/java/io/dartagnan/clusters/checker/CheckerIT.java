package io.dartagnan.clusters.checker;

import io.dartagnan.clusters.it.LocalClusters;
import io.dartagnan.clusters.it.SharedClusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A {@link CheckedRun} on the clouds of {@code clusters/local}, which are killed and stopped, and
 * lose what they had.
 */
@ExtendWith(SharedClusters.class)
class CheckerIT {
  private final LocalClusters clusters;

  CheckerIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @Test
  void whatClientsSeeUnderFaultsOneHBaseCouldHaveAnswered() throws Exception {
    clusters.restore();
    LocalFaults faults = new LocalFaults(clusters);
    new CheckedRun(clusters, faults.common(), faults.rare()).run();
  }
}
