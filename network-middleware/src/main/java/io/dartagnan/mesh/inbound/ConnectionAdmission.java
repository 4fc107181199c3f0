package io.dartagnan.mesh.inbound;

import io.dartagnan.mpc.Party;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
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
  private final Map<Party, Integer> present = new EnumMap<>(Party.class);
  private boolean warned;
  private long lastWarning;
  private long unsaid;

  ConnectionAdmission(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    Party.ALL.forEach(party -> present.put(party, 0));
  }

  /**
   * Whether a party's connection is let in; one that is has to be {@linkplain #left counted out}.
   */
  synchronized boolean enter(Party party) {
    int before = present.get(party);
    if (before >= MAX_OF_PARTY) {
      return false;
    }
    present.put(party, before + 1);
    return true;
  }

  /** Counts a connection out that was let in and has ended. */
  synchronized void left(Party party) {
    present.merge(party, -1, Integer::sum);
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
