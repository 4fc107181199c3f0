package io.dartagnan.client.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.rpc.CloudThreads;
import io.dartagnan.wire.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Filtered scans on the pool that a connection gives them. */
@Timeout(120)
class ManyScansTest {
  private static final RowInterval ALL = new RowInterval(new byte[0], new byte[0]);
  private static final int HEARTBEATS = 10;

  private final ExecutorService applications = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    applications.shutdownNow();
  }

  @ParameterizedTest(name = "{0} scans on {1} threads")
  @CsvSource({"1, 3", "300, 3", "300, 768"})
  void allScansEndHoweverFewThreadsTheyTakeTurnsOn(int scans, int threads) throws Exception {
    ExecutorService pool = CloudThreads.createForTurns(threads);
    try {
      CountDownLatch together = new CountDownLatch(scans);
      List<Future<Integer>> counts = new ArrayList<>();
      for (int i = 0; i < scans; i++) {
        counts.add(
            applications.submit(
                () -> {
                  together.countDown();
                  together.await();
                  return countRows(pool);
                }));
      }
      for (Future<Integer> count : counts) {
        assertThat(count.get(60, TimeUnit.SECONDS)).isEqualTo(3);
      }
    } finally {
      pool.shutdown();
    }
  }

  /** Each party sends heartbeats before its first page, so that every turn is followed by more. */
  private static int countRows(ExecutorService pool) throws Exception {
    MemoryClouds clouds = new MemoryClouds("a", "b", "c");
    clouds.bend =
        (session, party, call, honest) ->
            call < HEARTBEATS ? Page.heartbeat(0, 0, new byte[0]) : honest;
    QuerySettings settings = new QuerySettings(60_000, 60_000, 4, 1, Optional.empty());
    PageStream pages =
        new PageStream(
            "a scan",
            ALL,
            false,
            4,
            new RangePlanner(clouds, pool, settings.timeoutMs()),
            clouds,
            pool,
            settings);
    int rows = 0;
    try (EvaluatedRows scanner = new EvaluatedRows(pages, byParty -> byParty.get(0))) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows++;
      }
    }
    return rows;
  }
}
