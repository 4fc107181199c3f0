package io.dartagnan.clusters.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.clusters.it.EndToEnd;
import io.dartagnan.clusters.it.LocalClusters;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hundreds of filters at a time. */
@EndToEnd
@Tag("thorough")
class ManyFiltersIT {
  private static final int ROWS = 20_000;
  private static final int FILTERS = 256;
  private static final int CLIENTS = 16;
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  private final LocalClusters clusters;

  ManyFiltersIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @Test
  void allOfSixteenClientsAnswerRight() throws Exception {
    Random random = Torture.random();
    try (Connection connection = clusters.safe();
        Crowd crowd = new Crowd(clusters, ClientPatience.of(PATIENCE), CLIENTS)) {
      TorturedTable table =
          TorturedTable.create(connection, "many-filters", true, ROWS, random, new Outages());
      List<Question> questions =
          Stream.generate(() -> Question.equal(random, ROWS)).limit(FILTERS).toList();
      assertThat(crowd.askOnce(table, questions, PATIENCE)).isEmpty();
    }
  }
}
