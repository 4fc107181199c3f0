package io.dartagnan.client;

import io.dartagnan.client.fixture.MemoryCloud;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;

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
    return new SafeConnection(configuration, cloud -> clouds.get(cloud.index()).connection());
  }

  /** The asynchronous connection over one, which becomes its own. */
  public static AsyncConnection async(SafeConnection connection) throws IOException {
    return new SafeAsyncConnection(connection);
  }
}
