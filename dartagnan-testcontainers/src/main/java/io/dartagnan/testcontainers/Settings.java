package io.dartagnan.testcontainers;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.mpc.Party;
import io.dartagnan.testcontainers.CloudContainer.CloudFiles;
import io.dartagnan.testcontainers.Keys.PinnedStores;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.util.DNS;
import org.apache.hadoop.hbase.zookeeper.ReadOnlyZKClient;

/** Settings by key, for a file or for a configuration. It has passwords, and prints none. */
final class Settings {
  private static final String TLS = "hbase.rpc.tls.";

  private final Map<String, String> values = new LinkedHashMap<>();

  Settings set(String key, Object value) {
    values.put(key, value.toString());
    return this;
  }

  /**
   * Sets where HBase's own TLS finds its stores.
   *
   * @param prefix before each key
   */
  Settings rpcStores(String prefix, String keystore, String truststore, String password) {
    return set(prefix + TLS + "keystore.location", keystore)
        .set(prefix + TLS + "keystore.type", PinnedStores.TYPE)
        .set(prefix + TLS + "keystore.password", password)
        .set(prefix + TLS + "truststore.location", truststore)
        .set(prefix + TLS + "truststore.type", PinnedStores.TYPE)
        .set(prefix + TLS + "truststore.password", password);
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  /** Sets all of them there. */
  void into(Configuration configuration) {
    values.forEach(configuration::set);
  }

  /** The content of an hbase-site.xml. */
  byte[] file() {
    Configuration site = new Configuration(false);
    into(site);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      site.writeXml(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The keys alone. */
  @Override
  public String toString() {
    return values.keySet().toString();
  }

  /** The settings, and in the folder the stores that they name. */
  static Settings ofClient(List<CloudPlace> clouds, Keys keys, ClientFolder folder) {
    Settings site =
        new Settings()
            .set(ClientKeys.CONNECTION_IMPL, "io.dartagnan.client.SafeConnection")
            .set(ClientKeys.REGISTRY_IMPL, "io.dartagnan.client.SafeRegistry")
            .set(ClientKeys.ASYNC_CONNECTION_IMPL, "io.dartagnan.client.SafeAsyncConnection")
            .set(ClientKeys.UNENCRYPTED, "refuse")
            // HBase waits many minutes for a cluster that is down; here it is an error within half
            // of one.
            .set(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 3)
            .set(HConstants.HBASE_CLIENT_PAUSE, 100)
            .set(HConstants.HBASE_RPC_TIMEOUT_KEY, 10_000)
            .set(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 15_000)
            .set(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, 10_000)
            .set(ReadOnlyZKClient.RECOVERY_RETRY, 0)
            .set(HConstants.ZK_SESSION_TIMEOUT, 20_000);
    for (CloudPlace cloud : clouds) {
      String prefix = "dartagnan.party.%d.".formatted(cloud.party().index());
      PinnedStores stores = keys.client(cloud.party());
      site.set(prefix + HConstants.ZOOKEEPER_QUORUM, cloud.host())
          .set(prefix + HConstants.ZOOKEEPER_CLIENT_PORT, cloud.zookeeperPort())
          .set(prefix + "hbase.client.netty.tls.enabled", true)
          .rpcStores(
              prefix,
              folder.write(cloud.alias() + "-keystore.p12", stores.keystore()),
              folder.write(cloud.alias() + "-truststore.p12", stores.truststore()),
              stores.revealPassword());
    }
    return site;
  }

  /**
   * The settings of a cloud.
   *
   * @param all the places of the three
   * @param meshPassword of the stores for the mesh
   * @param rpcPassword of the stores for HBase's own TLS
   */
  static Settings ofServer(
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
    return ofServer(any, List.of(any), "", "").has(key);
  }
}
