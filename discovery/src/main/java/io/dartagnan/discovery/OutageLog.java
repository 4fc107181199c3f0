package io.dartagnan.discovery;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log of one kind of failure: one line when it begins and one when it is over, however often it
 * occurs between, and where it comes and goes one every {@value #QUIET_SECONDS} s at most.
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
   * @param consequence words to say after the failure's reason
   * @param recovery words to say when it is over
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

  /** Whether a failure at this time, of {@link System#nanoTime}, is to be logged. */
  synchronized boolean isToBeTold(long now) {
    if (told || (lastToldAt != null && now - lastToldAt < QUIET_NS)) {
      return false;
    }
    told = true;
    lastToldAt = now;
    return true;
  }

  /** Whether there was an outage that was logged; it is over now. */
  synchronized boolean wasTold() {
    boolean was = told;
    told = false;
    return was;
  }
}
