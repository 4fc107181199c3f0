package io.dartagnan.client;

import io.dartagnan.client.configuration.ClientKeys;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two keys without which {@code ConnectionFactory.createAsyncConnection} would not ask {@link
 * ClientKeys#CONNECTION_IMPL} and write plaintext to one cluster.
 *
 * <p>HBase asks the class of {@link ClientKeys#REGISTRY_IMPL} for the cluster's id, and makes an
 * object of that of {@link ClientKeys#ASYNC_CONNECTION_IMPL} then. Either alone keeps to the three
 * clouds, so that setting one of them to something else opens no way past them.
 */
final class AsyncDropIn {
  private static final Logger LOG = LoggerFactory.getLogger(AsyncDropIn.class);

  private AsyncDropIn() {}

  /**
   * Makes asynchronous connections of a configuration use the three clouds, where it does not say
   * who makes them.
   *
   * @param application the configuration that the application also hands to {@code
   *     createAsyncConnection}; what it lacks is added, and the log says what to add to its file
   */
  static void completeKeys(Configuration application) {
    complete(application, ClientKeys.REGISTRY_IMPL, SafeRegistry.class);
    complete(application, ClientKeys.ASYNC_CONNECTION_IMPL, SafeAsyncConnection.class);
  }

  private static void complete(Configuration application, String key, Class<?> ours) {
    if (application.get(key) == null) {
      LOG.warn(
          "{} is not set, so createAsyncConnection would send plaintext to one cluster; set it to"
              + " {} in hbase-site.xml. Until then this is so from here on, with this configuration"
              + " object only",
          key,
          ours.getName());
      application.set(key, ours.getName());
    }
  }
}
