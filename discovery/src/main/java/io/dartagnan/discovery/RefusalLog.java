package io.dartagnan.discovery;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * Warns once of a kind of refused records, and again only after none was found for {@value
 * #QUIET_MINUTES} minutes, whatever number of them a hostile writer plants.
 */
final class RefusalLog {
  static final int QUIET_MINUTES = 10;
  private static final long QUIET_NS = TimeUnit.MINUTES.toNanos(QUIET_MINUTES);

  private final Logger log;
  private final Map<Refusal, Long> lastAt = new EnumMap<>(Refusal.class);

  RefusalLog(Logger log) {
    this.log = log;
  }

  void say(RefusedRecordException refused) {
    if (isFirst(refused.refusal(), System.nanoTime())) {
      log.warn(
          "{}; it is not used, and more of its kind are counted without a line each",
          refused.getMessage());
    }
  }

  synchronized boolean isFirst(Refusal refusal, long now) {
    Long last = lastAt.put(refusal, now);
    return last == null || now - last > QUIET_NS;
  }
}
