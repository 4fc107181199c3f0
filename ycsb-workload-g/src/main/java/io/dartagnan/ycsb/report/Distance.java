package io.dartagnan.ycsb.report;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Distance between a client's process and all clusters: a {@link Relay} for each of their ports,
 * and a file of hosts by which that process finds the relays in the servers' place.
 *
 * <p>Servers register as {@code localhost} and listen at 127.0.0.1. The relays listen at the same
 * ports of 127.0.0.2, which the file calls {@code localhost}.
 */
public final class Distance implements AutoCloseable {
  private static final String SERVERS = "127.0.0.1";
  private static final String RELAYS = "127.0.0.2";

  private final List<Relay> relays = new ArrayList<>();
  private final Path hosts;

  private Distance(Path hosts) {
    this.hosts = hosts;
  }

  /**
   * The distance of some milliseconds, one way, until it is closed.
   *
   * @param ports at which the servers listen
   * @param hosts the file, which is written
   */
  public static Distance open(List<Integer> ports, int millis, Path hosts) throws IOException {
    Distance distance = new Distance(hosts);
    try {
      for (int port : ports) {
        distance.relays.add(
            Relay.open(
                new InetSocketAddress(RELAYS, port),
                new InetSocketAddress(SERVERS, port),
                TimeUnit.MILLISECONDS.toNanos(millis)));
      }
      Files.writeString(
          hosts,
          "%s localhost%n%s %s%n".formatted(RELAYS, SERVERS, ownName()),
          StandardCharsets.UTF_8);
      return distance;
    } catch (IOException | RuntimeException e) {
      distance.close();
      throw e;
    }
  }

  /** Nothing else is resolved in a JVM that has a file of hosts, its own name included. */
  private static String ownName() {
    try {
      String name = InetAddress.getLocalHost().getHostName();
      return name.equals("localhost") ? "localhost.localdomain" : name;
    } catch (IOException e) {
      return "localhost.localdomain";
    }
  }

  /** Options of the JVM that is to be at the distance. */
  public List<String> jvmOptions() {
    return List.of("-Djdk.net.hosts.file=" + hosts.toAbsolutePath());
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (Relay relay : relays) {
      try {
        relay.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    Files.deleteIfExists(hosts);
    if (failure != null) {
      throw failure;
    }
  }
}
