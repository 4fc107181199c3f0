package io.dartagnan.cli.setup;

import io.dartagnan.mpc.Party;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Three clouds that are to be set up.
 *
 * @param clouds those of party 0, 1 and 2
 * @param redis where RegionServers find each other; empty for a list of them all
 * @param encrypted whether client and clouds speak HBase's own TLS, and with Redis
 */
record ThreeClouds(
    List<CloudPlace> clouds, Optional<RedisPlace> redis, ClientPlace client, boolean encrypted) {

  /** Every RegionServer of the three clouds, as {@code dartagnan.discovery.servers} takes them. */
  String listOfServers() {
    return String.join(
        ", ",
        clouds.stream()
            .flatMap(
                cloud ->
                    IntStream.range(0, cloud.regionServers().size())
                        .mapToObj(
                            i ->
                                "%d/%s,%d=%s:%d"
                                    .formatted(
                                        cloud.party().index(),
                                        cloud.regionServers().get(i).host(),
                                        cloud.regionServers().get(i).port(),
                                        cloud.meshHosts().get(i),
                                        cloud.meshPort())))
            .toList());
  }

  /** The two other clouds. */
  List<CloudPlace> others(CloudPlace than) {
    return clouds.stream().filter(cloud -> cloud.party() != than.party()).toList();
  }

  /**
   * The applications as a description has them.
   *
   * @param hosts those that may reach the clouds
   * @param files folder for keys and passwords on each of them
   */
  record ClientPlace(List<String> hosts, String files) {

    String file(String name) {
      return files + "/rpc/" + name;
    }
  }

  /**
   * One cloud as a description has it.
   *
   * @param masters hosts of its masters
   * @param masterPort where they listen
   * @param regionServers where its RegionServers listen for HBase's clients
   * @param zookeeper hosts of its ZooKeeper
   * @param zookeeperPort where that listens
   * @param meshHosts hosts of the mesh of each RegionServer, in the order of these
   * @param meshPort where that listens
   * @param files folder for keys and passwords on each of its machines
   */
  record CloudPlace(
      Party party,
      List<String> masters,
      int masterPort,
      List<HostPort> regionServers,
      List<String> zookeeper,
      int zookeeperPort,
      List<String> meshHosts,
      int meshPort,
      String files) {

    /** The hosts on which HBase runs, each once. */
    List<String> servers() {
      return Stream.concat(masters.stream(), regionServerHosts().stream()).distinct().toList();
    }

    List<String> regionServerHosts() {
      return regionServers.stream().map(HostPort::host).distinct().toList();
    }

    /** Whether the mesh has addresses of its own. */
    boolean hasMeshHosts() {
      return !meshHosts.equals(regionServers.stream().map(HostPort::host).toList());
    }

    /** Path of a file of a purpose, {@code mesh} or {@code rpc}. */
    String file(String purpose, String name) {
      return files + "/" + purpose + "/" + name;
    }
  }

  /**
   * Redis as a description has it.
   *
   * @param at where RegionServers reach it
   * @param files folder for its settings, users and key
   */
  record RedisPlace(URI at, String files) {
    private static final int DEFAULT_PORT = 6379;

    boolean isEncrypted() {
      return "rediss".equals(at.getScheme());
    }

    String host() {
      return at.getHost();
    }

    int port() {
      return at.getPort() < 0 ? DEFAULT_PORT : at.getPort();
    }

    String file(String name) {
      return files + "/" + name;
    }
  }

  /**
   * Address of a server.
   *
   * @param host a name or an address
   * @param port 1 to 65535
   */
  record HostPort(String host, int port) {

    @Override
    public String toString() {
      return host + ":" + port;
    }
  }
}
