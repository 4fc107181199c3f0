package io.dartagnan.cli.doctor;

import io.dartagnan.cli.doctor.Check.Found;
import io.dartagnan.cli.doctor.Facts.ServerFacts;
import io.dartagnan.cli.doctor.Facts.ServerTold;
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
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Judgements of what the RegionServers tell of themselves and of each other. */
final class ServerChecks {
  /** The servers log a line a day from then on. */
  static final Duration SOON = Duration.ofDays(30);

  private ServerChecks() {}

  /** Judges whether each cloud is the party that the client takes it for. */
  static void parties(Facts facts, Found found) {
    Map<Party, TreeSet<Party>> told = new TreeMap<>();
    for (ServerFacts server : facts.servers()) {
      server
          .status()
          .ifPresent(
              status ->
                  told.computeIfAbsent(server.cloud(), none -> new TreeSet<>())
                      .add(status.party()));
    }
    for (ServerFacts server : facts.servers()) {
      Party party = server.status().map(ServerStatus::party).orElse(server.cloud());
      if (party == server.cloud()) {
        continue;
      }
      int cloud = server.cloud().index();
      boolean swapped = told.getOrDefault(party, new TreeSet<>()).contains(server.cloud());
      found.add(
          server.name(),
          "it is configured as party %d, and this client takes it for cloud %d"
              .formatted(party.index(), cloud),
          swapped
              ? "swap dartagnan.party.%d.* and dartagnan.party.%d.* of the client: the two are the wrong way round"
                  .formatted(Math.min(cloud, party.index()), Math.max(cloud, party.index()))
              : "correct dartagnan.party.%d.* of the client, or dartagnan.party there"
                  .formatted(cloud));
    }
  }

  /** Judges the certificates that the RegionServers show each other, and whom they accept. */
  static void certificates(Facts facts, Found found) {
    List<ServerTold> servers = ServerTold.in(facts);
    for (ServerTold server : servers) {
      dates(server, facts.at(), found);
      for (ServerTold other : servers) {
        if (other.isOfAnotherCloud(server)) {
          accepted(server, other, found);
        }
      }
    }
  }

  private static void dates(ServerTold server, Instant now, Found found) {
    CertificateStatus shown = server.certificate();
    Instant begin = Instant.ofEpochMilli(shown.notBefore());
    Instant end = Instant.ofEpochMilli(shown.notAfter());
    String renew =
        "change the key of party %d, as docs/operating.md says under Certificates"
            .formatted(server.party().index());
    if (now.isAfter(end)) {
      found.add(
          server.name(),
          "its certificate %s ended on %s, so that no new connection with it is accepted"
              .formatted(shown.subject(), end),
          renew);
    } else if (now.isBefore(begin)) {
      found.add(
          server.name(),
          "its certificate %s begins on %s only".formatted(shown.subject(), begin),
          "wait until then, or set the clocks right");
    } else if (now.isAfter(end.minus(SOON))) {
      found.add(
          server.name(),
          "its certificate %s ends on %s, whole days left: %d"
              .formatted(shown.subject(), end, Duration.between(now, end).toDays()),
          renew);
    }
  }

  /** Whether the second one accepts the certificate that the first one shows. */
  private static void accepted(ServerTold server, ServerTold by, Found found) {
    CertificateStatus shown = server.certificate();
    Optional<Party> taken =
        by.status().certificates().stream()
            .filter(pinned -> pinned.fingerprint().equals(shown.fingerprint()))
            .map(CertificateStatus::party)
            .findFirst();
    if (taken.isEmpty()) {
      String pinned =
          by.status().certificates().stream()
              .filter(each -> each.party() == server.party())
              .map(each -> "%s, SHA-256 %s...".formatted(each.subject(), begin(each)))
              .collect(Collectors.joining("; "));
      found.add(
          by.name(),
          "it does not accept the certificate %s, SHA-256 %s..., that %s shows; of party %d it accepts %s"
              .formatted(
                  shown.subject(),
                  begin(shown),
                  server.name(),
                  server.party().index(),
                  pinned.isEmpty() ? "none" : pinned),
          "add it to the truststore there as party-%d-new, or correct the keystore of %s"
              .formatted(server.party().index(), server.name()));
    } else if (taken.get() != server.party()) {
      found.add(
          by.name(),
          "it takes the certificate %s, that %s shows, for one of party %d"
              .formatted(shown.subject(), server.name(), taken.get().index()),
          "correct the aliases in the truststore there, or the keystore of %s"
              .formatted(server.name()));
    }
  }

  private static String begin(CertificateStatus certificate) {
    return certificate.fingerprint().substring(0, Math.min(16, certificate.fingerprint().length()));
  }

  /** Tells the keepers of the records, and whether they are asked over TLS. */
  static String discoveryTold(Facts facts) {
    List<String> keepers =
        ServerTold.in(facts).stream()
            .map(server -> server.status().discovery().keeper())
            .distinct()
            .sorted()
            .toList();
    return keepers.isEmpty() ? "" : "; kept by " + String.join(", ", keepers);
  }

  /** Judges whether a RegionServer has found that another cloud did not follow the protocol. */
  static void deviations(Facts facts, Found found) {
    for (ServerTold server : ServerTold.in(facts)) {
      long deviations = server.status().deviations();
      if (deviations > 0) {
        found.add(
            server.name(),
            "in %d queries another cloud did not follow the protocol; of the last it says: %s"
                .formatted(deviations, server.status().lastDeviation()),
            "see the logs of the two other clouds; if both name one cloud, ask whether it can be relied on; it is told until this server starts anew");
      }
    }
  }

