package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program that knows nothing of this project cannot tell three clouds from one HBase. */
@EndToEnd
@Tag("thorough")
class EncountersIT {
  private final EncountersRuns runs;
  private List<String> plain;

  EncountersIT(LocalClusters clusters) throws Exception {
    this.runs = new EncountersRuns(clusters.programs(), EncountersFile.of(clusters));
  }

  @BeforeAll
  void runOnOneHBase() throws Exception {
    plain = runs.onOneHBase("DARTAGNAN_BASELINE_CONF");
  }

  @ParameterizedTest
  @CsvSource({"additive, araki", "xor, araki", "replicated, araki", "additive, bogdanov"})
  void anOrdinaryProgramPrintsTheSameOnThreeCloudsAsOnOneHBase(String scheme, String suite)
      throws Exception {
    assertThat(runs.onThreeClouds(scheme, suite)).isEqualTo(plain);
  }
}
