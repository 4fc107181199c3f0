package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.io.crypto.tls.X509Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The walk of clusters/README.md that gives a cloud, and clients, later keys. */
@OnContainers
class ContainersRotationIT {
  private static final String NAME = "rotated";
  private static final int ROWS = 200;
  private static final Duration TAKEN_UP = Duration.ofMinutes(2);
  private static final Pattern BLOCK = Pattern.compile("(?s)\n```\n(.*?)\n```");

  /** Word in a RegionServer's log when it has taken up keys or certificates of the mesh. */
  private static final String OF_MESH = "generation";

  /** Words in a server's log when it has seen a changed file of HBase's TLS. */
  private static final String OF_RPC = "reset default SSL context";

  @TempDir Path folder;
  private final RunningContainers containers;

  ContainersRotationIT(RunningContainers containers) {
    this.containers = containers;
  }

  @Test
  void keysAreRotatedWhileFiltersRun() throws Exception {
    containers.restore();
    List<String> walk = blocks();
    assertThat(walk).hasSize(5);
    Configuration former = formerKey();
    try (Connection connection = containers.safe(new Configuration(false))) {
      Numbered table = Numbered.create(connection, NAME).load(ROWS);
      try (RightFilters filters = new RightFilters(table, ROWS)) {
        run(walk, 1);
        filters.goOn();
        taken(walk, 2, servers(0, 1, 2));
        filters.goOn();
        isOpen(former);
        taken(walk, 3, servers(1));
        filters.goOn();
        isOpen(former);
        isOpen(new Configuration(false));
        taken(walk, 4, servers(0, 1, 2));
        filters.goOn();
      }
      isClosed(former);
    }
    // Nothing is left that stood before.
    for (String server : servers(0, 1, 2)) {
      containers.kill(server);
    }
    containers.restore();
    try (Connection connection = containers.safe(new Configuration(false))) {
      RightFilters.holds(new Numbered(connection, TableName.valueOf(NAME)), ROWS);
    }
    isClosed(former);
  }

  private List<String> blocks() throws IOException {
    String page = Files.readString(containers.module().resolve("README.md"));
    Matcher block = BLOCK.matcher(page.split("## Rotate keys", -1)[1].split("\n## ", -1)[0]);
    List<String> blocks = new ArrayList<>();
    while (block.find()) {
      blocks.add(block.group(1));
    }
    return blocks;
  }

  /** Runs a block of the walk, after the first, which has what all of them use. */
  private void run(List<String> walk, int block) throws Exception {
    containers.bash(
        Map.of(
            "project", RunningContainers.NAME,
            "subnet", RunningContainers.SUBNET,
            "exchange", folder.resolve("exchange").toString()),
        walk.get(0) + "\n" + walk.get(block));
  }

  /** Runs a block, and waits until servers have taken up what it changed. */
  private void taken(List<String> walk, int block, List<String> servers) throws Exception {
    Map<String, Integer> before = new TreeMap<>();
    for (String server : servers) {
      for (String said : said(server)) {
        before.put(server + said, lines(server, said));
      }
    }
    run(walk, block);
    for (String server : servers) {
      for (String said : said(server)) {
        await(server + " says " + said)
            .atMost(TAKEN_UP)
            .until(() -> lines(server, said) > before.get(server + said));
      }
    }
  }

  private static List<String> said(String server) {
    return server.startsWith("master") ? List.of(OF_RPC) : List.of(OF_RPC, OF_MESH);
  }

  private int lines(String server, String text) throws Exception {
    return (int) containers.logs(server).lines().filter(line -> line.contains(text)).count();
  }

  private static List<String> servers(int... clouds) {
    List<String> servers = new ArrayList<>();
    for (int cloud : clouds) {
      servers.add("master-" + cloud);
      servers.add("regionserver-" + cloud + "-1");
      servers.add("regionserver-" + cloud + "-2");
    }
    return servers;
  }

  /** Settings of a client that goes on with the key of before. */
  private Configuration formerKey() throws IOException {
    Configuration settings = new Configuration(false);
    Path own = Path.of(containers.client(0).get(X509Util.TLS_CONFIG_KEYSTORE_LOCATION));
    Path copy = Files.copy(own, folder.resolve("former.p12"));
    settings.set(X509Util.TLS_CONFIG_KEYSTORE_LOCATION, copy.toString());
    return settings;
  }

  private void isOpen(Configuration settings) {
    for (int cloud = 0; cloud < 3; cloud++) {
      CloudEntry entry = new CloudEntry(containers, cloud);
      await("cloud " + cloud + " lets a client in")
          .atMost(TAKEN_UP)
          .ignoreExceptions()
          .untilAsserted(() -> entry.isOpenWith(settings));
    }
  }

  private void isClosed(Configuration settings) {
    for (int cloud = 0; cloud < 3; cloud++) {
      CloudEntry entry = new CloudEntry(containers, cloud);
      await("cloud " + cloud + " lets nobody in who has the former key")
          .atMost(TAKEN_UP)
          .ignoreExceptions()
          .untilAsserted(() -> entry.isClosedWith(settings));
    }
  }
}
