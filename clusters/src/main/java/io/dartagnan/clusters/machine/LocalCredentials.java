package io.dartagnan.clusters.machine;

import io.dartagnan.clusters.certs.DevelopmentCertificates;
import io.dartagnan.clusters.certs.RpcCertificates;
import io.dartagnan.clusters.hbase.ClusterCredentials;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.redis.RedisTls;
import io.dartagnan.clusters.redis.RedisUser;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Credentials of a cluster on this machine, from the files of the state folder.
 *
 * @param encrypted whether HBase's own TLS is on
 * @param redis by which a cloud knows Redis, if that speaks TLS
 */
record LocalCredentials(
    StateFolder state, Role cluster, boolean encrypted, Optional<RedisTls> redis)
    implements ClusterCredentials {

  @Override
  public Map<String, String> ofServers() {
    Map<String, String> settings = new LinkedHashMap<>();
    if (encrypted) {
      settings.putAll(new RpcCertificates(state).ofServers(cluster));
    }
    if (cluster.isCloud()) {
      settings.putAll(new DevelopmentCertificates(state).settings(cluster));
      settings.putAll(new RedisUser(state, cluster).settings());
      redis.ifPresent(tls -> settings.putAll(tls.settings()));
    }
    return settings;
  }

  @Override
  public Map<String, String> ofClients() {
    return encrypted ? new RpcCertificates(state).ofClients(cluster) : Map.of();
  }
}
