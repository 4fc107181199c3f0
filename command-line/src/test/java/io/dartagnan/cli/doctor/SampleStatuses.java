package io.dartagnan.cli.doctor;

import io.dartagnan.cli.doctor.Facts.ServerFacts;
import io.dartagnan.mpc.Party;
import io.dartagnan.status.CertificateStatus;
import io.dartagnan.status.DiscoveryStatus;
import io.dartagnan.status.PeerStatus;
import io.dartagnan.status.PeerStatus.Connection;
import io.dartagnan.status.ServerStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.ServerName;

/** Statuses of RegionServers with which all is well, and changes to them. */
final class SampleStatuses {

  static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
  private static final Duration YEAR = Duration.ofDays(365);

  private SampleStatuses() {}

  /** The one RegionServer of a cloud. */
  static ServerStatus of(int party) {
    List<CertificateStatus> certificates = new ArrayList<>();
    List<PeerStatus> peers = new ArrayList<>();
    for (int each = 0; each < 3; each++) {
      certificates.add(certificate(each, each == party, NOW.plus(YEAR)));
      if (each != party) {
        peers.add(
            new PeerStatus(
                Party.of(each),
                server(each).toString(),
                "mesh" + each,
                18600,
                4_000,
                15_000,
                Connection.CONNECTED,
                "",
                3));
      }
    }
    return new ServerStatus(
        Party.of(party),
        server(party).toString(),
        "0.1.0",
        2,
        3,
        "mesh" + party,
        18600,
        NOW.toEpochMilli(),
        0,
        "",
        certificates,
        new DiscoveryStatus("Redis at redis:6379", "", List.of(), 0),
        peers);
  }

  static ServerName server(int party) {
    return ServerName.valueOf("host" + party, 16020, 1);
  }

  static CertificateStatus certificate(int party, boolean own, Instant end) {
    return new CertificateStatus(
        Party.of(party),
        own,
        "CN=party-" + party,
        "CN=party-" + party,
        NOW.minus(YEAR).toEpochMilli(),
        end.toEpochMilli(),
        Integer.toString(party).repeat(64));
  }

  /** Of cloud i the i-th. */
  static List<ServerFacts> told(ServerStatus... statuses) {
    List<ServerFacts> facts = new ArrayList<>();
    for (int party = 0; party < statuses.length; party++) {
      facts.add(ServerFacts.told(Party.of(party), server(party), statuses[party]));
    }
    return facts;
  }

  static ServerStatus with(ServerStatus status, DiscoveryStatus discovery) {
    return new ServerStatus(
        status.party(),
        status.server(),
        status.release(),
        status.oldestMeshVersion(),
        status.newestMeshVersion(),
        status.meshHost(),
        status.meshPort(),
        status.now(),
        status.deviations(),
        status.lastDeviation(),
        status.certificates(),
        discovery,
        List.of());
  }

  /** With another account of each peer; none where it is null. */
  static ServerStatus peers(ServerStatus status, UnaryOperator<PeerStatus> change) {
    return copy(
        status,
        status.release(),
        status.oldestMeshVersion(),
        status.newestMeshVersion(),
        status.certificates(),
        status.peers().stream().map(change).filter(each -> each != null).toList());
  }

  static ServerStatus certificates(ServerStatus status, UnaryOperator<CertificateStatus> change) {
    return copy(
        status,
        status.release(),
        status.oldestMeshVersion(),
        status.newestMeshVersion(),
        status.certificates().stream().map(change).filter(each -> each != null).toList(),
        status.peers());
  }

  static ServerStatus of(ServerStatus status, String release, int oldest, int newest) {
    return copy(status, release, oldest, newest, status.certificates(), status.peers());
  }

  private static ServerStatus copy(
      ServerStatus status,
      String release,
      int oldest,
      int newest,
      List<CertificateStatus> certificates,
      List<PeerStatus> peers) {
    return new ServerStatus(
        status.party(),
        status.server(),
        release,
        oldest,
        newest,
        status.meshHost(),
        status.meshPort(),
        status.now(),
        status.deviations(),
        status.lastDeviation(),
        certificates,
        status.discovery(),
        peers);
  }

  /** With so many queries in which it found a deviation. */
  static ServerStatus deviations(ServerStatus status, long deviations, String last) {
    return new ServerStatus(
        status.party(),
        status.server(),
        status.release(),
        status.oldestMeshVersion(),
        status.newestMeshVersion(),
        status.meshHost(),
        status.meshPort(),
        status.now(),
        deviations,
        last,
        status.certificates(),
        status.discovery(),
        status.peers());
  }

  static PeerStatus failing(PeerStatus peer, Connection connection, String reason) {
    return new PeerStatus(
        peer.party(),
        peer.server(),
        peer.host(),
        peer.port(),
        peer.ageMs(),
        peer.leaseMs(),
        connection,
        reason,
        PeerStatus.UNTOLD);
  }
}
