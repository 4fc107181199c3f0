package io.dartagnan.client.refusal;

import io.dartagnan.client.configuration.ClientKeys;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The refusal of {@code ConnectionFactory.createAsyncConnection}, which does not ask {@link
 * ClientKeys#CONNECTION_IMPL} and would write plaintext to one cluster.
 *
 * <p>HBase asks the class of {@link ClientKeys#REGISTRY_IMPL} for the cluster's id, and makes an
 * object of that of {@link ClientKeys#ASYNC_CONNECTION_IMPL} then. Both refuse, so that setting one
 * of them to something else opens nothing.
 */
public final class AsyncRefusal {
  private static final Logger LOG = LoggerFactory.getLogger(AsyncRefusal.class);

  private AsyncRefusal() {}

  /**
   * Makes a configuration refuse asynchronous connections, where it does not say who makes them.
   *
   * @param application the configuration that the application also hands to {@code
   *     createAsyncConnection}; what it lacks is added, and the log says what to add to its file
   */
  public static void addTo(Configuration application) {
    addTo(application, ClientKeys.REGISTRY_IMPL, RefusingRegistry.class);
    addTo(application, ClientKeys.ASYNC_CONNECTION_IMPL, RefusingAsyncConnection.class);
  }

  private static void addTo(Configuration application, String key, Class<?> refusing) {
    if (application.get(key) == null) {
      LOG.warn(
          "{} is not set, so createAsyncConnection would send plaintext to one cluster; set it to"
              + " {} in hbase-site.xml. Until then it is refused from here on, with this"
              + " configuration object only",
          key,
          refusing.getName());
      application.set(key, refusing.getName());
    }
  }

  static UnsupportedOperationException refused() {
    return Unsupported.operation(
        "createAsyncConnection",
        "an AsyncConnection would send plaintext to one cluster; use createConnection");
  }
}
