package io.dartagnan.discovery;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once that Redis is away and once that it is back, however many heartbeats fail between. */
final class Outage {
  private static final Logger LOG = LoggerFactory.getLogger(Outage.class);

  private final String address;
  private final AtomicBoolean lasting = new AtomicBoolean();

  Outage(String address) {
    this.address = address;
  }

  void failed(DiscoveryException failure) {
    if (lasting.compareAndSet(false, true)) {
      LOG.warn("{}; registering is tried again until it succeeds", failure.getMessage());
    }
  }

  void succeeded() {
    if (lasting.compareAndSet(true, false)) {
      LOG.info("Redis at {} answers again, this server is registered", address);
    }
  }
}
