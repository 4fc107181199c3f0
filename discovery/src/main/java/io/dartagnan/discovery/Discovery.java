package io.dartagnan.discovery;

import java.util.List;

/**
 * Finds the parties' RegionServers. A record lives as long as its owner renews it, and one lease
 * longer. Implementations are safe for use by several threads.
 */
public interface Discovery extends AutoCloseable {

  /**
   * Publishes a record and renews it until the registration is closed. Succeeds even when the
   * record cannot be published now: it is tried again until it can.
   *
   * @throws DiscoveryException if this discovery is closed
   * @throws IllegalStateException if the same party and server is registered here already
   */
  Registration register(ServerRecord own) throws DiscoveryException;

  /**
   * The live record of a server. An answer may be as old as the record's lease; the absence of a
   * record is always asked for again.
   *
   * @throws DiscoveryException if there is no live record, or none can be asked for
   * @throws IllegalArgumentException if the party or the server name is malformed
   */
  ServerRecord lookup(int party, String server) throws DiscoveryException;

  /**
   * All live records as they are now, ordered by party and then by server.
   *
   * @throws DiscoveryException if they cannot be asked for, or one of them is malformed
   */
  List<ServerRecord> all() throws DiscoveryException;

  /** Closes every registration and releases threads and connections. */
  @Override
  void close();
}
