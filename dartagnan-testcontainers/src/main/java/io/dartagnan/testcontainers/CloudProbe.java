package io.dartagnan.testcontainers;

import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Question to one cloud, from where the tests run: is it ready for a client? */
final class CloudProbe {
  private final Configuration cloud;

  CloudProbe(Configuration client, Party party) {
    this.cloud = CloudConfiguration.of(client, party);
  }

  /** The first thing that is still missing, if any. */
  Optional<String> missing() {
    try (Connection connection = ConnectionFactory.createConnection(cloud);
        Admin admin = connection.getAdmin()) {
      ClusterMetrics metrics =
          admin.getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS, Option.REGIONS_IN_TRANSITION));
      if (metrics.getLiveServerMetrics().isEmpty()) {
        return Optional.of("its RegionServer has not reported to its master");
      }
      int moving = metrics.getRegionStatesInTransition().size();
      if (moving > 0) {
        return Optional.of(moving + " of its regions are not assigned");
      }
      // Refused until the master is initialised.
      admin.getNamespaceDescriptor("default");
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("its master does not answer: " + e.getMessage());
    }
  }
}
