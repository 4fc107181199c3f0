package io.dartagnan.discovery;

import java.util.List;
import java.util.OptionalLong;

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

  /**
   * Record of a server as a reader found it, and believes it.
   *
   * @param record the server and its address
   * @param ageMs milliseconds since its owner issued it, by the owner's clock then and this one
   *     now, so that it may be negative; empty where records have no times
   * @param leaseMs milliseconds for which it was issued; empty where records have no times
   */
  public record FoundRecord(ServerRecord record, OptionalLong ageMs, OptionalLong leaseMs) {

    /** A record that holds for ever. */
    static FoundRecord timeless(ServerRecord record) {
      return new FoundRecord(record, OptionalLong.empty(), OptionalLong.empty());
    }
  }

  /**
   * Everything that a discovery holds at one moment.
   *
   * @param records those that are believed, ordered by party and then by server
   * @param rejected a sentence for each value that is not believed, which says why
   */
  public record Inspection(List<FoundRecord> records, List<String> rejected) {

    /** Copies both. */
    public Inspection {
      records = List.copyOf(records);
      rejected = List.copyOf(rejected);
    }
  }

  /** Registration of a server: keeps its record alive until this is closed. */
  public interface Registration extends AutoCloseable {

    /** The record that is registered. */
    ServerRecord record();

    /**
     * Removes the record and stops renewing it. If the record cannot be removed now it expires by
     * itself within a lease. Closing again does nothing.
     */
    @Override
    void close();
  }
}
