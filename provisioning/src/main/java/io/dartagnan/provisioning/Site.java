package io.dartagnan.provisioning;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.server.ServerKeys;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.io.crypto.tls.X509Util;
import org.apache.hadoop.hbase.io.util.MemorySizeUtil;
import org.apache.hadoop.hbase.zookeeper.ReadOnlyZKClient;

/**
 * Settings of an {@code hbase-site.xml}, in the order in which they are set. The settings that make
 * an HBase one of the three clouds, and a program their client, are set here and nowhere else;
 * where servers are and keep their data is for the caller to set.
 *
 * <p>It has passwords, and prints none.
 */
public final class Site {
  /** The name under which HBase finds its settings on the class path. */
  public static final String FILE = "hbase-site.xml";

  /** Port of the mesh where each of a cloud's servers has an address of its own. */
  public static final int MESH_PORT = 18_600;

  /** How many clouds a program has, {@code ClientKeys.CLOUDS} of the client. */
  private static final String CLOUDS = "dartagnan.clouds";

  private static final String END = "</configuration>";

  private final Map<String, String> settings = new LinkedHashMap<>();
  private final Map<String, String> comments = new HashMap<>();
  private String comment;

  /** No settings yet. */
  public Site() {}

  /**
   * Two PKCS12 files with one password.
   *
   * @param keystore path of the file with the own key
   * @param truststore path of the file with the certificates that are accepted
   */
  public record Stores(String keystore, String truststore, String password) {
    /** Type of both files. */
    public static final String TYPE = "PKCS12";

    /** Returns those of a server, {@code keystore.p12} and {@code truststore.p12} of a folder. */
    public static Stores in(String folder, String password) {
      return new Stores(folder + "/keystore.p12", folder + "/truststore.p12", password);
    }

    /** The paths alone. */
    @Override
    public String toString() {
      return keystore + ", " + truststore;
    }
  }

  /** Returns the beginning of the keys that a client takes for one cloud alone. */
  public static String prefixOf(int party) {
    return ServerKeys.PARTY + "." + party + ".";
  }

  /** Has the next setting preceded by a comment, behind those that it has already. */
  public Site comment(String text) {
    comment = comment == null ? text : comment + " -->\n  <!-- " + text;
    return this;
  }

  /** Sets a key, whatever it was set to before. */
  public Site set(String key, Object value) {
    settings.put(key, value.toString());
    if (comment != null) {
      comments.put(key, comment);
      comment = null;
    }
    return this;
  }

  /** Sets all of these keys. */
  public Site setAll(Map<String, String> values) {
    values.forEach(this::set);
    return this;
  }

  /** Sets where ZooKeeper is, of the cloud itself. */
  public Site zookeeper(String quorum, int port) {
    return zookeeper("", quorum, port);
  }

  /** Sets where a client finds a cloud: its ZooKeeper. */
  public Site cloudAt(int party, String quorum, int port) {
    return zookeeper(prefixOf(party), quorum, port);
  }

  private Site zookeeper(String prefix, String quorum, int port) {
    return set(prefix + HConstants.ZOOKEEPER_QUORUM, quorum)
        .set(prefix + HConstants.ZOOKEEPER_CLIENT_PORT, port);
  }

  /** Sets what every HBase of a cloud has in common: the coprocessors, and what they ask for. */
  public Site coprocessors() {
    return set(
            CoprocessorHost.REGIONSERVER_COPROCESSOR_CONF_KEY, "io.dartagnan.server.MeshEndpoint")
        .set(
            CoprocessorHost.USER_REGION_COPROCESSOR_CONF_KEY, "io.dartagnan.server.ProtectedRegion")
        .comment("A slow scan is not to be logged with a share of its operand.")
        .set("hbase.ipc.warn.response.time.scan", -1)
        .comment("With the 0.4 of filters, share columns and mesh these come to 0.9 of the heap.")
        .set(HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, "0.3")
        .set(MemorySizeUtil.MEMSTORE_SIZE_KEY, "0.2");
  }

  /**
   * Sets which cloud this is.
   *
   * @param party 0 to 2
   * @param meshPort 0 for any free one
   */
  public Site party(int party, int meshPort) {
    return comment("The mesh of the three clouds, of which this is party 0, 1 or 2.")
        .set(ServerKeys.PARTY, party)
        .set(ServerKeys.MESH_PORT, meshPort);
  }

  /** Sets the host at which the peers reach the mesh. */
  public Site meshAdvertised(String host) {
    return set(ServerKeys.MESH_ADVERTISED_HOST, host);
  }

  /** Sets the address on which the mesh listens. */
  public Site meshBound(String address) {
    return set(ServerKeys.MESH_BIND_ADDRESS, address);
  }

  /** Sets the mesh's key and the certificates that it accepts. */
  public Site meshStores(Stores stores) {
    return set(ServerKeys.KEYSTORE, stores.keystore())
        .set(ServerKeys.KEYSTORE_PASSWORD, stores.password())
        .set(ServerKeys.TRUSTSTORE, stores.truststore())
        .set(ServerKeys.TRUSTSTORE_PASSWORD, stores.password());
  }

  /** Has RegionServers find each other in Redis. */
  public Site redis(String uri) {
    return comment("How RegionServers find each other.").set(ServerKeys.REDIS_URI, uri);
  }

