package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.clusters.certs.CertificateSet;
import io.dartagnan.clusters.certs.PartyStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The walks of docs/operating.md: what operators do with clouds that are in use. */
@EndToEnd
@Tag("long")
class DayTwoIT {
  private static final int CLOUDS = 3;
  private static final int ROWS = 200;
  private static final Duration DEADLINE = Duration.ofMinutes(5);

  private final LocalClusters clusters;
  private Connection connection;

  DayTwoIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeEach
  void connect() throws IOException {
    Configuration settings = new Configuration(false);
    // As the page says: nothing may take what a cloud was set back behind for an orphaned version.
    settings.setLong(ClientKeys.LEFTOVERS_WAIT_MS, 0);
    connection = clusters.safe(settings);
  }

  @AfterEach
  void restore() throws Exception {
    connection.close();
    clusters.restart();
  }

  private Numbered replicated(String name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Numbered.FAMILY))
              .setValue("dartagnan.suite", "araki")
              .setValue("dartagnan.column.f:number", "replicated int64")
              .setValue("dartagnan.column.f:text", "replicated string(12)")
              .build());
    }
    return new Numbered(connection, TableName.valueOf(name));
  }

  private Commands.Ended require(int exit, String... arguments) throws Exception {
    Commands.Ended ended = clusters.dartagnan(arguments);
    assertThat(ended.exit())
        .as("%s: %s%s", List.of(arguments), ended.output(), ended.errors())
        .isEqualTo(exit);
    return ended;
  }

  private void verified(Numbered table) throws Exception {
    assertThat(require(0, "verify", table.name().getNameAsString()).output())
        .contains("the clouds agree");
  }

  private Path data(int cloud) {
    return clusters.folder("cloud-" + cloud).resolve("data");
  }

  /** Everything that a cloud stores, away from it. */
  private Path copied(int cloud, String name) throws Exception {
    clusters.require("stop", String.valueOf(cloud));
    Path copy = clusters.target().resolve("day-two-" + name);
    FileUtils.deleteDirectory(copy.toFile());
    FileUtils.copyDirectory(data(cloud).toFile(), copy.toFile());
    clusters.require("start", String.valueOf(cloud));
    return copy;
  }

  private void putBack(int cloud, Path copy) throws Exception {
    clusters.require("stop", String.valueOf(cloud));
    FileUtils.deleteDirectory(data(cloud).toFile());
    Files.move(copy, data(cloud));
    clusters.require("start", String.valueOf(cloud));
    reconnect();
  }

  private void reconnect() throws IOException {
    connection.close();
    connect();
  }

  private Numbered again(Numbered table) {
    return new Numbered(connection, table.name());
  }

  @Test
  void aCloudIsRestoredFromAnOlderCopyOfItsFiles() throws Exception {
    Numbered shared = replicated("restored-replicated").load(ROWS);
    Numbered added = Numbered.create(connection, "restored-additive").load(ROWS);
    Path backup = copied(1, "backup");
    reconnect();
    for (Numbered table : List.of(again(shared), again(added))) {
      for (int row = ROWS; row < ROWS + 20; row++) {
        table.write(row, row);
      }
      table.write(7, 7_000);
      holds(table, 7, 7_000, ROWS + 20);
    }

    putBack(1, backup);

    // What cloud 1 lacks is named, or read from the two others, which repairs it.
    for (int row : new int[] {7, ROWS}) {
      assertThatThrownBy(() -> again(added).find(row))
          .hasMessageContaining("cloud 1 lacks the version at")
          .hasMessageContaining(Numbered.row(row) + " of table " + added.name());
    }
    for (Numbered table : List.of(shared, added)) {
      assertThat(require(3, "verify", table.name().getNameAsString()).output())
          .contains("row row-000200, f:number")
          .contains("21 rows differ");
    }
    assertThat(again(shared).read(ROWS)).isEqualTo(ROWS);
    assertThat(again(shared).read(7)).isEqualTo(7_000);
    assertThat(require(0, "repair", "1", shared.name().getNameAsString()).output())
        .contains("rebuilt on cloud 1");
    verified(shared);
    holds(again(shared), 7, 7_000, ROWS + 20);
    assertThat(require(1, "repair", "1", added.name().getNameAsString()).errors())
        .contains("has columns that are not replicated");
    for (int row = ROWS; row < ROWS + 20; row++) {
      again(added).write(row, row);
    }
    again(added).write(7, 7_000);
    holds(again(added), 7, 7_000, ROWS + 20);
  }

  /** Row {@code i} has the number {@code i}, but for one. */
  private static void holds(Numbered table, int row, long number, int rows) throws IOException {
    assertThat(table.numbers(CompareOperator.GREATER_OR_EQUAL, 0))
        .containsExactlyElementsOf(
            LongStream.range(0, rows).map(i -> i == row ? number : i).boxed().toList());
  }

  @Test
  void threeCloudsGoBackToSnapshotsOfOneMoment() throws Exception {
    Numbered table = Numbered.create(connection, "snapshots").load(ROWS);
    try (Admin admin = connection.getAdmin()) {
      admin.snapshot("snapshots-monday", table.name());
      table.write(7, 7_000);
      table.write(ROWS, ROWS);
      admin.disableTable(table.name());
      admin.restoreSnapshot("snapshots-monday");
      admin.enableTable(table.name());
    }
    reconnect();
    RightFilters.holds(again(table), ROWS);
    verified(table);
  }

  @Test
  void aCloudMovesToAnEmptyClusterByRepairAndByItsFiles() throws Exception {
    Numbered shared = replicated("moved-replicated").load(ROWS);
    Numbered added = Numbered.create(connection, "moved-additive").load(ROWS);
    Path carried = copied(2, "carried");
    clusters.require("stop", "2");
    FileUtils.deleteDirectory(data(2).toFile());
    clusters.require("start", "2");
    reconnect();

    assertThat(require(0, "repair", "2", shared.name().getNameAsString()).errors())
        .contains("was missing on cloud 2 and is created");
    verified(shared);
    RightFilters.holds(again(shared), ROWS);
    assertThat(require(1, "repair", "2", added.name().getNameAsString()).errors())
        .contains("has columns that are not replicated");
    assertThatThrownBy(() -> RightFilters.holds(again(added), ROWS))
        .hasMessageContaining("cloud 2");

    putBack(2, carried);

    for (Numbered table : List.of(shared, added)) {
      verified(table);
      RightFilters.holds(again(table), ROWS);
    }
  }

  @Test
  void aRegionServerIsReplacedWhileFiltersRun() throws Exception {
    Numbered table =
        Numbered.create(connection, "replaced", Numbered.row(50), Numbered.row(100)).load(ROWS);
    try (SecondRegionServer second = SecondRegionServer.start(clusters, 1);
        RightFilters filters = new RightFilters(table, ROWS);
        CloudTable cloud = clusters.cloud(1, table.name())) {
      ServerName former = second.former();
      await("the new server is in the cluster")
          .atMost(DEADLINE)
          .ignoreExceptions()
          .until(() -> cloud.admin().getRegionServers().size() == 2);
      ServerName replacement =
          cloud.admin().getRegionServers().stream()
              .filter(server -> !server.equals(former))
              .findFirst()
              .orElseThrow();
      cloud.admin().balancerSwitch(false, true);
      second.unload(former);
      assertThat(cloud.admin().getRegions(former)).isEmpty();
      assertThat(cloud.admin().getRegions(replacement))
          .filteredOn(region -> region.getTable().equals(table.name()))
          .hasSize(3);
      filters.goOn();
      cloud.admin().stopRegionServer(former.getAddress().toString());
      await("the former server is gone")
          .atMost(DEADLINE)
          .ignoreExceptions()
          .until(() -> List.copyOf(cloud.admin().getRegionServers()).equals(List.of(replacement)));
      filters.goOn();
      doctorIsContent();
      cloud.admin().balancerSwitch(true, true);
    }
  }

  @Test
  void aCloudsKeyIsRotatedWhileFiltersRun(@TempDir Path set) throws Exception {
    Numbered table = Numbered.create(connection, "rotated").load(ROWS);
    for (int cloud = 0; cloud < CLOUDS; cloud++) {
      Files.createSymbolicLink(
          set.resolve("party-" + cloud), clusters.folder("cloud-" + cloud).resolve("tls"));
    }
    PartyStores one = CertificateSet.in(set).parties().get(1);
    try (RightFilters filters = new RightFilters(table, ROWS)) {
      List<Integer> before = generations();
      Path fresh = CertificateSet.in(set).renew(1, 365, Instant.now());
      everyServerHasMore(before, 0, 1, 2);
      filters.goOn();
      before = generations();
      Files.move(fresh, one.keystore(), StandardCopyOption.REPLACE_EXISTING);
      everyServerHasMore(before, 1);
      filters.goOn();
      before = generations();
      assertThat(CertificateSet.in(set).retire(1)).containsExactly("party-1");
      everyServerHasMore(before, 0, 1, 2);
      filters.goOn();
      doctorIsContent();
    }
  }

  /** Lines of each cloud's log that say that changed keys or certificates were taken up. */
  private List<Integer> generations() throws IOException {
    List<Integer> lines = new ArrayList<>();
    for (int cloud = 0; cloud < CLOUDS; cloud++) {
      Path log = clusters.folder("cloud-" + cloud).resolve("logs").resolve("hbase.log");
      try (Stream<String> all = Files.lines(log)) {
        lines.add((int) all.filter(line -> line.contains("generation")).count());
      }
    }
    return lines;
  }

  private void everyServerHasMore(List<Integer> before, int... clouds) {
    await("the clouds have taken up the stores")
        .atMost(DEADLINE)
        .untilAsserted(
            () -> {
              List<Integer> now = generations();
              for (int cloud : clouds) {
                assertThat(now.get(cloud)).as("cloud %d", cloud).isGreaterThan(before.get(cloud));
              }
            });
  }

  /** Once the lease of the former server's record is over. */
  private void doctorIsContent() {
    await("the doctor finds nothing of mesh, certificates and discovery")
        .atMost(DEADLINE)
        .untilAsserted(
            () -> {
              String told = clusters.dartagnan("doctor").output();
              for (String check : List.of("mesh", "discovery", "certificates", "parties")) {
                assertThat(told).containsPattern("ok +" + check);
              }
            });
  }
}