  static List<String> deviationsUnseen(Facts facts) {
    List<String> unseen = new ArrayList<>(ServerTold.missingIn(facts));
    for (ServerTold server : ServerTold.in(facts)) {
      if (server.status().deviations() == ServerStatus.UNTOLD) {
        unseen.add("%s: its release does not tell".formatted(server.name()));
      }
    }
    return unseen;
  }

  static List<String> discoveryUnseen(Facts facts) {
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

  /** Judges whether each RegionServer finds the other clouds' servers in discovery. */
  static void discovery(Facts facts, Found found) {
    List<ServerTold> servers = ServerTold.in(facts);
    for (ServerTold server : servers) {
      DiscoveryStatus discovery = server.status().discovery();
      if (!discovery.failure().isEmpty()) {
        found.add(
            server.name(),
            "it cannot ask %s: %s".formatted(discovery.keeper(), discovery.failure()),
            "start or correct that, or dartagnan.discovery.* there; until then only servers that were found before are found");
        continue;
      }
      for (ServerTold other : servers) {
        if (other.isOfAnotherCloud(server)) {
          Optional<PeerStatus> record = server.of(other);
          if (record.isPresent()) {
            current(server, other, record.get(), found);
          } else if (discovery.leftOut() == 0) {
            missing(server, other, found);
          }
        }
      }
    }
  }

  private static void current(ServerTold server, ServerTold other, PeerStatus record, Found found) {
    String said = record.host() + ":" + record.port();
    String is = other.status().meshHost() + ":" + other.status().meshPort();
    if (!said.equals(is)) {
      found.add(
          server.name(),
          "it finds %s at %s, and that one says that its mesh is at %s"
              .formatted(other.name(), said, is),
          "correct dartagnan.discovery.servers or dartagnan.mesh.advertised.*, whichever is wrong");
    }
    if (record.leaseMs() != PeerStatus.TIMELESS && record.ageMs() > record.leaseMs()) {
      found.add(
          server.name(),
          "the record that it finds of %s is %d ms old, though issued for %d ms"
              .formatted(other.name(), record.ageMs(), record.leaseMs()),
          "see the log of that server, which should renew it, and the clocks of both");
    }
  }

  private static void missing(ServerTold server, ServerTold other, Found found) {
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
    found.add(server.name(), wrong, mend);
  }

  /** Tells the versions that connections are in: after an upgrade that is one, the newest. */
  static String meshTold(Facts facts) {
    Map<Integer, Long> byVersion =
        ServerTold.in(facts).stream()
            .flatMap(server -> server.status().peers().stream())
            .filter(peer -> peer.meshVersion() != PeerStatus.UNTOLD)
            .collect(
                Collectors.groupingBy(
                    PeerStatus::meshVersion, TreeMap::new, Collectors.counting()));
    return byVersion.isEmpty()
        ? ""
        : byVersion.entrySet().stream()
            .map(each -> "%d in version %d".formatted(each.getValue(), each.getKey()))
            .collect(
                Collectors.joining(", ", "; connections by version of the mesh's protocol: ", ""));
  }

  static List<String> meshUnseen(Facts facts) {
    List<String> unseen = new ArrayList<>(ServerTold.missingIn(facts));
    for (ServerTold server : ServerTold.in(facts)) {
      if (!server.status().discovery().failure().isEmpty()) {
        unseen.add(server.name() + ": it cannot find the others in discovery");
      }
    }
    return unseen;
  }

  /** Judges whether each RegionServer reaches the other clouds' meshes; each tries when asked. */
  static void mesh(Facts facts, Found found) {
    List<ServerTold> servers = ServerTold.in(facts);
    for (ServerTold server : servers) {
      for (ServerTold other : servers) {
        if (other.isOfAnotherCloud(server)) {
          // One without a record is found by the check of discovery.
          server.of(other).ifPresent(peer -> connected(server, other, peer, found));
          versions(server, other, found);
        }
      }
    }
  }

  private static void connected(ServerTold from, ServerTold to, PeerStatus attempt, Found found) {
    if (attempt.connection() != Connection.CONNECTED) {
      found.add(
          from.name() + " to " + to.name(),
          "%s:%d %s: %s"
              .formatted(
                  attempt.host(), attempt.port(), wrong(attempt.connection()), attempt.reason()),
          mend(attempt, from, to));
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

  private static void versions(ServerTold server, ServerTold other, Found found) {
    ServerStatus first = server.status();
    ServerStatus second = other.status();
    if (first.newestMeshVersion() < second.oldestMeshVersion()) {
      found.add(
          server.name() + " to " + other.name(),
          "the first speaks no version of the mesh's protocol above %d and the second none below %d, so that they do not understand each other"
              .formatted(first.newestMeshVersion(), second.oldestMeshVersion()),
          "upgrade the first, which has release %s, to that of the second, %s; or raise dartagnan.mesh.version.newest there if it is set"
              .formatted(first.release(), second.release()));
    }
  }

  /** Judges whether a machine of the applications is kept out of the meshes. */
  static void firewall(Facts facts, Found found) {
    for (ServerTold server : ServerTold.in(facts)) {
      String address = MeshReach.address(server.status());
      if (facts.reached().contains(address)) {
        found.add(
            server.name(),
            "this machine reaches its mesh at %s, which is for the RegionServers of the other clouds alone"
                .formatted(address),
            "load the rules of firewall.nft there, or others that keep everybody else out");
      }
    }
  }
}
