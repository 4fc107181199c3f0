package io.dartagnan.cli.doctor;

import io.dartagnan.cli.doctor.Facts.CloudFacts;
import io.dartagnan.mpc.Party;
import io.dartagnan.status.CertificateStatus;
import io.dartagnan.status.PeerStatus;
import io.dartagnan.status.ServerStatus;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * What was gathered of a client and of its clouds.
 *
 * @param configuration the client's
 * @param clientVersion HBase's version on the client's class path
 * @param at the time by which dates are judged
 * @param silent the clouds that gave no answer, and why
 * @param clouds those that gave one, in the order of parties
 * @param servers their RegionServers, and what these tell of themselves
 * @param reached addresses of their meshes that this machine reaches, as {@link MeshReach} has them
 */
record Facts(
    Configuration configuration,
    String clientVersion,
    Instant at,
    Map<Party, String> silent,
    List<CloudFacts> clouds,
    List<ServerFacts> servers,
    List<String> reached) {

  Facts {
    silent = Map.copyOf(silent);
    clouds = List.copyOf(clouds);
    servers = List.copyOf(servers);
    reached = List.copyOf(reached);
  }

  /** The tables that at least one cloud has, in order. */
  SortedSet<TableName> tables() {
    SortedSet<TableName> tables = new TreeSet<>();
    clouds.forEach(cloud -> tables.addAll(cloud.tables().keySet()));
    return tables;
  }

  /** The same of one table alone. */
  Facts of(TableName table) {
    return new Facts(
        configuration,
        clientVersion,
        at,
        silent,
        clouds.stream().map(cloud -> cloud.of(table)).toList(),
        servers,
        reached);
  }

  /**
   * What one cloud tells any client.
   *
   * @param clusterId the id that HBase drew for the cluster
   * @param version HBase's version, as the master has it
   * @param servers its live RegionServers
   * @param clocksAhead milliseconds by which the clock of a RegionServer is ahead of this
   *     machine's, by the server's name; a server whose clock was not seen is missing
   * @param tables its tables
   * @param disabled those that are disabled
   * @param unprotected what probes of its protected tables found, a sentence for each table
   */
  record CloudFacts(
      Party cloud,
      String clusterId,
      String version,
      List<ServerMetrics> servers,
      Map<String, Long> clocksAhead,
      Map<TableName, TableDescriptor> tables,
      Set<TableName> disabled,
      List<String> unprotected) {

    CloudFacts {
      servers = List.copyOf(servers);
      clocksAhead = Map.copyOf(clocksAhead);
      tables = Map.copyOf(tables);
      disabled = Set.copyOf(disabled);
      unprotected = List.copyOf(unprotected);
    }

    /** The cloud in a sentence. */
    String name() {
      return nameOf(cloud);
    }

    /** A cloud in a sentence. */
    static String nameOf(Party cloud) {
      return "cloud " + cloud.index();
    }

    /** The same of one table alone. */
    CloudFacts of(TableName table) {
      return new CloudFacts(
          cloud,
          clusterId,
          version,
          servers,
          clocksAhead,
          tables.containsKey(table) ? Map.of(table, tables.get(table)) : Map.of(),
          disabled,
          unprotected);
    }
  }

  /**
   * What one RegionServer tells of itself.
   *
   * @param cloud the one that the client takes it for
   * @param server HBase's name of it
   * @param status what it tells; empty if it tells nothing
   * @param asked whether it could be asked: a server without a region of a table cannot
   * @param silence why it tells nothing; empty if it does
   */
  record ServerFacts(
      Party cloud,
      ServerName server,
      Optional<ServerStatus> status,
      boolean asked,
      String silence) {

    /** One that has told its status. */
    static ServerFacts told(Party cloud, ServerName server, ServerStatus status) {
      return new ServerFacts(cloud, server, Optional.of(status), true, "");
    }

    /** One that was asked and has not. */
    static ServerFacts silent(Party cloud, ServerName server, String why) {
      return new ServerFacts(cloud, server, Optional.empty(), true, why);
    }

    /** One that no client can ask. */
    static ServerFacts unasked(Party cloud, ServerName server, String why) {
      return new ServerFacts(cloud, server, Optional.empty(), false, why);
    }

    /** The server in a sentence. */
    String name() {
      return "%s, RegionServer %s".formatted(CloudFacts.nameOf(cloud), server.getAddress());
    }
  }

  /**
   * A RegionServer that has told its status.
   *
   * @param name of it in a sentence
   * @param status what it has told
   */
  record ServerTold(String name, ServerStatus status) {

    /** Those that have. */
    static List<ServerTold> in(Facts facts) {
      return facts.servers().stream()
          .filter(server -> server.status().isPresent())
          .map(server -> new ServerTold(server.name(), server.status().get()))
          .toList();
    }

    /** A sentence for each reason why some have not, which names them. */
    static List<String> missingIn(Facts facts) {
      Map<String, String> byReason = new LinkedHashMap<>();
      facts.servers().stream()
          .filter(server -> server.status().isEmpty())
          .forEach(
              server ->
                  byReason.merge(
                      server.silence(), server.name(), (some, more) -> some + " and " + more));
      return byReason.entrySet().stream()
          .map(each -> each.getValue() + ": " + each.getKey())
          .toList();
    }

    Party party() {
      return status.party();
    }

    boolean isOfAnotherCloud(ServerTold other) {
      return party() != other.party();
    }

    CertificateStatus certificate() {
      return status.ownCertificate();
    }

    /** The other servers that this one finds and reaches; a fixed list has no start codes. */
    Optional<PeerStatus> of(ServerTold other) {
      return status.peers().stream()
          .filter(peer -> peer.party() == other.party())
          .filter(
              peer ->
                  peer.server().equals(other.status.server())
                      || (peer.leaseMs() == PeerStatus.TIMELESS
                          && withoutStart(peer.server())
                              .equals(withoutStart(other.status.server()))))
          .findFirst();
    }

    private static String withoutStart(String server) {
      return server.substring(0, Math.max(0, server.lastIndexOf(',')));
    }
  }
}
