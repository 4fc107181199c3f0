package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Imports that do not come to their end: what they say, and how they go on. */
@EndToEnd
@Tag("long")
class CommandLineFaultsIT {
  private static final Duration DEADLINE = Duration.ofSeconds(90);

  /** The promises of docs/command-line.md. */
  private static final Duration UNTIL_A_CLOUD_IS_NAMED = Duration.ofSeconds(20);

  private static final Duration UNTIL_ALL_IS_LOADED = Duration.ofMinutes(3);

  /** Enough to load for longer than it takes to see that loading has begun. */
  private static final int ROWS = 60_000;

  /** Once it is there the rows of earlier writes are acknowledged. */
  private static final byte[] LATER = Bytes.toBytes("r002000");

  private final LocalClusters clusters;
  private Path csv;

  CommandLineFaultsIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void write() throws IOException {
    csv = clusters.target().resolve("command-line-faults.csv");
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(csv))) {
      out.println("Id,Name,Age");
      for (int i = 0; i < ROWS; i++) {
        out.printf("r%06d,Ann %d,%d%n", i, i, i % 90);
      }
    }
  }

  @AfterEach
  void restore() throws Exception {
    clusters.restore();
  }

  private RunningCommand startImport(String table, String... more) throws IOException {
    String[] arguments = new String[5 + more.length];
    System.arraycopy(
        new String[] {"import", csv.toString(), "--table", table, "--json"}, 0, arguments, 0, 5);
    System.arraycopy(more, 0, arguments, 5, more.length);
    return clusters.startDartagnan(arguments);
  }

  private void awaitLoading(RunningCommand running, String table) throws Exception {
    try (Connection connection = clusters.cloud(0);
        Admin admin = connection.getAdmin();
        Table rows = connection.getTable(TableName.valueOf(table))) {
      await("rows are being loaded")
          .atMost(DEADLINE)
          .ignoreExceptions()
          .until(
              () -> {
                assertThat(running.isAlive()).isTrue();
                try (ResultScanner scanner =
                    rows.getScanner(new Scan().withStartRow(LATER).setLimit(1))) {
                  return admin.isTableEnabled(rows.getName()) && scanner.next() != null;
                }
              });
    }
  }

  /** Without the lines on how far it is, which come every ten seconds. */
  private static String said(Commands.Ended ended) {
    return ended
        .errors()
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("loaded "))
        .collect(Collectors.joining("\n"));
  }

  private void goesOn(String table) throws Exception {
    try (RunningCommand again = startImport(table, "--continue")) {
      Commands.Ended ended = again.await(UNTIL_ALL_IS_LOADED);
      assertThat(ended.exit()).as(ended.errors()).isZero();
      JsonNode done = new ObjectMapper().readTree(ended.output());
      assertThat(done.get("rows").intValue()).isPositive();
      assertThat(done.get("already").intValue()).isPositive();
      assertThat(done.get("rows").intValue() + done.get("already").intValue()).isEqualTo(ROWS);
    }
    assertThat(clusters.dartagnan("count", table, "--json").output()).contains("\"value\":" + ROWS);
  }

  @Test
  void aCloudThatIsKilledIsNamedAndTheImportGoesOnLater() throws Exception {
    try (RunningCommand running = startImport("killed")) {
      awaitLoading(running, "killed");
      clusters.require("kill", "1");

      Commands.Ended ended = running.await(UNTIL_A_CLOUD_IS_NAMED);

      assertThat(ended.exit()).isEqualTo(1);
      assertThat(said(ended))
          .hasLineCount(1)
          .contains("cloud 1 (", "does not answer")
          .containsPattern("[1-9][0-9,]* of 60,000 rows are loaded into table killed; the same")
          .contains("--continue");
    }
    clusters.require("start", "1");
    goesOn("killed");
  }

  @Test
  void anInterruptSaysWhatIsLoadedAndTheImportGoesOnLater() throws Exception {
    try (RunningCommand running = startImport("interrupted")) {
      awaitLoading(running, "interrupted");
      running.interrupt();

      Commands.Ended ended = running.await(DEADLINE);

      assertThat(ended.exit()).isEqualTo(130);
      assertThat(said(ended))
          .hasLineCount(1)
          .containsPattern(
              "dartagnan: interrupted; [1-9][0-9,]* of 60,000 rows are loaded into table interrupted")
          .contains("--continue");
    }
    goesOn("interrupted");
  }

  @Test
  void anInterruptWhileATableIsDroppedSaysWhatIsLeft() throws Exception {
    try (Connection safe = clusters.safe()) {
      Numbered.create(safe, "dropped").load(10);
    }
    try (Connection connection = clusters.cloud(0);
        Admin admin = connection.getAdmin();
        RunningCommand running = startImport("dropped", "--drop")) {
      await("the table is being dropped")
          .atMost(DEADLINE)
          .pollInterval(Duration.ofMillis(20))
          .ignoreExceptions()
          .until(() -> !admin.isTableEnabled(TableName.valueOf("dropped")));
      running.interrupt();

      Commands.Ended ended = running.await(DEADLINE);

      assertThat(ended.exit()).isEqualTo(130);
      assertThat(said(ended))
          .hasLineCount(1)
          .contains(
              "dartagnan: interrupted; table dropped was being deleted, and some clouds may still have it, disabled; 'dartagnan drop dropped' deletes the rest of it");
    }
    assertThat(clusters.dartagnan("drop", "dropped", "--yes").exit()).isZero();
    for (int party = 0; party < 3; party++) {
      try (Connection connection = clusters.cloud(party);
          Admin admin = connection.getAdmin()) {
        assertThat(admin.tableExists(TableName.valueOf("dropped"))).isFalse();
      }
    }
  }
}
