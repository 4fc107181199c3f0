package io.dartagnan.mesh.inbound;

import com.google.common.collect.EnumMultiset;
import com.google.common.collect.Multiset;
import io.dartagnan.mpc.Party;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admission of peers' connections, by number: one party's leave room for the other's, and strangers
 * that keep coming and are refused do not fill the log.
 */
final class ConnectionAdmission {
  /**
   * Most connections of one party. Twice as many are left for those that have not proved who they
   * are.
   */
  static final int MAX_OF_PARTY = 1024;

  /** Most connections of all together. */
  static final int MAX_CONNECTIONS = 4 * MAX_OF_PARTY;

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionAdmission.class);
  private static final long BETWEEN_WARNINGS_NANOS = Duration.ofMinutes(1).toNanos();

  private final LongSupplier nanoTime;
  private final Multiset<Party> present = EnumMultiset.create(Party.class);
  private boolean warned;
  private long lastWarning;
  private long unsaid;

  ConnectionAdmission(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Whether a party's connection is let in; one that is has to be {@linkplain #left counted out}.
   */
  synchronized boolean enter(Party party) {
    return present.count(party) < MAX_OF_PARTY && present.add(party);
  }

  /** Counts a connection out that was let in and has ended. */
  synchronized void left(Party party) {
    present.remove(party);
  }

  /** Logs that a connection was refused: at most once a minute as a warning. */
  void refused(SocketAddress from, String reason) {
    long since = warningDue();
    if (since < 0) {
      LOG.debug("refused a connection from {}: {}", from, reason);
    } else if (since == 0) {
      LOG.warn("refused a connection from {}: {}", from, reason);
    } else {
      LOG.warn(
          "refused a connection from {}: {}; {} more were refused since the last such line",
          from,
          reason,
          since);
    }
  }

  /** Connections refused since the last warning; negative if this is not the time for one. */
  synchronized long warningDue() {
    long now = nanoTime.getAsLong();
    if (warned && now - lastWarning < BETWEEN_WARNINGS_NANOS) {
      unsaid++;
      return -1;
    }
    long since = unsaid;
    unsaid = 0;
    warned = true;
    lastWarning = now;
    return since;
  }
}
