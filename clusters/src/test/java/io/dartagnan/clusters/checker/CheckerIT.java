package io.dartagnan.clusters.checker;

import io.dartagnan.clusters.it.LocalClusters;
import io.dartagnan.clusters.it.SharedClusters;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A {@link CheckedRun} on the clouds of {@code clusters/local}, which are killed and stopped; with
 * {@code -Dchecker.losses=true}, as in the profile, they stand still for long and lose what they
 * had, too.
 */
@ExtendWith(SharedClusters.class)
@Tag("thorough")
class CheckerIT {
  private final LocalClusters clusters;

  CheckerIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @Test
  void whatClientsSeeUnderFaultsOneHBaseCouldHaveAnswered() throws Exception {
    clusters.restore();
    LocalFaults faults = new LocalFaults(clusters);
    boolean losses = Boolean.getBoolean("checker.losses");
    new CheckedRun(clusters, faults.common(), losses ? faults.rare() : List.of()).run();
  }
}
