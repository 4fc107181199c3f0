package io.dartagnan.cli.setup;

import io.dartagnan.mpc.Party;
import java.util.List;
import java.util.stream.Stream;

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
