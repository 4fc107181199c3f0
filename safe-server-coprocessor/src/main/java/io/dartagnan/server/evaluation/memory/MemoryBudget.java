package io.dartagnan.server.evaluation.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * Budget of one RegionServer's memory for filters. A fixed part is the mesh's; the rest is shared
 * by the working sets of evaluations and by parts that can be evicted, which make room for working
 * sets when those need it. Safe for use by several threads.
 *
 * <p>Lock order: a part's owner may call the budget with locks of its own held; the budget calls an
 * owner with none held.
 */
public final class MemoryBudget {
  /** Least that is left beside the fixed part, where nothing else is set. */
  public static final long LEAST_WORKING_BYTES = 64 << 20;

  private static final int HEAP_PERCENT = 40;

  private final long most;
  private final long fixed;
  private final List<EvictablePart> parts = new ArrayList<>();
  private long working;
  private long evictable;
  private long mostTaken;
  // The last working set that was asked for waits for parts to give back: none grows meanwhile.
  private boolean isShort;
  private Runnable onShrink = () -> {};

  /**
   * A budget of which nothing but the fixed part is taken.
   *
   * @param most bytes of everything together
   * @param fixed bytes of it that the mesh may hold, at least 0 and less than {@code most}
   */
  public MemoryBudget(long most, long fixed) {
    if (fixed < 0 || fixed >= most) {
      throw new IllegalArgumentException(
          "a budget of %d bytes given of which %d are fixed; it must leave some for evaluations"
              .formatted(most, fixed));
    }
    this.most = most;
    this.fixed = fixed;
    this.mostTaken = fixed;
  }

  /**
   * The budget where nothing else is set: 40 % of the heap, and no less than the fixed part and
   * {@value #LEAST_WORKING_BYTES} bytes.
   */
  public static MemoryBudget ofHeap(long fixed) {
    return new MemoryBudget(
        Math.max(heapPercent(HEAP_PERCENT), fixed + LEAST_WORKING_BYTES), fixed);
  }

  /** A share of the heap, in bytes. */
  public static long heapPercent(int percent) {
    return Runtime.getRuntime().maxMemory() / 100 * percent;
  }

  /**
   * Makes a part that holds nothing yet.
   *
   * @param bytes its own bound; the budget holds beside it
   * @param evictor its owner
   */
  public synchronized EvictablePart register(long bytes, Evictor evictor) {
    EvictablePart part = new EvictablePart(this, bytes, evictor);
    parts.add(part);
    return part;
  }

  /**
   * Takes a working set; drops what can be evicted where it must. Does not wait.
   *
   * @param bytes at most {@link #mostWorking}
   * @return whether they were taken
   */
  public boolean tryTake(long bytes) {
    List<EvictablePart> mayShrink;
    synchronized (this) {
      if (takeIfFree(bytes)) {
        return true;
      }
      // However much is evicted, working sets may have the rest: then it waits for those.
      isShort = fixed + working + bytes <= most;
      if (!isShort) {
        return false;
      }
      mayShrink = List.copyOf(parts);
    }
    for (EvictablePart part : mayShrink) {
      long missing = missing(bytes);
      if (missing > 0) {
        part.evictor().evict(missing);
      }
    }
    synchronized (this) {
      return takeIfFree(bytes);
    }
  }

  private boolean takeIfFree(long bytes) {
    if (taken() + bytes > most) {
      return false;
    }
    working += bytes;
    isShort = false;
    mostTaken = Math.max(mostTaken, taken());
    return true;
  }

  private synchronized long missing(long bytes) {
    return taken() + bytes - most;
  }

  /** Gives a working set back. */
  public synchronized void giveBack(long bytes) {
    working -= bytes;
  }

  /** Says that nobody waits for memory any more. */
  public synchronized void nobodyWaits() {
    isShort = false;
  }

  /**
   * Has a task run whenever a part gives back while somebody waits for memory.
   *
   * @param task called with locks of the part's owner held: it must not wait, nor take memory
   */
  public synchronized void onShrink(Runnable task) {
    onShrink = task;
  }

  synchronized boolean tryGrow(EvictablePart part, long bytes) {
    boolean fits = part.bytes() + bytes <= part.most() && taken() + bytes <= most;
    if (isShort || !fits) {
      return false;
    }
    part.add(bytes);
    evictable += bytes;
    mostTaken = Math.max(mostTaken, taken());
    return true;
  }

  synchronized boolean canHold(EvictablePart part, long bytes) {
    long others = taken() - part.bytes();
    return !isShort && bytes <= part.most() && others + bytes <= most;
  }

  void shrink(EvictablePart part, long bytes) {
    Runnable tell;
    synchronized (this) {
      if (bytes < 0 || bytes > part.bytes()) {
        throw new IllegalArgumentException(
            "%d bytes given back of a part that holds %d".formatted(bytes, part.bytes()));
      }
      part.add(-bytes);
      evictable -= bytes;
      tell = isShort ? onShrink : null;
    }
    if (tell != null) {
      tell.run();
    }
  }

  synchronized long held(EvictablePart part) {
    return part.bytes();
  }

  private synchronized long taken() {
    return fixed + working + evictable;
  }

  /** Bytes of everything together that may be taken. */
  public long most() {
    return most;
  }

  /** Bytes of everything together that were ever taken at a time, those of the mesh included. */
  public synchronized long mostTaken() {
    return mostTaken;
  }

  /** Bytes that working sets may take together, once everything evictable is dropped. */
  public long mostWorking() {
    return most - fixed;
  }

  /** Bytes of the mesh, which always count as taken. */
  public long fixed() {
    return fixed;
  }

  /** Bytes of working sets, now. */
  public synchronized long working() {
    return working;
  }

  /** Bytes of everything that can be evicted, now. */
  public synchronized long evictable() {
    return evictable;
  }
}
