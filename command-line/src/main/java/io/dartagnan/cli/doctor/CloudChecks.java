package io.dartagnan.cli.doctor;

import io.dartagnan.cli.doctor.Check.Found;
import io.dartagnan.cli.doctor.Facts.CloudFacts;
import io.dartagnan.cli.doctor.Facts.ServerFacts;
import io.dartagnan.cli.doctor.Facts.ServerTold;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.client.RegionInfo;

/** Judgements of what HBase tells of the clouds. */
final class CloudChecks {
  /** Reported by a RegionServer in one process with its master. */
  private static final String UNKNOWN = "0.0.0";

  /** Machines that keep their time by NTP agree far better. */
  static final long TOLERANCE_MILLIS = 2_000;

  /** Without its package, as a RegionServer reports it. */
  static final String OF_A_REGION = "ProtectedRegion";

  private static final String PACKAGE = "io.dartagnan.server.";

  private CloudChecks() {}

  /** Judges which clouds answer. */
  static void answers(Facts facts, Found found) {
    new TreeMap<>(facts.silent())
        .forEach(
            (party, reason) ->
                found.add(
                    CloudFacts.nameOf(party),
                    "it does not answer: " + reason,
                    "start it, or correct dartagnan.party.%d.*, or open the way from this machine"
                        .formatted(party.index())));
  }

  /** Judges whether the three clouds are three clusters, whatever the ways to them are called. */
  static void identity(Facts facts, Found found) {
    Map<String, CloudFacts> byId = new HashMap<>();
    for (CloudFacts cloud : facts.clouds()) {
      CloudFacts other = byId.putIfAbsent(cloud.clusterId(), cloud);
      if (other != null) {
        found.add(
            cloud.name(),
            "it is the same cluster as %s (id %s), which would hold two shares of a value"
                .formatted(other.name(), cloud.clusterId()),
            "correct dartagnan.party.%d.* or dartagnan.party.%d.*"
                .formatted(other.cloud().index(), cloud.cloud().index()));
      }
    }
  }

  /** Judges the versions of HBase on the clouds and on the client's class path. */
  static void versions(Facts facts, Found found) {
    for (CloudFacts cloud : facts.clouds()) {
      servers(cloud, found);
      if (!part(cloud.version(), 1).equals(part(facts.clientVersion(), 1))) {
        found.add(
            cloud.name(),
            "it runs HBase %s, and this client has %s"
                .formatted(cloud.version(), facts.clientVersion()),
            "use an hbase-client of the cloud's major version");
      }
    }
    if (facts.clouds().stream().map(cloud -> part(cloud.version(), 2)).distinct().count() > 1) {
      found.add(
          "the clouds",
          "they run different versions of HBase: "
              + facts.clouds().stream()
                  .map(cloud -> cloud.name() + " has " + cloud.version())
                  .collect(Collectors.joining(", ")),
          "upgrade them to one minor version");
    }
    releases(facts, found);
  }

  private static void releases(Facts facts, Found found) {
    TreeMap<String, List<String>> byRelease = new TreeMap<>();
    for (ServerTold server : ServerTold.in(facts)) {
      byRelease
          .computeIfAbsent(server.status().release(), none -> new ArrayList<>())
          .add(server.name());
    }
    if (byRelease.size() > 1) {
      found.add(
          "the clouds",
          "their RegionServers have different releases of d'Artagnan: "
              + byRelease.entrySet().stream()
                  .map(
                      each ->
                          "%s on %s"
                              .formatted(each.getKey(), String.join(" and ", each.getValue())))
                  .collect(Collectors.joining("; ")),
          "finish the upgrade: the same jar on all clouds");
    }
  }

  private static void servers(CloudFacts cloud, Found found) {
    TreeSet<String> versions =
        cloud.servers().stream()
            .map(ServerMetrics::getVersion)
            .filter(version -> !version.equals(UNKNOWN))
            .collect(Collectors.toCollection(TreeSet::new));
    if (versions.size() > 1) {
      found.add(
          cloud.name(),
          "its RegionServers run different versions of HBase: " + String.join(", ", versions),
          "finish the upgrade of that cloud");
    }
  }

