package io.dartagnan.clusters.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.clusters.it.EndToEnd;
import io.dartagnan.clusters.it.LocalClusters;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cloud that is killed while hundreds of filters run. */
@EndToEnd
@Tag("long")
class KilledUnderFiltersIT {
  private static final int ROWS = 4_000;
  private static final int FILTERS = 200;
  private static final int CLIENTS = 8;
  private static final int PARTY = 1;

  /** Longer than 200 filters take at once on a slow machine whose servers do without optimising. */
  private static final Duration OPERATION = Duration.ofMinutes(2);

  /** An operation's time-out, and what a caller may have to wait longer. */
  private static final Duration PATIENCE = OPERATION.plusSeconds(10);

  /** Answers after which the cloud is killed: all the others are under way. */
  private static final int FIRST_ANSWERS = 10;

  private static final Duration BEGIN_DEADLINE = Duration.ofMinutes(5);

  private final LocalClusters clusters;

  KilledUnderFiltersIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @AfterEach
  void restore() throws Exception {
    clusters.restore();
  }

  @Test
  void everyCallerIsToldAndTheNextFilterIsRight() throws Exception {
    Random random = Torture.random();
    try (Connection connection = clusters.safe();
        Crowd crowd = new Crowd(clusters, ClientPatience.of(OPERATION), CLIENTS)) {
      TorturedTable table =
          TorturedTable.create(connection, "killed-under", true, ROWS, random, new Outages());
      Question question = Question.equal(random, ROWS);
      // The first of all takes a busy machine long: 200 of them would end by the time-out.
      requireRight(table, question);
      AtomicInteger answers = new AtomicInteger();
      List<Future<String>> failures =
          crowd.begin(
              FILTERS, (client, caller) -> failure(table.through(client), question, answers));
      await("filters run").atMost(BEGIN_DEADLINE).until(() -> answers.get() >= FIRST_ANSWERS);

      clusters.signal(PARTY, "KILL");

      List<String> said = failures(failures);
      assertThat(said).hasSize(FILTERS).allMatch(each -> each.contains("cloud " + PARTY));
      clusters.require("start", String.valueOf(PARTY));
      requireRight(table, question);
    }
  }

  private static void requireRight(TorturedTable table, Question question) throws IOException {
    long begun = System.nanoTime();
    assertThat(table.ledger().wrong(question, table.filter(question), begun, System.nanoTime()))
        .isEmpty();
  }

  /** Asks until that fails; right answers until then. */
  private static String failure(TorturedTable table, Question question, AtomicInteger answers) {
    try {
      while (true) {
        requireRight(table, question);
        answers.incrementAndGet();
      }
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  private static List<String> failures(List<Future<String>> callers) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<String> said = new ArrayList<>();
    int silent = 0;
    for (Future<String> caller : callers) {
      try {
        said.add(caller.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS));
      } catch (TimeoutException e) {
        silent++;
      }
    }
    assertThat(silent).as("callers without an error after %s", PATIENCE).isZero();
    return said;
  }
}
