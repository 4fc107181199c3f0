package io.dartagnan.server.write;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.dartagnan.server.write.WriteTag.SettledWrites;
import io.dartagnan.write.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The newest settlement that one RegionServer has heard of each writer.
 *
 * <p>It is bounded: writers that were not heard of for longest are forgotten first. Of a forgotten
 * writer no write is known to be settled, so that more versions are kept until it is heard again. A
 * process is another writer every few seconds where its writes take long, so that there are many,
 * in generations by when they were heard last: a copy for a reader is one of the youngest alone.
 */
public final class Settlements implements SettledWrites {
  private static final int WRITERS_OF_GENERATION = 2_048;
  private static final int MOST_GENERATIONS = 16;

  /** For how long {@link #lately} stays as it is. */
  private static final Duration MOMENT = Duration.ofMillis(50);

  /** Writes that are remembered as {@linkplain #dispute disputed}. */
  private static final int MOST_DISPUTED = 1 << 16;

  private record Lately(long since, SettledWrites settledWrites) {}

  private record Stamp(long writer, long time) {}

  private final int writersOfGeneration;
  private final int mostGenerations;

  /** The youngest first, which grows; the others stay as they are. */
  private List<Map<Long, Settlement>> generations = List.of(new HashMap<>());

  private final Cache<Stamp, Boolean> disputed =
      CacheBuilder.newBuilder().maximumSize(MOST_DISPUTED).build();

  private volatile Lately lately;

  /** Knows nothing yet. */
  public Settlements() {
    this(WRITERS_OF_GENERATION, MOST_GENERATIONS);
  }

  /** Remembers so many full generations. */
  Settlements(int writersOfGeneration, int mostGenerations) {
    this.writersOfGeneration = writersOfGeneration;
    this.mostGenerations = mostGenerations;
  }

  /** Takes in what a writer tells. Requests overtake each other: an older settlement is ignored. */
  synchronized void hear(Settlement heard) {
    Settlement known = find(generations, heard.writer());
    Map<Long, Settlement> youngest = generations.get(0);
    youngest.put(heard.writer(), known == null ? heard : known.newer(heard));
    if (youngest.size() == writersOfGeneration) {
      List<Map<Long, Settlement>> next = new ArrayList<>();
      next.add(new HashMap<>());
      next.addAll(generations.subList(0, Math.min(generations.size(), mostGenerations)));
      generations = next;
    }
  }

  private static Settlement find(List<Map<Long, Settlement>> generations, long writer) {
    for (Map<Long, Settlement> generation : generations) {
      Settlement found = generation.get(writer);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /**
   * Notes that a reader has found a cloud without a version that was not made durable. It may have
   * read an older one in its place, which must stay.
   */
  void dispute(WriteTag version) {
    disputed.put(new Stamp(version.writer(), version.stamp()), true);
  }

  /** Whether a version was found to be missing on a cloud, as far as is remembered. */
  boolean isDisputed(WriteTag version) {
    return disputed.getIfPresent(new Stamp(version.writer(), version.stamp())) != null;
  }

  @Override
  public synchronized boolean isSettled(long writer, long stamp) {
    return isSettled(generations, writer, stamp);
  }

  private static boolean isSettled(List<Map<Long, Settlement>> in, long writer, long stamp) {
    Settlement known = find(in, writer);
    return known != null && known.isSettled(stamp);
  }

  /** Whether a writer has named a write of its own as one that may be on some clouds alone. */
  synchronized boolean isTorn(long writer, long stamp) {
    return stamp <= through(writer) && !isSettled(writer, stamp);
  }

  /** The stamp through which all of a writer's writes have ended, well or not. */
  synchronized long through(long writer) {
    Settlement known = find(generations, writer);
    return known == null ? Long.MIN_VALUE : known.through();
  }

  /**
   * Settlements as they were known a moment ago, or are now; learns nothing later. Made once for
   * many readers.
   */
  SettledWrites lately() {
    Lately of = lately;
    long now = System.nanoTime();
    if (of == null || now - of.since() > MOMENT.toNanos()) {
      of = new Lately(now, frozen());
      lately = of;
    }
    return of.settledWrites();
  }

  /** What is known at this moment; it learns nothing later. */
  synchronized SettledWrites frozen() {
    List<Map<Long, Settlement>> frozen = new ArrayList<>(generations);
    frozen.set(0, Map.copyOf(generations.get(0)));
    return (writer, stamp) -> isSettled(frozen, writer, stamp);
  }
}
