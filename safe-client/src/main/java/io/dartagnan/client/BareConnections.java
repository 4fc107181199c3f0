package io.dartagnan.client;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.client.configuration.ConnectionSettings;
import io.dartagnan.client.configuration.Unencrypted;
import io.dartagnan.client.rpc.CloudCall;
import io.dartagnan.client.rpc.UnopenedConnection;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens HBase's own connection to each cloud, or one that fails where settings do not allow it. */
final class BareConnections implements CloudCall<Connection> {
  private static final Logger LOG = LoggerFactory.getLogger(BareConnections.class);

  private final Configuration conf;
  private final ExecutorService pool;
  private final User user;
  private final Map<String, byte[]> attributes;
  private final ConnectionSettings settings;
  private final IllegalArgumentException refusal;

  BareConnections(
      Configuration conf, ExecutorService pool, User user, Map<String, byte[]> attributes) {
    this.conf = conf;
    this.pool = pool;
    this.user = user;
    this.attributes = attributes;
    // Also if no connection comes of it.
    AsyncDropIn.completeKeys(conf);
    ConnectionSettings allowed;
    IllegalArgumentException refused;
    try {
      allowed = ConnectionSettings.of(conf);
      refused = null;
    } catch (IllegalArgumentException e) {
      LOG.error("no connection to the three clouds: {}", e.getMessage());
      allowed = ConnectionSettings.ofNone();
      refused = e;
    }
    this.settings = allowed;
    this.refusal = refused;
  }

  /** Settings of the three together; those of an empty configuration where they are not allowed. */
  ConnectionSettings settings() {
    return settings;
  }

  /**
   * A connection to a cloud; one that fails with the reason if the cloud is not configured, or a
   * setting is not allowed.
   */
  @Override
  public Connection on(Party cloud) throws IOException {
    if (refusal != null) {
      return UnopenedConnection.because(conf, refusal.getMessage(), refusal);
    }
    Configuration own;
    try {
      own = CloudConfiguration.of(conf, cloud);
    } catch (IllegalArgumentException e) {
      LOG.error("no connection to cloud {}: {}", cloud.index(), e.getMessage());
      return UnopenedConnection.because(conf, e.getMessage(), e);
    }
    if (Unencrypted.isIn(own)) {
      String sentence = Unencrypted.sentence(cloud.index());
      switch (settings.unencrypted()) {
        case REFUSE -> {
          LOG.error("no connection to cloud {}: {}", cloud.index(), sentence);
          return UnopenedConnection.because(conf, sentence, null);
        }
        case WARN -> LOG.warn(sentence);
        case ALLOW -> LOG.debug(sentence);
      }
    }
    own.setIfUnset(ClientKeys.REGISTRY_IMPL, RememberingRegistry.class.getName());
    // Earlier releases have no connection attributes, nor the method that takes them.
    return attributes.isEmpty()
        ? ConnectionFactory.createConnection(own, pool, user)
        : ConnectionFactory.createConnection(own, pool, user, attributes);
  }
}
