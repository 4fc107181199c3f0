package io.dartagnan.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * Judges whether each RegionServer has d'Artagnan's coprocessors loaded. It reports those of its
 * regions and not its own, so that {@code MeshEndpoint} is seen only by probes of protected tables,
 * and where a server that has a table's region is asked for its status.
 */
final class CoprocessorCheck implements Check {

  /** Without its package, as a RegionServer reports it. */
  static final String OF_A_REGION = "ProtectedRegion";

  private static final String PACKAGE = "io.dartagnan.server.";

  @Override
  public String name() {
    return "coprocessors";
  }

  @Override
  public String looksAt() {
    return "that every RegionServer with a table's region has %s loaded, and MeshEndpoint"
        .formatted(OF_A_REGION);
  }

  @Override
  public List<Finding> findings(Facts facts) {
    List<Finding> findings = new ArrayList<>();
    for (CloudFacts cloud : facts.clouds()) {
      for (String sentence : cloud.unprotected()) {
        if (isOfAnotherCloud(sentence, cloud, facts)) {
          continue;
        }
        findings.add(
            new Finding(
                name(),
                cloud.name(),
                sentence,
                "load it and restart that RegionServer, or correct dartagnan.party.%d.* if it is another cloud"
                    .formatted(cloud.cloud().index())));
      }
      for (ServerMetrics server : cloud.servers()) {
        if (hasTables(server) && !server.getCoprocessorNames().contains(OF_A_REGION)) {
          findings.add(
              new Finding(
                  name(),
                  cloud.name() + ", RegionServer " + server.getServerName().getAddress(),
                  OF_A_REGION + " is not loaded, so that plaintext could be stored there",
                  "add %s%s to hbase.coprocessor.user.region.classes there and restart it"
                      .formatted(PACKAGE, OF_A_REGION)));
        }
      }
    }
    for (ServerFacts server : facts.servers()) {
      if (server.asked() && server.status().isEmpty() && !isFound(server, facts)) {
        findings.add(
            new Finding(
                name(),
                server.name(),
                "it does not tell its status: " + server.silence(),
                "load MeshEndpoint and %s of this client's release there, and see its log"
                    .formatted(OF_A_REGION)));
      }
    }
    return findings;
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
