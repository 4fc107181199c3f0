package io.dartagnan.server.write;

import io.dartagnan.write.Settlement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The newest settlement that one RegionServer has heard of each writer.
 *
 * <p>It is bounded: the writer that was not heard of for longest is forgotten first. Of a forgotten
 * writer no write is known to be settled, so that more versions are kept until it is heard again.
 */
public final class Settlements implements Fates {
  private static final int MOST_WRITERS = 4096;

  /** For how long {@link #lately} stays as it is. */
  private static final Duration MOMENT = Duration.ofMillis(50);

  private record Lately(long since, Fates fates) {}

  private final int mostWriters;
  private volatile Lately lately;

  /** In the order in which the writers were heard last. */
  private final Map<Long, Settlement> ofWriters = new LinkedHashMap<>();

  /** Knows nothing yet. */
  public Settlements() {
    this(MOST_WRITERS);
  }

  Settlements(int mostWriters) {
    this.mostWriters = mostWriters;
  }

  /** Takes in what a writer tells. Requests overtake each other: an older settlement is ignored. */
  synchronized void hear(Settlement heard) {
    Settlement known = ofWriters.remove(heard.writer());
    ofWriters.put(heard.writer(), known == null ? heard : newer(known, heard));
    if (ofWriters.size() > mostWriters) {
      ofWriters.remove(ofWriters.keySet().iterator().next());
    }
  }

  /** While {@code through} stays, torn writes are settled and none is added. */
  private static Settlement newer(Settlement known, Settlement heard) {
    if (heard.through() != known.through()) {
      return heard.through() > known.through() ? heard : known;
    }
    return heard.torn().length <= known.torn().length ? heard : known;
  }

  @Override
  public synchronized boolean isSettled(long writer, long stamp) {
    Settlement known = ofWriters.get(writer);
    return known != null && known.isSettled(stamp);
  }

  /** Whether a writer has named a write of its own as one that may be on some clouds alone. */
  synchronized boolean isTorn(long writer, long stamp) {
    Settlement known = ofWriters.get(writer);
    return known != null && stamp <= known.through() && !known.isSettled(stamp);
  }

  /** The stamp through which all of a writer's writes have ended, well or not. */
  synchronized long through(long writer) {
    Settlement known = ofWriters.get(writer);
    return known == null ? Long.MIN_VALUE : known.through();
  }

  /**
   * Settlements as they were known a moment ago, or are now; learns nothing later. Made once for
   * many readers.
   */
  Fates lately() {
    Lately of = lately;
    long now = System.nanoTime();
    if (of == null || now - of.since() > MOMENT.toNanos()) {
      of = new Lately(now, frozen());
      lately = of;
    }
    return of.fates();
  }

  /** What is known at this moment; it learns nothing later. */
  synchronized Fates frozen() {
    Map<Long, Settlement> frozen = Map.copyOf(ofWriters);
    return (writer, stamp) -> {
      Settlement known = frozen.get(writer);
      return known != null && known.isSettled(stamp);
    };
  }
}
