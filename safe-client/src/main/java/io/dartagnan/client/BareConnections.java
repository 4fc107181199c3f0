package io.dartagnan.client;

import io.dartagnan.client.cloud.CloudCall;
import io.dartagnan.client.cloud.UnopenedConnection;
import io.dartagnan.client.configuration.CloudConfiguration;
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

/** Opens HBase's own connection to each cloud. */
final class BareConnections implements CloudCall<Connection> {
  private static final Logger LOG = LoggerFactory.getLogger(BareConnections.class);

  private final Configuration conf;
  private final ExecutorService pool;
  private final User user;
  private final Map<String, byte[]> attributes;

  BareConnections(
      Configuration conf, ExecutorService pool, User user, Map<String, byte[]> attributes) {
    this.conf = conf;
    this.pool = pool;
    this.user = user;
    this.attributes = attributes;
    // Also if no connection comes of it.
    AsyncDropIn.completeKeys(conf);
  }

  /** A connection to a cloud; one that fails with the reason if the cloud is not configured. */
  @Override
  public Connection on(Party cloud) throws IOException {
    Configuration own;
    try {
      own = CloudConfiguration.of(conf, cloud);
    } catch (IllegalArgumentException e) {
      LOG.error("no connection to cloud {}: {}", cloud.index(), e.getMessage());
      return UnopenedConnection.because(conf, e.getMessage(), e);
    }
    // Earlier releases have no connection attributes, nor the method that takes them.
    return attributes.isEmpty()
        ? ConnectionFactory.createConnection(own, pool, user)
        : ConnectionFactory.createConnection(own, pool, user, attributes);
  }
}
