package io.dartagnan.cli.doctor;

import io.dartagnan.mpc.Party;
import io.dartagnan.status.CertificateStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Judges the certificates that the RegionServers show each other, and whom they accept. */
final class CertificateCheck implements Check {

  /** The servers log a line a day from then on. */
  static final Duration SOON = Duration.ofDays(30);

  @Override
  public String name() {
    return "certificates";
  }

  @Override
  public String looksAt() {
    return "that the clouds' certificates are valid, for %d days at least, and accepted by the other clouds"
        .formatted(SOON.toDays());
  }

  @Override
  public List<String> unseen(Facts facts) {
    return ServerTold.missingIn(facts);
  }

  @Override
  public List<Finding> findings(Facts facts) {
    List<ServerTold> servers = ServerTold.in(facts);
    List<Finding> findings = new ArrayList<>();
    for (ServerTold server : servers) {
      dates(server, facts.at(), findings);
      for (ServerTold other : servers) {
        if (other.isOfAnotherCloud(server)) {
          accepted(server, other, findings);
        }
      }
    }
    return findings;
  }

  private void dates(ServerTold server, Instant now, List<Finding> findings) {
    CertificateStatus shown = server.certificate();
    Instant begin = Instant.ofEpochMilli(shown.notBefore());
    Instant end = Instant.ofEpochMilli(shown.notAfter());
    String renew =
        "change the key of party %d, as docs/operating.md says under Certificates"
            .formatted(server.party().index());
    if (now.isAfter(end)) {
      findings.add(
          finding(
              server,
              "its certificate %s ended on %s, so that no new connection with it is accepted"
                  .formatted(shown.subject(), end),
              renew));
    } else if (now.isBefore(begin)) {
      findings.add(
          finding(
              server,
              "its certificate %s begins on %s only".formatted(shown.subject(), begin),
              "wait until then, or set the clocks right"));
    } else if (now.isAfter(end.minus(SOON))) {
      findings.add(
          finding(
              server,
              "its certificate %s ends on %s, whole days left: %d"
                  .formatted(shown.subject(), end, Duration.between(now, end).toDays()),
              renew));
    }
  }

  /** Whether the second one accepts the certificate that the first one shows. */
  private void accepted(ServerTold server, ServerTold by, List<Finding> findings) {
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
      findings.add(
          finding(
              by,
              "it does not accept the certificate %s, SHA-256 %s..., that %s shows; of party %d it accepts %s"
                  .formatted(
                      shown.subject(),
                      begin(shown),
                      server.name(),
                      server.party().index(),
                      pinned.isEmpty() ? "none" : pinned),
              "add it to the truststore there as party-%d-new, or correct the keystore of %s"
                  .formatted(server.party().index(), server.name())));
    } else if (taken.get() != server.party()) {
      findings.add(
          finding(
              by,
              "it takes the certificate %s, that %s shows, for one of party %d"
                  .formatted(shown.subject(), server.name(), taken.get().index()),
              "correct the aliases in the truststore there, or the keystore of %s"
                  .formatted(server.name())));
    }
  }

  private static String begin(CertificateStatus certificate) {
    return certificate.fingerprint().substring(0, Math.min(16, certificate.fingerprint().length()));
  }

  private Finding finding(ServerTold server, String wrong, String mend) {
    return new Finding(name(), server.name(), wrong, mend);
  }
}
