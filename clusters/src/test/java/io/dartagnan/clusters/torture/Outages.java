package io.dartagnan.clusters.torture;

import java.util.ArrayList;
import java.util.List;

/** Times in which a cloud was away, as {@link System#nanoTime} has them. */
final class Outages {
  private record Outage(long begun, long ended, boolean loses) {}

  // Guarded by this.
  private final List<Outage> over = new ArrayList<>();
  private boolean now;
  private boolean loses;
  private long begun;

  /** Notes that a cloud is about to go, and loses nothing. */
  void begin() {
    begin(false);
  }

  /**
   * Notes that a cloud is about to go.
   *
   * @param loses whether it loses what was not made durable
   */
  synchronized void begin(boolean loses) {
    this.loses = loses;
    now = true;
    begun = System.nanoTime();
  }

  /** Notes that it is back. */
  synchronized void end() {
    now = false;
    over.add(new Outage(begun, System.nanoTime(), loses));
  }

  /** Whether a cloud was away at some moment from one time to another. */
  synchronized boolean meet(long from, long to) {
    return now && begun - to <= 0
        || over.stream().anyMatch(each -> each.begun - to <= 0 && each.ended - from >= 0);
  }

  /** Whether what was not durable may have been lost at some moment from one time to another. */
  synchronized boolean lose(long from, long to) {
    return now && loses && begun - to <= 0
        || over.stream()
            .anyMatch(each -> each.loses && each.begun - to <= 0 && each.ended - from >= 0);
  }
}
