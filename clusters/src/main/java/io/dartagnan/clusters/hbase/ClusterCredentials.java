package io.dartagnan.clusters.hbase;

import java.util.Map;

/** Settings with the keys of a cluster's two ends, which are read whenever they are asked for. */
public interface ClusterCredentials {

  /** Settings of its servers. */
  Map<String, String> ofServers();

  /** Settings of its clients; none if they need no key. */
  Map<String, String> ofClients();
}
