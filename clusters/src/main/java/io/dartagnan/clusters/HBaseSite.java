package io.dartagnan.clusters;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The settings of one cluster: HBase on one machine, and for a cloud its place among the three. */
final class HBaseSite {
  private HBaseSite() {}

  /**
   * The settings this tool chooses for a plain HBase.
   *
   * @param folder the cluster's own folder
   */
  static Map<String, String> plain(Role role, Deployment deployment, Path folder) {
    Map<String, String> site = new LinkedHashMap<>();
    String regionServers = Integer.toString(deployment.regionServers());
    site.put("hbase.cluster.distributed", "false");
    site.put("hbase.regionservers", regionServers);
    site.put("hbase.rootdir", "file://" + folder.resolve("data").resolve("hbase"));
    site.put("hbase.tmp.dir", folder.resolve("tmp").toString());

    // Everything on the loopback address, by names that need no DNS.
    site.put(Keys.ZOOKEEPER_QUORUM, Ports.LOOPBACK);
    site.put("hbase.zookeeper.property.clientPortAddress", Ports.LOOPBACK);
    site.put(
        "hbase.zookeeper.property.dataDir", folder.resolve("data").resolve("zookeeper").toString());
    site.put(Keys.ZOOKEEPER_PORT, port(role, deployment, Keys.ZOOKEEPER_PORT));
    site.put(Keys.ZOOKEEPER_PARENT, "/" + role.id());
    site.put("hbase.master.hostname", "localhost");
    site.put("hbase.master.ipc.address", Ports.LOOPBACK);
    site.put(Keys.MASTER_PORT, port(role, deployment, Keys.MASTER_PORT));
    site.put("hbase.unsafe.regionserver.hostname", "localhost");
    site.put("hbase.regionserver.ipc.address", Ports.LOOPBACK);
    site.put(Keys.REGION_SERVER_PORT, port(role, deployment, Keys.REGION_SERVER_PORT));
    // The pages of the web interfaces are not in the jar.
    site.put("hbase.master.info.port", "-1");
    site.put("hbase.regionserver.info.port", "-1");

    // Log what was acknowledged: through the local file system's own stream, which reaches the
    // kernel with every sync. A killed process loses nothing.
    site.put("hbase.wal.provider", "filesystem");
    site.put("hbase.unsafe.stream.capability.enforce", "false");

    // A machine that runs three clusters at once can be slow for seconds without being dead.
    site.put("zookeeper.session.timeout.localHBaseCluster", "20000");
    site.put("hbase.regionserver.handler.count", "16");
    site.put("hbase.regionserver.metahandler.count", "8");

    // No waiting for more servers than there will be.
    site.put("hbase.master.wait.on.regionservers.mintostart", regionServers);
    site.put("hbase.master.wait.on.regionservers.maxtostart", regionServers);
    site.put("hbase.regionserver.msginterval", "1000");
    return site;
  }

  /**
   * The settings this tool chooses for a cloud: those of a plain HBase, and the coprocessors'.
   *
   * @param credentials where the mesh finds its key and the certificates it accepts, and as whom
   *     discovery logs in to Redis
   */
  static Map<String, String> cloud(
      Role role, Deployment deployment, Path folder, Map<String, String> credentials) {
    Map<String, String> site = plain(role, deployment, folder);
    site.put("hbase.coprocessor.regionserver.classes", "io.dartagnan.server.MeshEndpoint");
    site.put("hbase.coprocessor.user.region.classes", "io.dartagnan.server.ProtectedRegion");
    // HBase logs a slow scan with its attributes; a filter's holds a share of the operand.
    site.put("hbase.ipc.warn.response.time.scan", "-1");
    site.put(Keys.PARTY, Integer.toString(role.party()));
    site.put(
        Keys.REDIS_URI,
        "redis://" + Ports.LOOPBACK + ":" + deployment.port(Role.REDIS, Keys.REDIS_URI));
    site.put("dartagnan.mesh.bind.address", Ports.LOOPBACK);
    site.put("dartagnan.mesh.advertised.host", Ports.LOOPBACK);
    site.put(Keys.MESH_PORT, port(role, deployment, Keys.MESH_PORT));
    site.putAll(credentials);
    return site;
  }

  /** One port when one server listens there; several in one process each take any free one. */
  private static String port(Role role, Deployment deployment, String key) {
    boolean perRegionServer = key.equals(Keys.REGION_SERVER_PORT) || key.equals(Keys.MESH_PORT);
    if (perRegionServer && deployment.regionServers() > 1) {
      return "0";
    }
    return Integer.toString(deployment.port(role, key));
  }
}
