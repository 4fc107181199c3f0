package io.dartagnan.clusters.it;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Lines between a program and the servers of the three clouds, tapped: a relay in front of each
 * server, and a file of hosts by which the program's JVM finds the relays in the servers' place.
 *
 * <p>Servers register as {@code localhost} and listen at 127.0.0.1. The relays listen at the same
 * ports of 127.0.0.2, which the file calls {@code localhost}. ZooKeeper is reached by address, past
 * the relays.
 */
final class TappedLines implements AutoCloseable {
  private static final String SERVERS = "127.0.0.1";
  private static final String RELAYS = "127.0.0.2";

  private final Path hosts;
  private final List<List<RecordingRelay>> clouds = new ArrayList<>();

  private TappedLines(Path hosts) {
    this.hosts = hosts;
  }

  /**
   * Taps all lines until it is closed.
   *
   * @param folder for the file of hosts
   */
  static TappedLines of(LocalClusters clusters, Path folder) throws IOException {
    TappedLines lines = new TappedLines(folder.resolve("hosts"));
    try {
      for (int party = 0; party < 3; party++) {
        List<RecordingRelay> relays = new ArrayList<>();
        lines.clouds.add(relays);
        for (int port : ports(clusters, party)) {
          relays.add(
              RecordingRelay.open(
                  new InetSocketAddress(RELAYS, port), new InetSocketAddress(SERVERS, port)));
        }
      }
      // Nothing else is resolved in a JVM that has a file of hosts, its own name included.
      Files.writeString(lines.hosts, "%s localhost%n%s %s%n".formatted(RELAYS, SERVERS, ownName()));
      return lines;
    } catch (IOException | RuntimeException e) {
      lines.close();
      throw e;
    }
  }

  private static String ownName() throws IOException {
    String name = InetAddress.getLocalHost().getHostName();
    return name.equals("localhost") ? "localhost.localdomain" : name;
  }

  private static List<Integer> ports(LocalClusters clusters, int party) throws IOException {
    try (Connection cloud = clusters.cloud(party);
        Admin admin = cloud.getAdmin()) {
      ClusterMetrics metrics = admin.getClusterMetrics();
      List<Integer> ports = new ArrayList<>(List.of(metrics.getMasterName().getPort()));
      metrics.getServersName().stream().map(ServerName::getPort).forEach(ports::add);
      return ports;
    }
  }

  /** Options of the JVM whose lines are tapped. */
  List<String> jvmOptions() {
    return List.of("-Djdk.net.hosts.file=" + hosts.toAbsolutePath());
  }

  /** Number of bytes that went between the program and a cloud. */
  long bytes(int party) {
    return recorded(party).stream().mapToLong(each -> each.length).sum();
  }

  /** Whether these bytes went between the program and a cloud as they are. */
  boolean saw(int party, byte[] wanted) {
    return recorded(party).stream().anyMatch(each -> Bytes.indexOf(each, wanted) >= 0);
  }

  private List<byte[]> recorded(int party) {
    return clouds.get(party).stream().flatMap(relay -> relay.recorded().stream()).toList();
  }

  @Override
  public void close() throws IOException {
    for (List<RecordingRelay> relays : clouds) {
      for (RecordingRelay relay : relays) {
        relay.close();
      }
    }
    Files.deleteIfExists(hosts);
  }
}
