package io.dartagnan.discovery;

import java.util.List;

/**
 * Directory of the parties' RegionServers. Implementations are safe for use by several threads.
 *
 * <p>Some keep <em>leased</em> records: such a record lives as long as its owner renews it, and one
 * lease longer. Others know their servers for ever.
 */
public interface Discovery extends AutoCloseable {

  /**
   * Publishes a record and renews it until the registration is closed. Succeeds even when the
   * record cannot be published now: it is tried again until it can.
   *
   * @throws DiscoveryException if this discovery is closed, or readers would refuse the record
   * @throws IllegalStateException if the same party and server is registered here already
   */
  Registration register(ServerRecord own) throws DiscoveryException;

  /**
   * The record of a server. An answer may be as old as the record's lease; the absence of a record
   * is always asked for again. For a server that was found before and whose lease lasts this does
   * not wait; for any other the wait has a bound of a few seconds.
   *
   * @throws DiscoveryException if there is no record to be believed, or none can be asked for
   * @throws IllegalArgumentException if the party or the server name is malformed
   */
  ServerRecord lookup(int party, String server) throws DiscoveryException;

  /**
   * All records as they are now, ordered by party and then by server. What is not to be believed is
   * left out, and counted.
   *
   * @throws DiscoveryException if they cannot be asked for
   */
  default List<ServerRecord> all() throws DiscoveryException {
    return inspect().records().stream().map(FoundRecord::record).toList();
  }

  /**
   * All records as they are now with their ages, and what was found beside them and not believed.
   *
   * @throws DiscoveryException if they cannot be asked for
   */
  Inspection inspect() throws DiscoveryException;

  /**
   * The keeper of the records in a sentence, such as {@code Redis at redis.example:6379 over TLS}.
   */
  String keeper();

  /** Counts of what this discovery has done since it was opened. */
  DiscoveryMetrics metrics();

  /** Closes every registration and releases threads and connections. */
  @Override
  void close();
}
