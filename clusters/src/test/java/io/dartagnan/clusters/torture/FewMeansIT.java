package io.dartagnan.clusters.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.clusters.it.EndToEnd;
import io.dartagnan.clusters.it.LocalClusters;
import io.dartagnan.server.ServerKeys;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Filters on clouds whose servers have two handlers for the calls of clients, and room for the
 * share columns of a region or two.
 */
@EndToEnd
@Tag("long")
@Timeout(value = 4, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FewMeansIT {
  private static final int HANDLERS = 2;
  private static final int COLUMN_BYTES = 1 << 16;
  private static final int ROWS = 2_000;
  private static final int FILTERS = 64;
  private static final int CLIENTS = 8;
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final LocalClusters clusters;

  FewMeansIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void restart() throws Exception {
    clusters.restart(
        "--set",
        HConstants.REGION_SERVER_HANDLER_COUNT + "=" + HANDLERS,
        "--set",
        ServerKeys.COLUMNS_MAX_BYTES + "=" + COLUMN_BYTES);
  }

  @AfterAll
  void restore() throws Exception {
    clusters.restart();
  }

  @Test
  void sixtyFourFiltersOfEightClientsAllAnswerRight() throws Exception {
    Random random = Torture.random();
    try (Connection connection = clusters.safe();
        Crowd crowd = new Crowd(clusters, ClientPatience.of(PATIENCE), CLIENTS)) {
      TorturedTable table =
          TorturedTable.create(connection, "few-handlers", true, ROWS, random, new Outages());
      List<Question> questions =
          Stream.generate(() -> Question.random(random, ROWS)).limit(FILTERS).toList();
      assertThat(crowd.askOnce(table, questions, PATIENCE)).isEmpty();
    }
  }

  @Test
  void withHardlyAnyRoomForShareColumns() throws Exception {
    new Torture(clusters, "torture-tiny").run();
  }
}