  /** Sets as whom a RegionServer logs in to Redis. */
  public Site redisAccount(RedisAccount account) {
    return set(ServerKeys.REDIS_USERNAME, account.name())
        .set(ServerKeys.REDIS_PASSWORD, account.password());
  }

  /** Sets where the certificate of Redis is. */
  public Site redisTruststore(String file, String password) {
    return comment(
            "The certificate of Redis; without these two that of an authority which the JDK knows is taken.")
        .set(ServerKeys.REDIS_TRUSTSTORE, file)
        .set(ServerKeys.REDIS_TRUSTSTORE_PASSWORD, password);
  }

  /** Has RegionServers find each other in a list of all of them. */
  public Site servers(String list) {
    return comment("How RegionServers find each other.").set(ServerKeys.SERVERS, list);
  }

  /** Turns HBase's own TLS on in a server, which is a client of its cluster's other servers too. */
  public Site serverTls() {
    return comment("HBase's own TLS: whoever has no certificate in the truststore gets nothing.")
        .set(X509Util.HBASE_SERVER_NETTY_TLS_ENABLED, true)
        .set(X509Util.HBASE_SERVER_NETTY_TLS_SUPPORTPLAINTEXT, false)
        .set(X509Util.HBASE_SERVER_NETTY_TLS_CLIENT_AUTH_MODE, "NEED")
        .comment("Clients are known by their pinned certificates, wherever they are.")
        .set(X509Util.HBASE_SERVER_NETTY_TLS_VERIFY_CLIENT_HOSTNAME, false)
        .set(X509Util.HBASE_CLIENT_NETTY_TLS_ENABLED, true);
  }

  /**
   * Sets the key of HBase's own TLS and the certificates that it accepts.
   *
   * @param prefix before each key
   */
  public Site rpcStores(String prefix, Stores stores) {
    return set(prefix + X509Util.TLS_CONFIG_KEYSTORE_LOCATION, stores.keystore())
        .set(prefix + X509Util.TLS_CONFIG_KEYSTORE_TYPE, Stores.TYPE)
        .set(prefix + X509Util.TLS_CONFIG_KEYSTORE_PASSWORD, stores.password())
        .set(prefix + X509Util.TLS_CONFIG_TRUSTSTORE_LOCATION, stores.truststore())
        .set(prefix + X509Util.TLS_CONFIG_TRUSTSTORE_TYPE, Stores.TYPE)
        .set(prefix + X509Util.TLS_CONFIG_TRUSTSTORE_PASSWORD, stores.password());
  }

  /**
   * Has a program use the three clouds as one.
   *
   * @param unencrypted what is done with a cloud to which TLS is off, {@code refuse}, {@code warn}
   *     or {@code allow}
   */
  public Site safeClient(String unencrypted) {
    return comment("Programs on HBase's API use the three clouds as one.")
        .set(ClientKeys.CONNECTION_IMPL, "io.dartagnan.client.SafeConnection")
        .set(ClientKeys.REGISTRY_IMPL, "io.dartagnan.client.SafeRegistry")
        .set(ClientKeys.ASYNC_CONNECTION_IMPL, "io.dartagnan.client.SafeAsyncConnection")
        .comment(
            "With refuse, a cloud to which TLS is off is refused before anything is sent; warn and allow send.")
        .set(ClientKeys.UNENCRYPTED, unencrypted);
  }

  /** Has a program use one cloud alone, a plain HBase. */
  public Site oneCloud() {
    return set(CLOUDS, 1);
  }

  /** Turns HBase's own TLS on in a client, for one cloud alone: it accepts that cloud there. */
  public Site clientTls(int party, Stores stores) {
    return set(prefixOf(party) + X509Util.HBASE_CLIENT_NETTY_TLS_ENABLED, true)
        .rpcStores(prefixOf(party), stores);
  }

  /**
   * Sets timeouts with which a cluster that is down is an error within half a minute, where HBase's
   * own wait many.
   */
  public Site shortTimeouts() {
    return set(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 3)
        .set(HConstants.HBASE_CLIENT_PAUSE, 100)
        .set(HConstants.HBASE_RPC_TIMEOUT_KEY, 10_000)
        .set(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 15_000)
        .set(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, 10_000)
        .set(ReadOnlyZKClient.RECOVERY_RETRY, 0)
        .set(HConstants.ZK_SESSION_TIMEOUT, 20_000);
  }

  /** Returns a view of them, in their order. */
  public Map<String, String> settings() {
    return Collections.unmodifiableMap(settings);
  }

  /** Returns a file of them. */
  public String xml() {
    return addedTo("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration>\n" + END + "\n");
  }

  /** Returns a file like this one with these settings behind its own, above which they count. */
  public String addedTo(String file) {
    StringBuilder properties = new StringBuilder();
    settings.forEach(
        (key, value) -> {
          if (comments.containsKey(key)) {
            properties.append("\n  <!-- ").append(comments.get(key)).append(" -->\n");
          }
          properties.append(
              "  <property><name>%s</name><value>%s</value></property>\n"
                  .formatted(escaped(key), escaped(value)));
        });
    return file.replace(END, properties + END);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        // A line of its own to a reader of XML.
        .replace("\r", "&#13;");
  }

  /** The keys alone. */
  @Override
  public String toString() {
    return settings.keySet().toString();
  }
}
