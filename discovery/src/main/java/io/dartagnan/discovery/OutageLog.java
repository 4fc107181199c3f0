package io.dartagnan.discovery;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once that something fails and once that it works again, however often it fails between; and
 * where it comes and goes, says so every {@value #QUIET_SECONDS} s at most.
 */
final class OutageLog {
  static final int QUIET_SECONDS = 60;
  private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(QUIET_SECONDS);
  private static final Logger LOG = LoggerFactory.getLogger(OutageLog.class);

  private final String consequence;
  private final String recovery;
  private boolean told;
  private Long lastToldAt;

  /**
   * An outage that does not last yet.
   *
   * @param consequence what to say after the failure's reason
   * @param recovery what to say when it is over
   */
  OutageLog(String consequence, String recovery) {
    this.consequence = consequence;
    this.recovery = recovery;
  }

  void failed(DiscoveryException failure) {
    if (isToBeTold(System.nanoTime())) {
      LOG.warn("{}; {}", failure.getMessage(), consequence);
    }
  }

  void succeeded() {
    if (wasTold()) {
      LOG.info(recovery);
    }
  }

  /** Whether a failure at this time, of {@link System#nanoTime}, is one to speak of. */
  synchronized boolean isToBeTold(long now) {
    if (told || (lastToldAt != null && now - lastToldAt < QUIET_NS)) {
      return false;
    }
    told = true;
    lastToldAt = now;
    return true;
  }

  /** Whether there is an outage that was spoken of; it is over. */
  synchronized boolean wasTold() {
    boolean was = told;
    told = false;
    return was;
  }
}
