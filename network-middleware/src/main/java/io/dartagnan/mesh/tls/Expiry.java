package io.dartagnan.mesh.tls;

import io.dartagnan.mpc.Party;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * End of the time in which a party can show a valid certificate.
 *
 * @param party the party
 * @param own whether its key is this server's own
 * @param end of the own party's certificate in use; which of its certificates a peer uses is not
 *     known here, so for a peer of the last to end of those pinned
 */
record Expiry(Party party, boolean own, Instant end) {
  private static final Duration NOTICE = Duration.ofDays(30);

  static Expiry of(Party party, Party self, Credentials credentials) {
    boolean own = party == self;
    Stream<X509Certificate> counting =
        own ? Stream.of(credentials.certificate()) : credentials.pinned().of(party).stream();
    Instant end =
        counting
            .map(certificate -> certificate.getNotAfter().toInstant())
            .max(Comparator.naturalOrder())
            .orElseThrow();
    return new Expiry(party, own, end);
  }

  /** Whole days, rounded down: 0 on the last, negative once it is over. */
  long daysLeft(Instant now) {
    return Math.floorDiv(Duration.between(now, end).toSeconds(), Duration.ofDays(1).toSeconds());
  }

  /** The notice for the operator, from thirty days before the end on. */
  Optional<String> notice(Instant now) {
    if (now.isBefore(end.minus(NOTICE))) {
      return Optional.empty();
    }
    String what = own ? "the certificate in use of " : "the last pinned certificate of ";
    String todo = own ? "change its key" : "pin its next one";
    return Optional.of(
        now.isAfter(end)
            ? "%s%s ended on %s; new connections with it are refused until you %s"
                .formatted(what, party, end, todo)
            : "%s%s ends on %s, whole days left: %d; %s before, or new connections with it are refused"
                .formatted(what, party, end, daysLeft(now), todo));
  }
}
