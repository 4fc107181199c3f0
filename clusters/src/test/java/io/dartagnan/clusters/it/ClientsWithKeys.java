package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.admin.TableKeysChange;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
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
    return clusters.safe(settings(key, operationTimeoutMs));
  }

  /** Connects with a key to one cluster alone. */
  Connection connectToOne(String key) throws IOException {
    return clusters.oneCluster(settings(key, 20_000));
  }

  private Configuration settings(String key, int operationTimeoutMs) {
    Configuration settings = new Configuration(false);
    settings.setInt("hbase.client.operation.timeout", operationTimeoutMs);
    // Regions that take new keys are away for longer than the configuration here asks again.
    settings.setInt(
        HConstants.HBASE_CLIENT_RETRIES_NUMBER, HConstants.DEFAULT_HBASE_CLIENT_RETRIES_NUMBER);
    settings.setLong(ClientKeys.LEFTOVERS_WAIT_MS, LocalClusters.LEFTOVER_AGE.toMillis());
    settings.set(ClientKeys.KEY_FILE, key(key).toString());
    return settings;
  }

  /** The folder of a client with a key, for the command line. */
  Path conf(String key) throws IOException {
    return conf(key, clusters.client());
  }

  /** The folder of a client of one cluster. */
  Path confOfOne(String key) throws IOException {
    return conf(key, clusters.clientOfOne());
  }

  private Path conf(String key, Configuration client) throws IOException {
    Path conf = Files.createTempDirectory(folder, "conf");
    client.set(ClientKeys.KEY_FILE, key(key).toString());
    try (OutputStream out = Files.newOutputStream(conf.resolve("hbase-site.xml"))) {
      client.writeXml(out);
    }
    return conf;
  }

  /** Something that a client does again and again. */
  @FunctionalInterface
  interface Step {
    void run() throws IOException;
  }

  /**
   * Gives a table three further keys, one after the other, while one client reads and another
   * writes, each several times under each key.
   */
  static void rotateWhile(Connection connection, TableName table, Step reading, Step writing)
      throws Exception {
    AtomicBoolean ends = new AtomicBoolean();
    AtomicLong written = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (TableKeysChange keys = TableKeysChange.over(connection)) {
      List<Future<?>> running = new ArrayList<>();
      for (Step step : List.of(reading, writing)) {
        running.add(
            threads.submit(
                () -> {
                  while (!ends.get()) {
                    step.run();
                    written.addAndGet(step == writing ? 1 : 0);
                  }
                  return null;
                }));
      }
      for (int i = 2; i <= 4; i++) {
        assertThat(keys.rotate(table).newest()).isEqualTo(i);
        long before = written.get();
        await()
            .atMost(3, TimeUnit.MINUTES)
            .until(() -> written.get() > before + 1 || running.stream().anyMatch(Future::isDone));
      }
      ends.set(true);
      for (Future<?> each : running) {
        each.get(1, TimeUnit.MINUTES);
      }
    } finally {
      ends.set(true);
      threads.shutdownNow();
    }
  }

  /** Runs the command line, which has to do what it is told. */
  Commands.Ended dartagnan(String... arguments) throws Exception {
    Commands.Ended ended = clusters.dartagnan(arguments);
    assertThat(ended.exit()).as(ended.errors()).isZero();
    return ended;
  }
}
