package io.dartagnan.mesh.tls;

import io.dartagnan.mpc.Party;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Daily log of the certificates that end soon. Not safe for use by several threads. */
final class ExpiryNotices {
  private static final Logger LOG = LoggerFactory.getLogger(ExpiryNotices.class);
  private static final Duration INTERVAL = Duration.ofDays(1);

  private final Party self;
  private Instant next = Instant.MIN;

  ExpiryNotices(Party self) {
    this.self = self;
  }

  /** Logs what ends soon, unless it did today; to be called more often than once a day. */
  void look(Credentials credentials, Instant now) {
    if (now.isBefore(next)) {
      return;
    }
    next = now.plus(INTERVAL);
    for (Party party : Party.ALL) {
      Expiry.of(party, self, credentials).notice(now).ifPresent(LOG::warn);
    }
  }
}
