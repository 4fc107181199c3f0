package io.dartagnan.testcontainers;

import io.dartagnan.mpc.Party;
import io.dartagnan.provisioning.Site;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.List;

/**
 * Place of one cloud. HBase has no notion of ports that are mapped: a client goes to the host and
 * port that a server calls itself, so that the ports are the same inside the container and outside.
 *
 * @param host that of the Docker daemon
 * @param zookeeperPort where its ZooKeeper listens
 * @param masterPort where its master listens
 * @param regionServerPort where its RegionServer listens
 */
record CloudPlace(
    Party party, String host, int zookeeperPort, int masterPort, int regionServerPort) {
  static final int PORTS = 3;

  /** Places of the three clouds on these ports. */
  static List<CloudPlace> three(String host, List<Integer> ports) {
    return Party.ALL.stream()
        .map(
            party -> {
              int first = party.index() * PORTS;
              return new CloudPlace(
                  party, host, ports.get(first), ports.get(first + 1), ports.get(first + 2));
            })
        .toList();
  }

  /** Name of the container in the network of the three. */
  String alias() {
    return "cloud-" + party.index();
  }

  List<Integer> ports() {
    return List.of(zookeeperPort, masterPort, regionServerPort);
  }

  /**
   * Its RegionServer in a list of servers. The mesh listens inside the network of the three
   * containers, where nobody else reaches it.
   */
  String listed() {
    return "%d/%s,%d=%s:%d"
        .formatted(party.index(), host, regionServerPort, alias(), Site.MESH_PORT);
  }

  /** "cloud 0", "cloud 1" or "cloud 2": how messages name it. */
  @Override
  public String toString() {
    return "cloud " + party.index();
  }

  /**
   * Ports of this machine that nothing listens on now. All are below those from which Linux and
   * macOS take the local ports of outgoing connections: one of these could otherwise sit on the
   * port of a cloud that is stopped for a while, outside its container or inside.
   */
  static final class FreePorts {
    private static final int LOWEST = 20_000;
    private static final int HIGHEST = 32_000;

    private FreePorts() {}

    /** Finds so many, all different. */
    static List<Integer> find(int count) {
      List<Integer> free =
          new SecureRandom()
              .ints(LOWEST, HIGHEST)
              .distinct()
              .limit(HIGHEST - LOWEST)
              .filter(FreePorts::isFree)
              .limit(count)
              .boxed()
              .toList();
      if (free.size() < count) {
        throw new IllegalStateException(
            "found %d free ports between %d and %d, three clouds need %d; end what listens there"
                .formatted(free.size(), LOWEST, HIGHEST, count));
      }
      return free;
    }

    private static boolean isFree(int port) {
      try (ServerSocket probe = new ServerSocket()) {
        probe.setReuseAddress(true);
        probe.bind(new InetSocketAddress(port));
        return true;
      } catch (IOException taken) {
        return false;
      }
    }
  }
}
