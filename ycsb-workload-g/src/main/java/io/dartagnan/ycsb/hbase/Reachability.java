package io.dartagnan.ycsb.hbase;

import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.zookeeper.ZKConfig;

/**
 * Checks that something listens where each cluster's ZooKeeper is, so that a cluster that is down
 * is named within seconds and not after HBase's own retries.
 */
final class Reachability {
  private static final int CONNECT_MILLIS = 2_000;

  private Reachability() {}

  /**
   * Returns when each cluster was reached.
   *
   * @throws IOException naming every cluster that was not
   */
  static void require(Target target, List<Configuration> configurations) throws IOException {
    List<String> silent = new ArrayList<>();
    for (Map.Entry<String, Configuration> cluster : clusters(target, configurations).entrySet()) {
      String quorum = ZKConfig.getZKQuorumServersString(cluster.getValue());
      String reason = reason(quorum);
      if (reason != null) {
        silent.add("%s (%s) does not answer: %s".formatted(cluster.getKey(), quorum, reason));
      }
    }
    if (!silent.isEmpty()) {
      throw new IOException(
          String.join("; ", silent) + "; see clusters/local status, or the property hbase.conf");
    }
  }

  private static Map<String, Configuration> clusters(
      Target target, List<Configuration> configurations) {
    Map<String, Configuration> clusters = new LinkedHashMap<>();
    switch (target) {
      case PLAIN -> clusters.put("HBase", configurations.get(0));
      case PLAIN3 -> {
        for (int cluster = 0; cluster < configurations.size(); cluster++) {
          clusters.put("cluster " + cluster, configurations.get(cluster));
        }
      }
      case SAFE -> {
        for (Party party : Party.ALL) {
          clusters.put(
              "cloud " + party.index(), CloudConfiguration.of(configurations.get(0), party));
        }
      }
    }
    return clusters;
  }

  private static String reason(String quorum) {
    String reason = "its ZooKeeper quorum is empty";
    for (String server : quorum.split(",")) {
      int colon = server.lastIndexOf(':');
      try (Socket socket = new Socket()) {
        socket.connect(
            new InetSocketAddress(
                server.substring(0, colon), Integer.parseInt(server.substring(colon + 1))),
            CONNECT_MILLIS);
        return null;
      } catch (IOException e) {
        reason = Causes.of(e);
      }
    }
    return reason;
  }
}
