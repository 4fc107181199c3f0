package io.dartagnan.clusters.torture;

import java.util.ArrayList;
import java.util.List;

/** Times in which a cloud was away, as {@link System#nanoTime} has them. */
final class Outages {
  private record Outage(long begun, long ended) {}

  // Guarded by this.
  private final List<Outage> over = new ArrayList<>();
  private boolean now;
  private long begun;

  /** Notes that a cloud is about to go. */
  synchronized void begin() {
    now = true;
    begun = System.nanoTime();
  }

  /** Notes that it is back. */
  synchronized void end() {
    now = false;
    over.add(new Outage(begun, System.nanoTime()));
  }

  /** Whether a cloud was away at some moment from one time to another. */
  synchronized boolean meet(long from, long to) {
    return now && begun - to <= 0
        || over.stream().anyMatch(each -> each.begun - to <= 0 && each.ended - from >= 0);
  }
}
