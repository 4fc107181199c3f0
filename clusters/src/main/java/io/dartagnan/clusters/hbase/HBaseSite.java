package io.dartagnan.clusters.hbase;

import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.DeploymentPorts;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.server.ServerKeys;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.io.crypto.tls.X509Util;
import org.apache.hadoop.hbase.io.util.MemorySizeUtil;
import org.apache.hadoop.hbase.master.ServerManager;
import org.apache.hadoop.hbase.util.DNS;
import org.apache.hadoop.hbase.wal.WALFactory;

/** Settings of one cluster: HBase on one machine, and for a cloud its place among the three. */
final class HBaseSite {
  private HBaseSite() {}

  /**
   * The settings this tool chooses for a plain HBase.
   *
   * @param folder the cluster's own folder
   * @param credentials where its servers find their key and whom they accept, if that is encrypted
   */
  static Map<String, String> plain(
      Role role, Deployment deployment, Path folder, Map<String, String> credentials) {
    Map<String, String> site = new LinkedHashMap<>();
    String regionServers = Integer.toString(deployment.regionServers());
    site.put(HConstants.CLUSTER_DISTRIBUTED, "false");
    site.put("hbase.regionservers", regionServers);
    site.put(HConstants.HBASE_DIR, "file://" + folder.resolve("data").resolve("hbase"));
    site.put("hbase.tmp.dir", folder.resolve("tmp").toString());

    // Everything on the loopback address, by names that need no DNS.
    site.put(HConstants.ZOOKEEPER_QUORUM, Ports.LOOPBACK);
    site.put(HConstants.ZK_CFG_PROPERTY_PREFIX + "clientPortAddress", Ports.LOOPBACK);
    site.put(HConstants.ZOOKEEPER_DATA_DIR, folder.resolve("data").resolve("zookeeper").toString());
    site.put(
        HConstants.ZOOKEEPER_CLIENT_PORT, port(role, deployment, HConstants.ZOOKEEPER_CLIENT_PORT));
    site.put(HConstants.ZOOKEEPER_ZNODE_PARENT, "/" + role.id());
    site.put(DNS.MASTER_HOSTNAME_KEY, "localhost");
    site.put("hbase.master.ipc.address", Ports.LOOPBACK);
    site.put(HConstants.MASTER_PORT, port(role, deployment, HConstants.MASTER_PORT));
    site.put(DNS.UNSAFE_RS_HOSTNAME_KEY, "localhost");
    site.put("hbase.regionserver.ipc.address", Ports.LOOPBACK);
    site.put(HConstants.REGIONSERVER_PORT, port(role, deployment, HConstants.REGIONSERVER_PORT));
    // The pages of the web interfaces are not in the jar.
    site.put(HConstants.MASTER_INFO_PORT, "-1");
    site.put(HConstants.REGIONSERVER_INFO_PORT, "-1");

    // Log what was acknowledged: through the local file system's own stream, which reaches the
    // kernel with every sync. A killed process loses nothing. Hadoop's layer of checksums above it
    // has no such sync, and opens two files for each block that is read; HBase has its own.
    site.put("fs.file.impl", RawLocalFileSystem.class.getName());
    site.put(WALFactory.WAL_PROVIDER, "filesystem");

    // A machine that runs three clusters at once can be slow for seconds without being dead.
    site.put(HConstants.ZK_SESSION_TIMEOUT + ".localHBaseCluster", "20000");
    site.put(HConstants.REGION_SERVER_HANDLER_COUNT, "16");
    site.put(HConstants.REGION_SERVER_HIGH_PRIORITY_HANDLER_COUNT, "8");

    // No waiting for more servers than there will be.
    site.put(ServerManager.WAIT_ON_REGIONSERVERS_MINTOSTART, regionServers);
    site.put(ServerManager.WAIT_ON_REGIONSERVERS_MAXTOSTART, regionServers);
    site.put("hbase.regionserver.msginterval", "1000");

    if (deployment.encrypted()) {
      site.put(X509Util.HBASE_SERVER_NETTY_TLS_ENABLED, "true");
      site.put(X509Util.HBASE_SERVER_NETTY_TLS_SUPPORTPLAINTEXT, "false");
      site.put(X509Util.HBASE_SERVER_NETTY_TLS_CLIENT_AUTH_MODE, "NEED");
      // Clients are known by their pinned certificate, wherever they are.
      site.put(X509Util.HBASE_SERVER_NETTY_TLS_VERIFY_CLIENT_HOSTNAME, "false");
      // Its servers are each other's clients.
      site.put(X509Util.HBASE_CLIENT_NETTY_TLS_ENABLED, "true");
      site.put(X509Util.HBASE_CLIENT_NETTY_TLS_HANDSHAKETIMEOUT, "20000");
    }
    site.putAll(credentials);
    return site;
  }

  /**
   * The settings this tool chooses for a cloud: those of a plain HBase, and the coprocessors'.
   *
   * @param credentials where HBase's servers and the mesh find their keys and whom they accept, and
   *     as whom discovery logs in to Redis
   */
  static Map<String, String> cloud(
      Role role, Deployment deployment, Path folder, Map<String, String> credentials) {
    Map<String, String> site = plain(role, deployment, folder, credentials);
    site.put(CoprocessorHost.REGIONSERVER_COPROCESSOR_CONF_KEY, "io.dartagnan.server.MeshEndpoint");
    site.put(
        CoprocessorHost.USER_REGION_COPROCESSOR_CONF_KEY, "io.dartagnan.server.ProtectedRegion");
    // Of the heap HBase takes 0.8 by itself, and filters, share columns and mesh up to 0.4.
    site.put(HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, "0.3");
    site.put(MemorySizeUtil.MEMSTORE_SIZE_KEY, "0.2");
    // HBase logs a slow scan with its attributes; a filter's holds a share of the operand.
    site.put("hbase.ipc.warn.response.time.scan", "-1");
    site.put(ServerKeys.PARTY, Integer.toString(role.party()));
    site.put(ServerKeys.REDIS_URI, DeploymentPorts.redis(deployment));
    site.put(ServerKeys.MESH_BIND_ADDRESS, Ports.LOOPBACK);
    site.put(ServerKeys.MESH_ADVERTISED_HOST, Ports.LOOPBACK);
    site.put(ServerKeys.MESH_PORT, port(role, deployment, ServerKeys.MESH_PORT));
    return site;
  }

  /** One port when one server listens there; several in one process each take any free one. */
  private static String port(Role role, Deployment deployment, String key) {
    boolean perRegionServer =
        key.equals(HConstants.REGIONSERVER_PORT) || key.equals(ServerKeys.MESH_PORT);
    if (perRegionServer && deployment.regionServers() > 1) {
      return "0";
    }
    return Integer.toString(deployment.port(role, key));
  }
}
