package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Clients that have key files.
 *
 * @param clusters which they use
 * @param folder of the files, each by its name
 */
record ClientsWithKeys(LocalClusters clusters, Path folder) {

  Path key(String name) {
    return folder.resolve(name);
  }

  KeyFile create(String name) throws IOException {
    return KeyFile.create(key(name));
  }

  /** Connects with a key. */
  Connection connect(String key, int operationTimeoutMs) throws IOException {
    Configuration settings = new Configuration(false);
    settings.setInt("hbase.client.operation.timeout", operationTimeoutMs);
    // Regions that take new keys are away for longer than the configuration here asks again.
    settings.setInt(
        HConstants.HBASE_CLIENT_RETRIES_NUMBER, HConstants.DEFAULT_HBASE_CLIENT_RETRIES_NUMBER);
    settings.setLong(ClientKeys.LEFTOVERS_WAIT_MS, LocalClusters.LEFTOVER_AGE.toMillis());
    settings.set(ClientKeys.KEY_FILE, key(key).toString());
    return clusters.safe(settings);
  }

  /** The folder of a client with a key, for the command line. */
  Path conf(String key) throws IOException {
    Path conf = Files.createTempDirectory(folder, "conf");
    Configuration client = new Configuration(clusters.client());
    client.set(ClientKeys.KEY_FILE, key(key).toString());
    try (OutputStream out = Files.newOutputStream(conf.resolve("hbase-site.xml"))) {
      client.writeXml(out);
    }
    return conf;
  }

  /** Runs the command line, which has to do what it is told. */
  Commands.Ended dartagnan(String... arguments) throws Exception {
    Commands.Ended ended = clusters.dartagnan(arguments);
    assertThat(ended.exit()).as(ended.errors()).isZero();
    return ended;
  }
}
