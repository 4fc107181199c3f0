package io.dartagnan.clusters;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The configurations of programs that use the clusters. */
final class ClientSite {
  private static final List<String> WHERE =
      List.of(Keys.ZOOKEEPER_QUORUM, Keys.ZOOKEEPER_PORT, Keys.ZOOKEEPER_PARENT);

  private ClientSite() {}

  /** For a program that talks to one cluster bare, given that cluster's own settings. */
  static Map<String, String> bare(Map<String, String> clusterSite) {
    Map<String, String> site = patience();
    for (String key : WHERE) {
      site.put(key, clusterSite.get(key));
    }
    return site;
  }

  /** For a program that talks to the three clouds through the Safe Client. */
  static Map<String, String> safe(List<Map<String, String>> cloudSites) {
    Map<String, String> site = new LinkedHashMap<>();
    site.put("hbase.client.connection.impl", "io.dartagnan.client.SafeConnection");
    site.putAll(patience());
    for (int party = 0; party < cloudSites.size(); party++) {
      for (String key : WHERE) {
        site.put("dartagnan.party." + party + "." + key, cloudSites.get(party).get(key));
      }
    }
    return site;
  }

  /**
   * HBase waits many minutes for a cluster that is down; here it is an error within half of one.
   */
  private static Map<String, String> patience() {
    Map<String, String> site = new LinkedHashMap<>();
    site.put("hbase.client.retries.number", "3");
    site.put("hbase.client.pause", "100");
    site.put("hbase.rpc.timeout", "10000");
    site.put("hbase.client.operation.timeout", "15000");
    site.put("hbase.client.meta.operation.timeout", "10000");
    site.put("zookeeper.recovery.retry", "0");
    site.put("zookeeper.session.timeout", "20000");
    return site;
  }
}
