package io.dartagnan.cli.doctor;

import io.dartagnan.status.PeerStatus;
import io.dartagnan.status.PeerStatus.Connection;
import java.util.ArrayList;
import java.util.List;

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
    if (server.status().meshVersion() < other.status().meshVersion()) {
      findings.add(
          new Finding(
              name(),
              server.name() + " to " + other.name(),
              "the first speaks version %d of the mesh's protocol and the second %d, so that they do not understand each other"
                  .formatted(server.status().meshVersion(), other.status().meshVersion()),
              "load the same release's jar on all clouds: the first has %s, the second %s"
                  .formatted(server.status().release(), other.status().release())));
    }
  }
}
