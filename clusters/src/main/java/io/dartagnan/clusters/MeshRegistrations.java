package io.dartagnan.clusters;

import io.dartagnan.discovery.DiscoveryException;
import io.dartagnan.discovery.RedisDiscovery;
import io.dartagnan.discovery.RedisSettings;
import io.dartagnan.discovery.ServerRecord;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** What the clouds' region servers have registered in discovery, as it is at one moment. */
final class MeshRegistrations {
  /** Of no consequence to someone who only reads. */
  private static final Duration LEASE = Duration.ofSeconds(15);

  private final List<ServerRecord> records;

  private MeshRegistrations(List<ServerRecord> records) {
    this.records = records;
  }

  /** Asks the Redis at that address. */
  static MeshRegistrations read(URI redis) throws DiscoveryException {
    try (RedisDiscovery discovery = new RedisDiscovery(new RedisSettings(redis, LEASE))) {
      return new MeshRegistrations(discovery.all());
    }
  }

  static MeshRegistrations none() {
    return new MeshRegistrations(List.of());
  }

  /** Whether every one of these region servers, named as HBase does, is registered for a party. */
  boolean containsAll(int party, Collection<String> servers) {
    return of(party).stream().map(ServerRecord::server).toList().containsAll(servers);
  }

  /** The region servers of a party and their ports, for a person; empty when there are none. */
  String describe(int party) {
    return of(party).stream()
        .map(
            record ->
                "region server " + record.server().split(",", -1)[1] + " mesh " + record.port())
        .collect(Collectors.joining(", "));
  }

  private List<ServerRecord> of(int party) {
    return records.stream().filter(record -> record.party() == party).toList();
  }
}
