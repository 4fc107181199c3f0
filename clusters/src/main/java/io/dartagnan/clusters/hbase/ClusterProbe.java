package io.dartagnan.clusters.hbase;

import io.dartagnan.clusters.process.Port;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.discovery.DiscoveryException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;

/** Asks one HBase cluster whether it is ready for a client. */
final class ClusterProbe {
  private final HBaseServer cluster;
  private final int regionServers;

  ClusterProbe(HBaseServer cluster, int regionServers) {
    this.cluster = cluster;
    this.regionServers = regionServers;
  }

  /**
   * The first thing that is still missing, or null when its master is initialised and all its
   * servers live and are registered.
   */
  String missing() {
    for (Port port : cluster.ports()) {
      if (!Ports.answers(port.number())) {
        return "its " + port.service() + " does not listen on port " + port.number();
      }
    }
    try (AdminSession session = AdminSession.open(cluster.way())) {
      Admin admin = session.admin();
      ClusterMetrics metrics =
          admin.getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS, Option.REGIONS_IN_TRANSITION));
      List<String> live =
          metrics.getLiveServerMetrics().keySet().stream().map(ServerName::toString).toList();
      if (live.size() != regionServers) {
        return live.size() + " region servers live instead of " + regionServers;
      }
      int moving = metrics.getRegionStatesInTransition().size();
      if (moving > 0) {
        return moving + " of its regions are not assigned yet";
      }
      // Refused until the master is initialised.
      admin.getNamespaceDescriptor("default");
      return cluster.role().isCloud() ? missingRegistration(live) : null;
    } catch (IOException e) {
      return "its master is not initialised";
    }
  }

  private String missingRegistration(List<String> live) {
    try {
      return MeshRegistrations.read(cluster.site()).containsAll(cluster.role().party(), live)
          ? null
          : "not all of its region servers are registered in discovery";
    } catch (DiscoveryException e) {
      return "discovery does not answer: " + e.getMessage();
    }
  }
}
