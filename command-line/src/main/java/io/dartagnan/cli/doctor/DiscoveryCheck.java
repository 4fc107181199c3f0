package io.dartagnan.cli.doctor;

import io.dartagnan.status.DiscoveryStatus;
import io.dartagnan.status.PeerStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Judges whether each RegionServer finds the other clouds' servers in discovery. */
final class DiscoveryCheck implements Check {

  @Override
  public String name() {
    return "discovery";
  }

  @Override
  public String looksAt() {
    return "that each RegionServer finds the other clouds' RegionServers in discovery, as they are";
  }

  /** With the keeper of the records, and whether it is asked over TLS. */
  @Override
  public String seen(Facts facts) {
    List<String> keepers =
        ServerTold.in(facts).stream()
            .map(server -> server.status().discovery().keeper())
            .distinct()
            .sorted()
            .toList();
    return keepers.isEmpty()
        ? looksAt()
        : "%s; kept by %s".formatted(looksAt(), String.join(", ", keepers));
  }

  @Override
  public List<String> unseen(Facts facts) {
    List<String> unseen = new ArrayList<>(ServerTold.missingIn(facts));
    for (ServerTold server : ServerTold.in(facts)) {
      int leftOut = server.status().discovery().leftOut();
      if (leftOut > 0) {
        unseen.add(
            "%s: it finds too many servers, and tells nothing of %d"
                .formatted(server.name(), leftOut));
      }
    }
    return unseen;
  }

  @Override
  public List<Finding> findings(Facts facts) {
    List<ServerTold> servers = ServerTold.in(facts);
    List<Finding> findings = new ArrayList<>();
    for (ServerTold server : servers) {
      DiscoveryStatus discovery = server.status().discovery();
      if (!discovery.failure().isEmpty()) {
        findings.add(
            finding(
                server,
                "it cannot ask %s: %s".formatted(discovery.keeper(), discovery.failure()),
                "start or correct that, or dartagnan.discovery.* there; until then only servers that were found before are found"));
        continue;
      }
      for (ServerTold other : servers) {
        if (other.isOfAnotherCloud(server)) {
          found(server, other, findings);
        }
      }
    }
    return findings;
  }

  private void found(ServerTold server, ServerTold other, List<Finding> findings) {
    Optional<PeerStatus> record = server.of(other);
    if (record.isPresent()) {
      current(server, other, record.get(), findings);
    } else if (server.status().discovery().leftOut() == 0) {
      missing(server, other, findings);
    }
  }

  private void current(
      ServerTold server, ServerTold other, PeerStatus record, List<Finding> findings) {
    String said = record.host() + ":" + record.port();
    String is = other.status().meshHost() + ":" + other.status().meshPort();
    if (!said.equals(is)) {
      findings.add(
          finding(
              server,
              "it finds %s at %s, and that one says that its mesh is at %s"
                  .formatted(other.name(), said, is),
              "correct dartagnan.discovery.servers or dartagnan.mesh.advertised.*, whichever is wrong"));
    }
    if (record.leaseMs() != PeerStatus.TIMELESS && record.ageMs() > record.leaseMs()) {
      findings.add(
          finding(
              server,
              "the record that it finds of %s is %d ms old, though issued for %d ms"
                  .formatted(other.name(), record.ageMs(), record.leaseMs()),
              "see the log of that server, which should renew it, and the clocks of both"));
    }
  }

  private void missing(ServerTold server, ServerTold other, List<Finding> findings) {
    DiscoveryStatus discovery = server.status().discovery();
    String keeper = other.status().discovery().keeper();
    Optional<String> rejected =
        discovery.rejected().stream()
            .filter(sentence -> sentence.contains(other.status().server()))
            .findFirst();
    String wrong =
        rejected
            .map(sentence -> "it does not believe the record of " + other.name() + ": " + sentence)
            .orElse("it finds no record of %s in %s".formatted(other.name(), discovery.keeper()));
    String mend =
        rejected.isPresent()
            ? "see the truststore here, the certificate there and the clocks of both"
            : discovery.keeper().equals(keeper)
                ? "see the log of that server on its registration"
                : "all clouds need the same records: that server uses " + keeper;
    findings.add(finding(server, wrong, mend));
  }

  private Finding finding(ServerTold server, String wrong, String mend) {
    return new Finding(name(), server.name(), wrong, mend);
  }
}
