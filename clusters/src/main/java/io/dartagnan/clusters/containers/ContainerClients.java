package io.dartagnan.clusters.containers;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.clusters.files.ConfigurationFile;
import io.dartagnan.clusters.hbase.LoggingConfiguration;
import io.dartagnan.provisioning.Site;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.RpcConnectionRegistry;
import org.apache.hadoop.hbase.io.crypto.tls.X509Util;

/** Configurations of clients: those of {@code clouds init}, without ZooKeeper. */
final class ContainerClients {
  private static final int LOOKS_AT_KEYS_MS = 10_000;

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
    Map<String, String> settings = new TreeMap<>();
    read.forEach(
        setting -> {
          // Their ZooKeepers are out of a client's reach.
          if (!setting.getKey().matches("dartagnan\\.party\\.\\d\\.hbase\\.zookeeper\\..*")) {
            settings.put(setting.getKey(), setting.getValue());
          }
        });
    Site site = new Site().setAll(settings);
    for (int party = 0; party < CloudAddresses.CLOUDS; party++) {
      String prefix = Site.prefixOf(party);
      // A program that lives long sees its cloud's later key come, and has a later one itself.
      site.set(prefix + X509Util.TLS_CERT_RELOAD, true)
          .set(prefix + X509Util.HBASE_TLS_FILEPOLL_INTERVAL_MILLIS, LOOKS_AT_KEYS_MS)
          .set(prefix + ClientKeys.REGISTRY_IMPL, RpcConnectionRegistry.class.getName())
          .set(prefix + RpcConnectionRegistry.BOOTSTRAP_NODES, addresses.bootstrapServers(party));
    }
    return site.shortTimeouts().settings();
  }

  /** Writes those of this machine's programs. */
  void write(Map<String, String> site) {
    write(safe(), site);
    for (int party = 0; party < CloudAddresses.CLOUDS; party++) {
      Site bare = new Site().shortTimeouts();
      String prefix = Site.prefixOf(party);
      site.forEach(
          (key, value) -> {
            if (key.startsWith(prefix)) {
              bare.set(key.substring(prefix.length()), value);
            }
          });
      write(bare(party), bare.settings());
    }
  }

  private static void write(Path folder, Map<String, String> site) {
    ConfigurationFile.write(folder.resolve(Site.FILE), site);
    LoggingConfiguration.writeClient(folder);
  }
}
