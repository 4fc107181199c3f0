package io.dartagnan.clusters.torture;

import io.dartagnan.client.configuration.ClientKeys;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** Settings of clients that wait for clouds: those of {@code clusters/local} soon give up. */
final class ClientPatience {
  private ClientPatience() {}

  /** Settings of a client whose operations, and all parts of them, may take so long. */
  static Configuration of(Duration operation) {
    Configuration settings = new Configuration(false);
    int millis = (int) operation.toMillis();
    settings.setInt(
        HConstants.HBASE_CLIENT_RETRIES_NUMBER, HConstants.DEFAULT_HBASE_CLIENT_RETRIES_NUMBER);
    settings.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, millis);
    settings.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, millis);
    settings.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, millis);
    settings.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, millis);
    settings.setLong(ClientKeys.QUERY_TIMEOUT_MS, millis);
    return settings;
  }
}
