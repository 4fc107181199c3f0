package io.dartagnan.cli.setup;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rules of a packet filter for the machines of one cloud: who may reach the mesh, and who HBase.
 * They are about those ports and say nothing of others.
 */
final class Firewall {
  private final ThreeClouds clouds;
  private final CloudPlace own;

  Firewall(ThreeClouds clouds, CloudPlace own) {
    this.clouds = clouds;
    this.own = own;
  }

  /** A file for {@code nft -f}. */
  String rules() {
    List<String> peers =
        clouds.others(own).stream()
            .flatMap(other -> other.meshHosts().stream())
            .distinct()
            .toList();
    List<String> users =
        Stream.concat(own.servers().stream(), clouds.client().hosts().stream()).distinct().toList();
    List<String> lines = new ArrayList<>();
    lines.add("#!/usr/sbin/nft -f");
    lines.add(
        "# Cloud %d: who reaches the mesh, and who HBase. Names are looked up when it is loaded."
            .formatted(own.party().index()));
    lines.add("table inet dartagnan");
    lines.add("delete table inet dartagnan");
    lines.add("table inet dartagnan {");
    lines.add("  chain input {");
    lines.add("    type filter hook input priority filter; policy accept;");
    lines.add("    iif lo accept");
    lines.add("    # The mesh: the RegionServers of the two other clouds.");
    accept(lines, peers, List.of(own.meshPort()));
    lines.add("    # HBase and its ZooKeeper: this cloud's own servers, and the applications.");
    accept(lines, users, hbasePorts());
    lines.add("  }");
    lines.add("}");
    return String.join("\n", lines) + "\n";
  }

  private List<Integer> hbasePorts() {
    return Stream.concat(
            Stream.of(own.masterPort(), own.zookeeperPort()),
            own.regionServers().stream().map(HostPort::port))
        .distinct()
        .toList();
  }

  private static void accept(List<String> lines, List<String> hosts, List<Integer> ports) {
    String to = String.join(", ", ports.stream().map(String::valueOf).toList());
    for (String host : hosts) {
      lines.add("    ip saddr %s tcp dport { %s } accept".formatted(host, to));
    }
    lines.add("    tcp dport { %s } drop".formatted(to));
  }
}
