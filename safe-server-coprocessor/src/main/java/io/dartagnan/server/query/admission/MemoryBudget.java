package io.dartagnan.server.query.admission;

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
    EvictablePart part = new EvictablePart(bytes, evictor);
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
        part.evictor.evict(missing);
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

  /**
   * Part of the budget that evaluations may have back at any time. It has a bound of its own, and
   * grows only into what nobody else has taken. Safe for use by several threads.
   */
  public final class EvictablePart {
    private final long own;
    private final Evictor evictor;
    // Under the budget's lock.
    private long held;

    private EvictablePart(long most, Evictor evictor) {
      this.own = most;
      this.evictor = evictor;
    }

    /**
     * Takes more, if there is room: under this part's own bound, under the budget's, and while no
     * evaluation waits for memory. Does not wait, and evicts nothing: the owner drops something of
     * its own, or does without.
     *
     * @param bytes 0 or more
     * @return whether they were taken
     */
    public boolean tryGrow(long bytes) {
      synchronized (MemoryBudget.this) {
        if (isShort || held + bytes > own || taken() + bytes > most) {
          return false;
        }
        held += bytes;
        evictable += bytes;
        mostTaken = Math.max(mostTaken, taken());
        return true;
      }
    }

    /**
     * Whether this part could hold so many bytes now if it dropped everything else that it holds.
     *
     * @param bytes 0 or more
     */
    public boolean canHold(long bytes) {
      synchronized (MemoryBudget.this) {
        return !isShort && bytes <= own && taken() - held + bytes <= most;
      }
    }

    /**
     * Gives back.
     *
     * @param bytes 0 or more
     * @throws IllegalArgumentException if it is more than this part holds
     */
    public void shrink(long bytes) {
      Runnable tell;
      synchronized (MemoryBudget.this) {
        if (bytes < 0 || bytes > held) {
          throw new IllegalArgumentException(
              "%d bytes given back of a part that holds %d".formatted(bytes, held));
        }
        held -= bytes;
        evictable -= bytes;
        tell = isShort ? onShrink : null;
      }
      if (tell != null) {
        tell.run();
      }
    }

    /** Bytes taken now. */
    public long held() {
      synchronized (MemoryBudget.this) {
        return held;
      }
    }

    /** Most bytes that this part may hold. */
    public long most() {
      return own;
    }
  }

  /** Owner of memory that can be done without, such as a cache. */
  @FunctionalInterface
  public interface Evictor {

    /**
     * Drops what it can best do without, and {@linkplain EvictablePart#shrink gives it back}, until
     * that is as much as asked for or nothing is left that can be dropped now. Called on the thread
     * that needs the memory, while no lock of the budget is held, possibly by several threads at a
     * time. That thread may hold locks of its own, so this returns at once: what takes long, such
     * as to overwrite shares, is done on another.
     *
     * @param bytes how much is needed, 1 or more
     */
    void evict(long bytes);
  }
}