  /** The first parts of a version: {@code 2.6} of {@code 2.6.4-hadoop3}. */
  private static String part(String version, int parts) {
    return Arrays.stream(version.split("[.-]")).limit(parts).collect(Collectors.joining("."));
  }

  /** Judges the clocks of the RegionServers against this machine's. */
  static void clocks(Facts facts, Found found) {
    for (CloudFacts cloud : facts.clouds()) {
      new TreeMap<>(cloud.clocksAhead())
          .forEach(
              (server, ahead) -> {
                if (Math.abs(ahead) > TOLERANCE_MILLIS) {
                  found.add(
                      cloud.name() + ", RegionServer " + server,
                      String.format(
                          Locale.ROOT,
                          "its clock is %.1f s %s this machine's",
                          Math.abs(ahead) / 1000.0,
                          ahead > 0 ? "ahead of" : "behind"),
                      "let all machines keep their time by NTP");
                }
              });
    }
  }

  /**
   * Judges whether each RegionServer has d'Artagnan's coprocessors loaded. It reports those of its
   * regions and not its own, so that {@code MeshEndpoint} is seen only by probes of protected
   * tables, and where a server that has a table's region is asked for its status.
   */
  static void coprocessors(Facts facts, Found found) {
    for (CloudFacts cloud : facts.clouds()) {
      for (String sentence : cloud.unprotected()) {
        if (isOfAnotherCloud(sentence, cloud, facts)) {
          continue;
        }
        found.add(
            cloud.name(),
            sentence,
            "load it and restart that RegionServer, or correct dartagnan.party.%d.* if it is another cloud"
                .formatted(cloud.cloud().index()));
      }
      for (ServerMetrics server : cloud.servers()) {
        if (hasTables(server) && !server.getCoprocessorNames().contains(OF_A_REGION)) {
          found.add(
              cloud.name() + ", RegionServer " + server.getServerName().getAddress(),
              OF_A_REGION + " is not loaded, so that plaintext could be stored there",
              "add %s%s to hbase.coprocessor.user.region.classes there and restart it"
                  .formatted(PACKAGE, OF_A_REGION));
        }
      }
    }
    for (ServerFacts server : facts.servers()) {
      if (server.asked() && server.status().isEmpty() && !isFound(server, facts)) {
        found.add(
            server.name(),
            "it does not tell its status: " + server.silence(),
            "load MeshEndpoint and %s of this client's release there, and see its log"
                .formatted(OF_A_REGION));
      }
    }
  }

  /** Whether the server that a probe speaks of is another party's, which is found by itself. */
  private static boolean isOfAnotherCloud(String sentence, CloudFacts cloud, Facts facts) {
    return facts.servers().stream()
        .filter(server -> sentence.contains(server.server().toString()))
        .flatMap(server -> server.status().stream())
        .anyMatch(status -> status.party() != cloud.cloud());
  }

  /** HBase loads it for regions of tables that are not its own; a server without any has it not. */
  private static boolean hasTables(ServerMetrics server) {
    return server.getRegionMetrics().keySet().stream()
        .anyMatch(region -> !RegionInfo.getTable(region).isSystemTable());
  }

  /** Whether the master or a probe has said already what a server lacks. */
  private static boolean isFound(ServerFacts silent, Facts facts) {
    return facts.clouds().stream()
        .filter(cloud -> cloud.cloud() == silent.cloud())
        .anyMatch(
            cloud ->
                cloud.unprotected().stream()
                        .anyMatch(sentence -> sentence.contains(silent.server().toString()))
                    || cloud.servers().stream()
                        .filter(server -> server.getServerName().equals(silent.server()))
                        .anyMatch(server -> !server.getCoprocessorNames().contains(OF_A_REGION)));
  }
}
