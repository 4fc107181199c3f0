package io.dartagnan.clusters.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dartagnan.clusters.it.EndToEnd;
import io.dartagnan.clusters.it.LocalClusters;
import io.dartagnan.server.ServerKeys;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Three clouds that go from one version of the mesh's protocol to the next, one after the other,
 * while rows are written and filtered: a call may fail with an error that names the cloud while it
 * is down, and no answer is wrong or lost. Then the way back.
 */
@EndToEnd
@Tag("long")
@Timeout(value = 1, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RollingUpgradeIT {
  private static final Duration DEADLINE = Duration.ofMinutes(3);

  /** Versions of the mesh's protocol that this release speaks. */
  private static final int OLDEST = 2;

  private static final int NEWEST = 3;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Time between two clouds, in which filters run with servers of both versions. */
  private static final Duration MIXED = Duration.ofSeconds(10);

  /** Of one server in each cloud to those of the two others. */
  private static final int CONNECTIONS = 6;

  private final LocalClusters clusters;

  RollingUpgradeIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @AfterEach
  void restore() throws Exception {
    clusters.restart();
  }

  @Test
  void cloudsAreUpgradedOneAfterTheOtherUnderLoad() throws Exception {
    clusters.restart("--set", setting(OLDEST));

    new Torture(clusters, "upgrade")
        .during(
            (table, outages, random) -> {
              connectionsAre(0);
              List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
              Collections.shuffle(order, random);
              change(order, NEWEST, outages);
            });
  }

  @Test
  void cloudsGoBackOneAfterTheOtherUnderLoad() throws Exception {
    new Torture(clusters, "downgrade")
        .during(
            (table, outages, random) -> {
              connectionsAre(CONNECTIONS);
              change(List.of(2, 0, 1), OLDEST, outages);
            });
  }

  private static String setting(int newest) {
    return ServerKeys.MESH_VERSION_NEWEST + "=" + newest;
  }

  private void change(List<Integer> order, int newest, Outages outages) throws Exception {
    System.out.printf("  clouds in the order %s to version %d%n", order, newest);
    int changed = 0;
    for (int cloud : order) {
      outages.begin();
      clusters.require("stop", String.valueOf(cloud));
      clusters.require("start", String.valueOf(cloud), "--set", setting(newest));
      outages.end();
      changed++;
      int upgraded = newest == NEWEST ? changed : order.size() - changed;
      connectionsAre(connectionsOfNewest(upgraded));
      new CountDownLatch(1).await(MIXED.toSeconds(), TimeUnit.SECONDS);
    }
  }

  /** Both ways between each two of so many clouds. */
  private static int connectionsOfNewest(int clouds) {
    return clouds * (clouds - 1);
  }

  /**
   * Waits until the doctor sees so many connections in the newest version, the rest in the oldest.
   */
  private void connectionsAre(int newest) {
    String old =
        newest == CONNECTIONS ? null : "%d in version %d".formatted(CONNECTIONS - newest, OLDEST);
    String fresh = newest == 0 ? null : "%d in version %d".formatted(newest, NEWEST);
    String expected =
        Stream.of(old, fresh).filter(Objects::nonNull).collect(Collectors.joining(", "));
    await("connections " + expected)
        .atMost(DEADLINE)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(
            () -> assertThat(mesh()).endsWith("by version of the mesh's protocol: " + expected));
  }

  /** The doctor's line on the mesh. */
  private String mesh() throws IOException, InterruptedException {
    for (String line : clusters.dartagnan("doctor", "--json").output().lines().toList()) {
      JsonNode told = JSON.readTree(line);
      if (told.get("check").textValue().equals("mesh")) {
        return told.has("seen") ? told.get("seen").textValue() : line;
      }
    }
    return "nothing of the mesh";
  }
}
