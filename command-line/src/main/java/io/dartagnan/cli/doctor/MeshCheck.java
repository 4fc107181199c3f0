package io.dartagnan.cli.doctor;

import io.dartagnan.status.PeerStatus;
import io.dartagnan.status.PeerStatus.Connection;
import io.dartagnan.status.ServerStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Judges whether each RegionServer reaches the other clouds' meshes; each tries when asked. */
final class MeshCheck implements Check {

  @Override
  public String name() {
    return "mesh";
  }

  @Override
  public String looksAt() {
    return "that each RegionServer connects to the meshes of the other clouds', in both directions";
  }

  /** With the versions that connections are in: after an upgrade that is one, the newest. */
  @Override
  public String seen(Facts facts) {
    Map<Integer, Long> byVersion =
        ServerTold.in(facts).stream()
            .flatMap(server -> server.status().peers().stream())
            .filter(peer -> peer.meshVersion() != PeerStatus.UNTOLD)
            .collect(
                Collectors.groupingBy(
                    PeerStatus::meshVersion, TreeMap::new, Collectors.counting()));
    return byVersion.isEmpty()
        ? looksAt()
        : "%s; connections by version of the mesh's protocol: %s"
            .formatted(
                looksAt(),
                byVersion.entrySet().stream()
                    .map(each -> "%d in version %d".formatted(each.getValue(), each.getKey()))
                    .collect(Collectors.joining(", ")));
  }

  @Override
  public List<String> unseen(Facts facts) {
    List<String> unseen = new ArrayList<>(ServerTold.missingIn(facts));
    for (ServerTold server : ServerTold.in(facts)) {
      if (!server.status().discovery().failure().isEmpty()) {
        unseen.add(server.name() + ": it cannot find the others in discovery");
      }
    }
    return unseen;
  }

  @Override
  public List<Finding> findings(Facts facts) {
    List<ServerTold> servers = ServerTold.in(facts);
    List<Finding> findings = new ArrayList<>();
    for (ServerTold server : servers) {
      for (ServerTold other : servers) {
        if (other.isOfAnotherCloud(server)) {
          // One without a record is found by the check of discovery.
          server.of(other).ifPresent(peer -> connected(server, other, peer, findings));
          versions(server, other, findings);
        }
      }
    }
    return findings;
  }

  private void connected(
      ServerTold from, ServerTold to, PeerStatus attempt, List<Finding> findings) {
    if (attempt.connection() != Connection.CONNECTED) {
      findings.add(
          new Finding(
              name(),
              from.name() + " to " + to.name(),
              "%s:%d %s: %s"
                  .formatted(
                      attempt.host(),
                      attempt.port(),
                      wrong(attempt.connection()),
                      attempt.reason()),
              mend(attempt, from, to)));
    }
  }

  private static String wrong(Connection connection) {
    return switch (connection) {
      case UNREACHABLE -> "cannot be reached";
      case SILENT -> "does not answer";
      case NOT_ACCEPTED_HERE -> "shows a certificate that the first does not accept";
      case NOT_ACCEPTED_THERE -> "does not accept the certificate of the first";
      case FAILED, CONNECTED -> "ends the connection";
    };
  }

  private static String mend(PeerStatus attempt, ServerTold from, ServerTold to) {
    return switch (attempt.connection()) {
      case UNREACHABLE ->
          "see whether the mesh of the second listens there (dartagnan.mesh.bind.address, .port and .advertised.* of it), and the way between the two";
      case SILENT ->
          "open the way from the first to %s:%d, through firewalls and forwarders"
              .formatted(attempt.host(), attempt.port());
      case NOT_ACCEPTED_HERE ->
          "put the certificate of party %d into the truststore of the first, or its key into the keystore of the second"
              .formatted(to.party().index());
      case NOT_ACCEPTED_THERE ->
          "put the certificate of party %d into the truststore of the second, or its key into the keystore of the first"
              .formatted(from.party().index());
      case FAILED, CONNECTED -> "see the logs of both";
    };
  }

  private void versions(ServerTold server, ServerTold other, List<Finding> findings) {
    ServerStatus first = server.status();
    ServerStatus second = other.status();
    if (first.newestMeshVersion() < second.oldestMeshVersion()) {
      findings.add(
          new Finding(
              name(),
              server.name() + " to " + other.name(),
              "the first speaks no version of the mesh's protocol above %d and the second none below %d, so that they do not understand each other"
                  .formatted(first.newestMeshVersion(), second.oldestMeshVersion()),
              "upgrade the first, which has release %s, to that of the second, %s; or raise dartagnan.mesh.version.newest there if it is set"
                  .formatted(first.release(), second.release())));
    }
  }
}
