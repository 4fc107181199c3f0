package io.dartagnan.cli.doctor;

import io.dartagnan.mpc.Party;
import io.dartagnan.status.CertificateStatus;
import io.dartagnan.status.PeerStatus;
import io.dartagnan.status.ServerStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
                        && withoutStart(peer.server()).equals(withoutStart(other.status.server()))))
        .findFirst();
  }

  private static String withoutStart(String server) {
    return server.substring(0, Math.max(0, server.lastIndexOf(',')));
  }
}
