package io.dartagnan.clusters.it;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.hbase.client.Connection;

/**
 * A connection to each cloud that all tables of it share. Tests look at what a cloud has many times
 * a second, which a handshake each time would take.
 */
final class CloudConnections implements AutoCloseable {
  private final ThreeClouds clouds;
  private final Map<Integer, Connection> open = new HashMap<>();

  CloudConnections(ThreeClouds clouds) {
    this.clouds = clouds;
  }

  /** The connection to a cloud, opened when it is first asked for. */
  synchronized Connection of(int party) throws IOException {
    Connection connection = open.get(party);
    if (connection == null) {
      connection = clouds.cloud(party);
      open.put(party, connection);
    }
    return connection;
  }

  /** Closes them; whoever asks afterwards has new ones. */
  @Override
  public synchronized void close() {
    IOUtils.closeQuietly(open.values().toArray(Connection[]::new));
    open.clear();
  }
}
