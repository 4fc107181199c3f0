package io.dartagnan.clusters.containers;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.clusters.files.ConfigurationFile;
import io.dartagnan.clusters.hbase.ClientSite;
import io.dartagnan.clusters.hbase.LoggingConfiguration;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.RpcConnectionRegistry;
import org.apache.hadoop.hbase.io.crypto.tls.X509Util;

/** Configurations of clients: those of {@code clouds init}, without ZooKeeper. */
final class ContainerClients {
  private static final String LOOKS_AT_KEYS_MS = "10000";

  private final Path folder;

  /**
   * Configurations in a folder.
   *
   * @param folder for this machine's programs
   */
  ContainerClients(Path folder) {
    this.folder = folder;
  }

  /** The folder of the keys of this machine's programs. */
  Path files() {
    return folder.resolve("files");
  }

  /** With it a program uses the three clouds through the Safe Client. */
  Path safe() {
    return folder.resolve("safe");
  }

  /** With it a program uses one cloud bare. */
  Path bare(int party) {
    return folder.resolve("cloud-" + party);
  }

  /**
   * The settings of a client.
   *
   * @param given by {@code clouds init}
   */
  static Map<String, String> site(Path given, CloudAddresses addresses) {
    Configuration read = new Configuration(false);
    read.addResource(new org.apache.hadoop.fs.Path(given.toUri()));
    Map<String, String> site = new TreeMap<>();
    read.forEach(
        setting -> {
          // Their ZooKeepers are out of a client's reach.
          if (!setting.getKey().matches("dartagnan\\.party\\.\\d\\.hbase\\.zookeeper\\..*")) {
            site.put(setting.getKey(), setting.getValue());
          }
        });
    for (int party = 0; party < CloudAddresses.CLOUDS; party++) {
      // A program that lives long sees its cloud's later key come, and has a later one itself.
      site.put(prefix(party) + X509Util.TLS_CERT_RELOAD, "true");
      site.put(prefix(party) + X509Util.HBASE_TLS_FILEPOLL_INTERVAL_MILLIS, LOOKS_AT_KEYS_MS);
      site.put(prefix(party) + ClientKeys.REGISTRY_IMPL, RpcConnectionRegistry.class.getName());
      site.put(
          prefix(party) + RpcConnectionRegistry.BOOTSTRAP_NODES, addresses.bootstrapServers(party));
    }
    site.putAll(ClientSite.patience());
    return site;
  }

  private static String prefix(int party) {
    return "dartagnan.party." + party + ".";
  }

  /** Writes those of this machine's programs. */
  void write(Map<String, String> site) {
    write(safe(), site);
    for (int party = 0; party < CloudAddresses.CLOUDS; party++) {
      Map<String, String> bare = new LinkedHashMap<>(ClientSite.patience());
      String prefix = prefix(party);
      site.forEach(
          (key, value) -> {
            if (key.startsWith(prefix)) {
              bare.put(key.substring(prefix.length()), value);
            }
          });
      write(bare(party), bare);
    }
  }

  private static void write(Path folder, Map<String, String> site) {
    ConfigurationFile.write(folder.resolve(ConfigurationFile.HBASE_SITE), site);
    LoggingConfiguration.writeClient(folder);
  }
}
