package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Everything that passes over each network, by tcpdump on its bridge. */
final class NetworkCapture implements AutoCloseable {
  private final Map<String, Path> files = new TreeMap<>();
  private final Map<String, Process> dumps = new TreeMap<>();

  private NetworkCapture() {}

  /** Begins, and waits until every network is listened to. */
  static NetworkCapture start(RunningContainers docker, Path folder) throws Exception {
    NetworkCapture capture = new NetworkCapture();
    String networks =
        docker.docker(
            "network",
            "ls",
            "--filter",
            "label=com.docker.compose.project=" + RunningContainers.NAME,
            "--format",
            "{{.ID}} {{.Name}}");
    assertThat(networks).isNotBlank();
    for (String line : networks.lines().toList()) {
      String[] fields = line.split(" ", -1);
      String name = fields[1].substring((RunningContainers.NAME + "_").length());
      Path said = folder.resolve(name + ".tcpdump");
      Path file = folder.resolve(name + ".pcap");
      Process dump =
          new ProcessBuilder(
                  "tcpdump", "-i", "br-" + fields[0], "-s", "0", "-U", "-Z", "root", "-w",
                  file.toString())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      capture.dumps.put(name, dump);
      capture.files.put(name, file);
      await("tcpdump, which needs root, listens to " + name)
          .atMost(Duration.ofSeconds(20))
          .failFast(() -> !dump.isAlive())
          .until(() -> Files.readString(said).contains("listening on"));
    }
    return capture;
  }

  /** Ends it; the packets are in a file for each network. */
  Map<String, Path> stop() {
    close();
    return files;
  }

  @Override
  public void close() {
    dumps.values().forEach(Process::destroy);
    try {
      for (Process dump : dumps.values()) {
        assertThat(dump.waitFor(20, TimeUnit.SECONDS)).isTrue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
