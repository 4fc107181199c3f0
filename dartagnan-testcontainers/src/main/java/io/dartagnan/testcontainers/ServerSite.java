package io.dartagnan.testcontainers;

import io.dartagnan.mpc.Party;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.util.DNS;

/**
 * Settings of one cloud that say where it is and whom it knows; the image has those that every
 * cloud needs.
 */
final class ServerSite {
  private ServerSite() {}

  /**
   * The settings of a cloud.
   *
   * @param all the places of the three
   * @param meshPassword of the stores for the mesh
   * @param rpcPassword of the stores for HBase's own TLS
   */
  static Settings of(
      CloudPlace own, List<CloudPlace> all, String meshPassword, String rpcPassword) {
    Settings site =
        new Settings()
            .set(HConstants.ZOOKEEPER_CLIENT_PORT, own.zookeeperPort())
            .set(DNS.MASTER_HOSTNAME_KEY, own.host())
            .set(HConstants.MASTER_PORT, own.masterPort())
            .set(DNS.UNSAFE_RS_HOSTNAME_KEY, own.host())
            .set(HConstants.REGIONSERVER_PORT, own.regionServerPort())
            .set("dartagnan.party", own.party().index())
            .set("dartagnan.mesh.port", CloudPlace.MESH_PORT)
            .set("dartagnan.mesh.advertised.host", own.alias())
            .set("dartagnan.mesh.tls.keystore.location", CloudFiles.path("mesh", "keystore.p12"))
            .set("dartagnan.mesh.tls.keystore.password", meshPassword)
            .set(
                "dartagnan.mesh.tls.truststore.location", CloudFiles.path("mesh", "truststore.p12"))
            .set("dartagnan.mesh.tls.truststore.password", meshPassword)
            .set(
                "dartagnan.discovery.servers",
                all.stream().map(CloudPlace::listed).collect(Collectors.joining(",")))
            // Whoever has no certificate in the truststore gets nothing.
            .set("hbase.server.netty.tls.enabled", true)
            .set("hbase.server.netty.tls.supportplaintext", false)
            .set("hbase.server.netty.tls.client.auth.mode", "NEED")
            // Clients are known by their pinned certificates, wherever they are.
            .set("hbase.server.netty.tls.verify.client.hostname", false)
            .set("hbase.client.netty.tls.enabled", true);
    return site.rpcStores(
        "",
        CloudFiles.path("rpc", "keystore.p12"),
        CloudFiles.path("rpc", "truststore.p12"),
        rpcPassword);
  }

  /** Whether a key is one of those settings. */
  static boolean chooses(String key) {
    CloudPlace any = new CloudPlace(Party.P0, "localhost", 0, 0, 0);
    return of(any, List.of(any), "", "").has(key);
  }
}
