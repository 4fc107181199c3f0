package io.dartagnan.cli.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerMetrics;

/** Judges the versions of HBase on the clouds and on the client's class path. */
final class VersionCheck implements Check {

  /** Reported by a RegionServer in one process with its master. */
  private static final String UNKNOWN = "0.0.0";

  @Override
  public String name() {
    return "versions";
  }

  @Override
  public String looksAt() {
    return "HBase's versions of the clouds, of their RegionServers and of this client, and releases of d'Artagnan";
  }

  @Override
  public List<Finding> findings(Facts facts) {
    List<Finding> findings = new ArrayList<>();
    for (CloudFacts cloud : facts.clouds()) {
      servers(cloud, findings);
      if (!part(cloud.version(), 1).equals(part(facts.clientVersion(), 1))) {
        findings.add(
            new Finding(
                name(),
                cloud.name(),
                "it runs HBase %s, and this client has %s"
                    .formatted(cloud.version(), facts.clientVersion()),
                "use an hbase-client of the cloud's major version"));
      }
    }
    if (facts.clouds().stream().map(cloud -> part(cloud.version(), 2)).distinct().count() > 1) {
      findings.add(
          new Finding(
              name(),
              "the clouds",
              "they run different versions of HBase: "
                  + facts.clouds().stream()
                      .map(cloud -> cloud.name() + " has " + cloud.version())
                      .collect(Collectors.joining(", ")),
              "upgrade them to one minor version"));
    }
    releases(facts, findings);
    return findings;
  }

  private void releases(Facts facts, List<Finding> findings) {
    TreeMap<String, List<String>> byRelease = new TreeMap<>();
    for (ServerTold server : ServerTold.in(facts)) {
      byRelease
          .computeIfAbsent(server.status().release(), none -> new ArrayList<>())
          .add(server.name());
    }
    if (byRelease.size() > 1) {
      findings.add(
          new Finding(
              name(),
              "the clouds",
              "their RegionServers have different releases of d'Artagnan: "
                  + byRelease.entrySet().stream()
                      .map(
                          each ->
                              "%s on %s"
                                  .formatted(each.getKey(), String.join(" and ", each.getValue())))
                      .collect(Collectors.joining("; ")),
              "finish the upgrade: the same jar on all clouds"));
    }
  }

  private void servers(CloudFacts cloud, List<Finding> findings) {
    TreeSet<String> versions =
        cloud.servers().stream()
            .map(ServerMetrics::getVersion)
            .filter(version -> !version.equals(UNKNOWN))
            .collect(Collectors.toCollection(TreeSet::new));
    if (versions.size() > 1) {
      findings.add(
          new Finding(
              name(),
              cloud.name(),
              "its RegionServers run different versions of HBase: " + String.join(", ", versions),
              "finish the upgrade of that cloud"));
    }
  }

  /** The first parts of a version: {@code 2.6} of {@code 2.6.4-hadoop3}. */
  private static String part(String version, int parts) {
    return Arrays.stream(version.split("[.-]")).limit(parts).collect(Collectors.joining("."));
  }
}
