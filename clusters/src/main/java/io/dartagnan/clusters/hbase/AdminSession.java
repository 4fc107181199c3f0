package io.dartagnan.clusters.hbase;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.zookeeper.ReadOnlyZKClient;

/** Connection to a cluster's master on which every call is tried once and ends within seconds. */
final class AdminSession implements AutoCloseable {
  /** Read once: whoever waits for clusters that start opens dozens of sessions. */
  private static final Configuration DEFAULTS = HBaseConfiguration.create();

  private final Connection connection;
  private final Admin admin;

  private AdminSession(Connection connection, Admin admin) {
    this.connection = connection;
    this.admin = admin;
  }

  /**
   * @param way to the cluster
   */
  static AdminSession open(Map<String, String> way) throws IOException {
    Configuration configuration = new Configuration(DEFAULTS);
    ClientSite.bare(way).forEach(configuration::set);
    configuration.set(HConstants.HBASE_CLIENT_RETRIES_NUMBER, "0");
    configuration.set(HConstants.HBASE_RPC_TIMEOUT_KEY, "3000");
    configuration.set(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, "5000");
    configuration.set(ReadOnlyZKClient.RECOVERY_RETRY, "0");
    Connection connection = ConnectionFactory.createConnection(configuration);
    try {
      return new AdminSession(connection, connection.getAdmin());
    } catch (IOException e) {
      connection.close();
      throw e;
    }
  }

  Admin admin() {
    return admin;
  }

  @Override
  public void close() throws IOException {
    try {
      admin.close();
    } finally {
      connection.close();
    }
  }
}
