package io.dartagnan.discovery;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * Log of rejected records: warns once of a kind, and again only after none was found for {@value
 * #QUIET_MINUTES} minutes, whatever number of them a hostile writer plants.
 */
final class RecordRejectionLog {
  static final int QUIET_MINUTES = 10;
  private static final long QUIET_NS = TimeUnit.MINUTES.toNanos(QUIET_MINUTES);

  private final Logger log;
  private final Map<RecordRejection, Long> lastAt = new EnumMap<>(RecordRejection.class);

  RecordRejectionLog(Logger log) {
    this.log = log;
  }

  void say(RejectedRecordException rejected) {
    if (isFirst(rejected.rejection(), System.nanoTime())) {
      log.warn(
          "{}; it is not used, and more of its kind are counted without a line each",
          rejected.getMessage());
    }
  }

  synchronized boolean isFirst(RecordRejection rejection, long now) {
    Long last = lastAt.put(rejection, now);
    return last == null || now - last > QUIET_NS;
  }
}
