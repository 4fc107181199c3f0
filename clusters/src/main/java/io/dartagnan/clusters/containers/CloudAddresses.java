package io.dartagnan.clusters.containers;

import java.util.List;
import java.util.stream.IntStream;

/** Addresses of three clouds of containers, for whoever describes or uses them. */
final class CloudAddresses {
  static final int CLOUDS = 3;
  static final int MASTER_PORT = 16_000;
  static final int REGION_SERVER_PORT = 16_020;

  private final List<PlacedService> services;

  CloudAddresses(List<PlacedService> services) {
    this.services = services;
  }

  private List<String> of(int party, String role, String network) {
    return services.stream()
        .filter(each -> each.isOf(party, role))
        .map(each -> each.address(network))
        .toList();
  }

  private List<String> masters(int party) {
    return of(party, "master", "front-" + party);
  }

  private List<String> regionServers(int party) {
    return of(party, "regionserver", "front-" + party);
  }

  /** The address of a cloud's namenode. */
  String nameNode(int party) {
    return of(party, "namenode", "inside-" + party).get(0);
  }

  /** Hosts that HBase's servers of a cloud call themselves. */
  List<String> servers(int party) {
    return IntStream.range(0, 2)
        .mapToObj(i -> i == 0 ? masters(party) : regionServers(party))
        .flatMap(List::stream)
        .toList();
  }

  /** Servers that a client asks for the others, with their ports. */
  String bootstrapServers(int party) {
    return String.join(
        ",",
        IntStream.range(0, 2)
            .mapToObj(
                i ->
                    i == 0
                        ? masters(party).stream().map(host -> host + ":" + MASTER_PORT)
                        : regionServers(party).stream()
                            .map(host -> host + ":" + REGION_SERVER_PORT))
            .flatMap(stream -> stream)
            .toList());
  }

  /**
   * A description for {@code dartagnan clouds init}.
   *
   * @param clientFiles folder of the keys of programs on this machine
   */
  String description(String clientFiles) {
    StringBuilder yaml = new StringBuilder("clouds:\n");
    for (int party = 0; party < CLOUDS; party++) {
      yaml.append("  - masters: ").append(masters(party)).append('\n');
      yaml.append("    region-servers: ").append(regionServers(party)).append('\n');
      yaml.append("    mesh-hosts: ").append(of(party, "regionserver", "mesh")).append('\n');
      yaml.append("    zookeeper: ").append(of(party, "zookeeper", "inside-" + party)).append('\n');
    }
    yaml.append("client:\n  hosts: ").append(clients()).append('\n');
    return yaml.append("  files: ").append(clientFiles).append('\n').toString();
  }

  private List<String> clients() {
    return services.stream()
        .filter(each -> each.cloud().isEmpty())
        .flatMap(
            each ->
                each.addresses().entrySet().stream()
                    .filter(network -> network.getKey().startsWith("front-"))
                    .map(network -> network.getValue()))
        .toList();
  }
}
