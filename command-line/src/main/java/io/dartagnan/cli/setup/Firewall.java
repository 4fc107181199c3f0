package io.dartagnan.cli.setup;

import io.dartagnan.cli.setup.ThreeClouds.CloudPlace;
import io.dartagnan.cli.setup.ThreeClouds.HostPort;
import io.dartagnan.cli.setup.ThreeClouds.RedisPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rules of a packet filter: who may reach the mesh and HBase of one cloud, and who Redis. They are
 * about those ports and say nothing of others.
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
    List<String> lines =
        begun(
            "dartagnan",
            "Cloud %d: who reaches the mesh, and who HBase.".formatted(own.party().index()));
    lines.add("    # The mesh: the RegionServers of the two other clouds.");
    accept(lines, peers, List.of(own.meshPort()));
    lines.add("    # HBase and its ZooKeeper: this cloud's own servers, and the applications.");
    accept(lines, users, hbasePorts());
    return ended(lines);
  }

  /** The same for the machine of Redis. */
  static String ofRedis(ThreeClouds clouds, RedisPlace redis) {
    List<String> servers =
        clouds.clouds().stream()
            .flatMap(cloud -> cloud.regionServerHosts().stream())
            .distinct()
            .toList();
    List<String> lines =
        begun("dartagnan_redis", "Redis: RegionServers of the three clouds reach it.");
    accept(lines, servers, List.of(redis.port()));
    return ended(lines);
  }

  private static List<String> begun(String table, String about) {
    return new ArrayList<>(
        List.of(
            "#!/usr/sbin/nft -f",
            "# %s Names are looked up when it is loaded.".formatted(about),
            "table inet " + table,
            "delete table inet " + table,
            "table inet %s {".formatted(table),
            "  chain input {",
            "    type filter hook input priority filter; policy accept;",
            "    iif lo accept"));
  }

  private static String ended(List<String> lines) {
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
