package io.dartagnan.clusters.torture;

import io.dartagnan.clusters.it.EndToEnd;
import io.dartagnan.clusters.it.LocalClusters;
import io.dartagnan.server.ServerKeys;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Filters and aggregates under {@link Torture}: every answer is one that follows from the
 * acknowledged writes, with share columns and without. {@link FewMeansIT} has hardly any room for
 * them.
 */
@EndToEnd
@Timeout(value = 4, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("thorough")
class FilterTortureIT {
  private final LocalClusters clusters;

  FilterTortureIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @Test
  void withShareColumns() throws Exception {
    new Torture(clusters, "torture").run();
  }

  @Test
  @EnabledIfSystemProperty(named = Torture.MINUTES, matches = ".+")
  void withoutShareColumns() throws Exception {
    clusters.restart("--set", ServerKeys.COLUMNS_MAX_BYTES + "=0");
    try {
      new Torture(clusters, "torture-without").run();
    } finally {
      clusters.restart();
    }
  }
}
