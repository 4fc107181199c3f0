package io.dartagnan.clusters;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** One short talk with a cluster's master: every call is tried once and ends within seconds. */
final class AdminSession implements AutoCloseable {
  private final Connection connection;
  private final Admin admin;

  private AdminSession(Connection connection, Admin admin) {
    this.connection = connection;
    this.admin = admin;
  }

  /**
   * @param clusterSite the settings of the cluster itself
   */
  static AdminSession open(Map<String, String> clusterSite) throws IOException {
    Configuration configuration = HBaseConfiguration.create();
    ClientSite.bare(clusterSite).forEach(configuration::set);
    configuration.set("hbase.client.retries.number", "0");
    configuration.set("hbase.rpc.timeout", "3000");
    configuration.set("hbase.client.operation.timeout", "5000");
    configuration.set("zookeeper.recovery.retry", "0");
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
