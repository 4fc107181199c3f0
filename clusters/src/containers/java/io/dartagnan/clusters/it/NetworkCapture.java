package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Everything that passes over each network, by tcpdump on its bridge. */
final class NetworkCapture implements AutoCloseable {
  private static final String BUFFER_KIB = "32768";
  private static final Duration TOLD = Duration.ofSeconds(60);

  /** Answer of tcpdump when it is asked how far it has come. */
  private static final Pattern COUNTS =
      Pattern.compile(
          "(\\d+) packets? captured.*?(\\d+) packets? received by filter.*?(\\d+) packets? dropped",
          Pattern.DOTALL);

  private final Map<String, Path> files = new TreeMap<>();
  private final Map<String, Path> sayings = new TreeMap<>();
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
                  "tcpdump",
                  "-i",
                  "br-" + fields[0],
                  "-s",
                  "0",
                  "-B",
                  BUFFER_KIB,
                  "--immediate-mode",
                  "-U",
                  "-Z",
                  "root",
                  "-w",
                  file.toString())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      capture.dumps.put(name, dump);
      capture.files.put(name, file);
      capture.sayings.put(name, said);
      await("tcpdump, which needs root, listens to " + name)
          .atMost(Duration.ofSeconds(20))
          .failFast(() -> !dump.isAlive())
          .until(() -> Files.readString(said).contains("listening on"));
    }
    return capture;
  }

  /**
   * Ends it when everything that had passed is written; the packets are in a file for each network.
   */
  Map<String, Path> stop() throws Exception {
    for (String network : dumps.keySet()) {
      long passed = counts(network).received();
      await("tcpdump has written what had passed on " + network)
          .atMost(TOLD)
          .until(() -> counts(network).captured() >= passed);
      assertThat(counts(network).dropped()).as("packets missed on %s", network).isZero();
    }
    close();
    return files;
  }

  /** Packets by tcpdump's own count. */
  private record Counts(long captured, long received, long dropped) {}

  private Counts counts(String network) throws Exception {
    Path said = sayings.get(network);
    long before = Files.size(said);
    Process signal =
        new ProcessBuilder("kill", "-USR1", String.valueOf(dumps.get(network).pid())).start();
    assertThat(signal.waitFor(TOLD.toSeconds(), TimeUnit.SECONDS)).as("kill has ended").isTrue();
    await("tcpdump says how far it has come on " + network)
        .atMost(TOLD)
        .until(() -> COUNTS.matcher(Files.readString(said).substring((int) before)).find());
    Matcher count = COUNTS.matcher(Files.readString(said).substring((int) before));
    assertThat(count.find()).isTrue();
    return new Counts(
        Long.parseLong(count.group(1)),
        Long.parseLong(count.group(2)),
        Long.parseLong(count.group(3)));
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
