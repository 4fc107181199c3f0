package io.dartagnan.clusters.hbase;

import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.discovery.DiscoveryException;
import io.dartagnan.discovery.PartyKeys;
import io.dartagnan.discovery.RedisDiscovery;
import io.dartagnan.discovery.RedisSettings;
import io.dartagnan.discovery.ServerRecord;
import io.dartagnan.server.ServerKeys;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Registrations of the clouds' region servers in discovery, as they are at one moment. */
public final class MeshRegistrations {
  /** Of no consequence to someone who only reads. */
  private static final Duration LEASE = Duration.ofSeconds(15);

  private final List<ServerRecord> records;

  private MeshRegistrations(List<ServerRecord> records) {
    this.records = records;
  }

  /**
   * Asks the Redis that a cloud's settings name, as that cloud would, and believes whom it would.
   */
  public static MeshRegistrations read(Map<String, String> site) throws DiscoveryException {
    RedisSettings settings = new RedisSettings(URI.create(site.get(ServerKeys.REDIS_URI)), LEASE);
    if (site.get(ServerKeys.REDIS_PASSWORD) != null) {
      settings =
          settings.loggingIn(
              new RedisSettings.Login(
                  site.get(ServerKeys.REDIS_USERNAME),
                  site.get(ServerKeys.REDIS_PASSWORD).toCharArray()));
    }
    if (site.get(ServerKeys.REDIS_TRUSTSTORE) != null) {
      settings =
          settings.trusting(
              new RedisSettings.Truststore(
                  Path.of(site.get(ServerKeys.REDIS_TRUSTSTORE)),
                  site.get(ServerKeys.REDIS_TRUSTSTORE_PASSWORD).toCharArray()));
    }
    try (RedisDiscovery discovery = RedisDiscovery.reading(settings, pinned(site))) {
      return new MeshRegistrations(discovery.all());
    }
  }

  private static PartyKeys pinned(Map<String, String> site) {
    File file = new File(site.get(ServerKeys.TRUSTSTORE));
    try {
      KeyStore truststore =
          KeyStore.getInstance(file, site.get(ServerKeys.TRUSTSTORE_PASSWORD).toCharArray());
      List<List<PublicKey>> pinned = new ArrayList<>();
      for (Role cloud : Role.CLOUDS) {
        pinned.add(keys(truststore, "party-" + cloud.party()));
      }
      return pinned::get;
    } catch (IOException | GeneralSecurityException e) {
      throw CommandException.failure("cannot read the certificates in " + file, e);
    }
  }

  /** Several while a certificate is being replaced. */
  private static List<PublicKey> keys(KeyStore truststore, String name)
      throws GeneralSecurityException {
    List<PublicKey> keys = new ArrayList<>();
    for (String alias : Collections.list(truststore.aliases())) {
      Certificate certificate = truststore.getCertificate(alias);
      if (certificate != null && (alias.equals(name) || alias.startsWith(name + "-"))) {
        keys.add(certificate.getPublicKey());
      }
    }
    return List.copyOf(keys);
  }

  public static MeshRegistrations none() {
    return new MeshRegistrations(List.of());
  }

  /** Whether every one of these region servers, named as HBase does, is registered for a party. */
  boolean containsAll(int party, Collection<String> servers) {
    return of(party).stream().map(ServerRecord::server).toList().containsAll(servers);
  }

  /** The region servers of a party and their ports, for a person; empty when there are none. */
  public String describe(int party) {
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
