package io.dartagnan.discovery;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once that something fails and once that it works again, however often it fails between. */
final class Outage {
  private static final Logger LOG = LoggerFactory.getLogger(Outage.class);

  private final String consequence;
  private final String recovery;
  private final AtomicBoolean lasting = new AtomicBoolean();

  /**
   * An outage that does not last yet.
   *
   * @param consequence what to say after the failure's reason
   * @param recovery what to say when it is over
   */
  Outage(String consequence, String recovery) {
    this.consequence = consequence;
    this.recovery = recovery;
  }

  void failed(DiscoveryException failure) {
    if (lasting.compareAndSet(false, true)) {
      LOG.warn("{}; {}", failure.getMessage(), consequence);
    }
  }

  void succeeded() {
    if (lasting.compareAndSet(true, false)) {
      LOG.info(recovery);
    }
  }
}
