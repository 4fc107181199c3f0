package io.dartagnan.client;

import io.dartagnan.client.configuration.ConnectionSettings;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.rpc.CloudCall;
import io.dartagnan.client.rpc.CloudThreads;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;

/** The drop-in over clouds in memory, for tests in other packages. */
public final class MemoryConnection {
  private MemoryConnection() {}

  /** Connects to three clouds with HBase's default settings. */
  public static SafeConnection open(List<MemoryCloud> clouds) throws IOException {
    return open(clouds, new Configuration(false));
  }

  /** Connects to three clouds. */
  public static SafeConnection open(List<MemoryCloud> clouds, Configuration configuration)
      throws IOException {
    return over(configuration, cloud -> clouds.get(cloud.index()).connection());
  }

  /** Connects to three clouds with other threads for calls, which become the connection's. */
  public static SafeConnection open(List<MemoryCloud> clouds, ExecutorService threads)
      throws IOException {
    Configuration configuration = new Configuration(false);
    return new SafeConnection(
        configuration,
        ConnectionSettings.of(configuration),
        cloud -> clouds.get(cloud.index()).connection(),
        threads);
  }

  /** Connects to any three clouds. */
  static SafeConnection over(Configuration configuration, CloudCall<Connection> connect)
      throws IOException {
    ConnectionSettings settings = ConnectionSettings.of(configuration);
    return new SafeConnection(
        configuration, settings, connect, CloudThreads.create(settings.threads()));
  }

  /** The asynchronous connection over one, which becomes its own. */
  public static AsyncConnection async(SafeConnection connection) throws IOException {
    return new SafeAsyncConnection(connection);
  }
}
