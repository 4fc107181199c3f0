package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.dartagnan.schema.InnerVersions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Errors that an application sees when a cloud or Redis is down, and its answers when it is back.
 */
@EndToEnd
@Tag("long")
class FaultsIT {
  private static final int ROWS = 1_000;
  private static final Duration RECOVERY = Duration.ofSeconds(60);

  private final LocalClusters clusters;
  private Connection connection;
  private Numbered numbered;

  FaultsIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeEach
  void load(TestInfo test) throws IOException {
    connection = clusters.safe();
    numbered = Numbered.create(connection, test.getTestMethod().orElseThrow().getName()).load(ROWS);
    assertThat(numbered.numbers(CompareOperator.LESS, 3)).containsExactly(0L, 1L, 2L);
  }

  @AfterEach
  void restore() throws Exception {
    connection.close();
    clusters.restore();
  }

  @Test
  void aCloudThatIsDownIsNamedAndHalfAWriteIsNeverRead() throws Exception {
    numbered.write(7, 70_000);

    try (Connection impatient = clusters.impatient()) {
      Numbered again = new Numbered(impatient, numbered.name());
      assertThat(again.read(7)).as("read once, so that it knows the table").isEqualTo(70_000);
      clusters.require("stop", "1");
      callsNameCloudOne(again);
    }

    clusters.require("start", "1");
    try (Admin admin = connection.getAdmin()) {
      admin.flush(numbered.name());
    }
    await("the old version is read")
        .atMost(RECOVERY)
        .ignoreExceptions()
        .until(() -> numbered.read(7) == 70_000);
    assertThat(numbered.numbers(CompareOperator.EQUAL, 70_001)).isEmpty();
    assertThat(numbered.numbers(CompareOperator.GREATER, 999)).containsExactly(70_000L);
    numbered.write(7, 70_002);
    assertThat(numbered.read(7)).isEqualTo(70_002);
    assertThat(numbered.numbers(CompareOperator.GREATER_OR_EQUAL, 999))
        .containsExactly(70_002L, 999L);
  }

  /** Side by side: each waits until the patience with a cloud is over. */
  private void callsNameCloudOne(Numbered again) throws Exception {
    List<Callable<Void>> calls =
        List.of(
            () -> writesNameCloudOne(again),
            () -> namesCloudOne(() -> numbered.read(7)),
            () -> namesCloudOne(() -> numbered.numbers(CompareOperator.GREATER, 10)),
            () -> namesCloudOne(this::batch),
            this::theCommandLineNamesCloudOne);
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    try {
      for (Future<Void> call : threads.invokeAll(calls, 3, TimeUnit.MINUTES)) {
        call.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** More often than a family keeps versions to spare: none may push the complete one out. */
  private static Void writesNameCloudOne(Numbered again) {
    for (int attempt = 0; attempt <= InnerVersions.SLACK; attempt++) {
      namesCloudOne(() -> again.write(7, 70_001));
    }
    return null;
  }

  private Void theCommandLineNamesCloudOne() throws Exception {
    Commands.Ended scan =
        clusters.dartagnan("scan", numbered.name().getNameAsString(), "--limit", "1");
    assertThat(scan.exit()).isEqualTo(1);
    assertThat(scan.errors().strip()).contains("cloud 1").hasLineCount(1);
    return null;
  }

  private void batch() throws IOException {
    try (Table table = connection.getTable(numbered.name())) {
      table.put(List.of(Numbered.put(8, 80_000), Numbered.put(9, 90_000)));
    }
  }

  private static Void namesCloudOne(Throwing call) {
    assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () ->
            assertThatThrownBy(call::run)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cloud 1"));
    return null;
  }

  /** A cloud that starts anew has to look its peers up, and they it. */
  @Test
  void redisThatIsDownIsNamedOnceAServerHasToBeFound() throws Exception {
    clusters.require("kill", "1");
    clusters.require("start", "1");
    clusters.require("stop", "redis");

    assertThat(numbered.read(5)).as("reading rows needs no Redis").isEqualTo(5);
    assertThatThrownBy(() -> numbered.numbers(CompareOperator.LESS, 3))
        .isInstanceOf(IOException.class)
        .message()
        .contains("Redis")
        .hasLineCount(1);
    Commands.Ended scan =
        clusters.dartagnan("scan", numbered.name().getNameAsString(), "--where", "number < 3");
    assertThat(scan.exit()).isEqualTo(1);
    assertThat(scan.errors().strip()).contains("Redis").hasLineCount(1);

    clusters.require("start", "redis");
    await("a filter works again")
        .atMost(RECOVERY)
        .ignoreExceptions()
        .until(() -> numbered.numbers(CompareOperator.LESS, 3).equals(List.of(0L, 1L, 2L)));
  }

  private interface Throwing {
    void run() throws Exception;
  }
}
