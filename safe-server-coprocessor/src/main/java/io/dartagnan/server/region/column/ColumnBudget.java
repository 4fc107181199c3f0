package io.dartagnan.server.region.column;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The memory for share columns of one RegionServer, and the thread that fills it. Whoever needs
 * room takes it from the one used longest ago.
 */
public final class ColumnBudget implements AutoCloseable {
  private static final int MOST_WAITING_BUILDS = 64;

  private final long most;
  private final ColumnCounts counts = new ColumnCounts();
  private final ThreadPoolExecutor builder;
  // Guarded by itself; the one used longest ago is first.
  private final Map<Tenant, Long> tenants = new LinkedHashMap<>(16, 0.75f, true);
  private long held;

  /** A holder of such memory. Called without a lock of the budget. */
  interface Tenant {

    /** Gives up what it holds: others need the room. It holds nothing from here on. */
    void evict();
  }

  /**
   * A budget.
   *
   * @param most bytes, 0 or more; with 0 nothing is kept
   */
  public ColumnBudget(long most) {
    if (most < 0) {
      throw new IllegalArgumentException(
          "dartagnan.columns.max.bytes is %d, it must be 0, for none, or more".formatted(most));
    }
    this.most = most;
    this.builder =
        new ThreadPoolExecutor(
            1,
            1,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING_BUILDS),
            new ThreadFactoryBuilder()
                .setNameFormat("dartagnan-columns-%d")
                .setDaemon(true)
                .build());
    builder.allowCoreThreadTimeOut(true);
  }

  /** Counts for the operators. */
  public ColumnCounts counts() {
    return counts;
  }

  /** Bytes that are held now. */
  public long bytes() {
    synchronized (tenants) {
      return held;
    }
  }

  /** Whether anything is kept. */
  boolean isOn() {
    return most > 0;
  }

  /**
   * Runs a build on the budget's thread.
   *
   * @return false if too many wait already
   */
  boolean build(Runnable build) {
    try {
      builder.execute(build);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /**
   * Notes how much a tenant holds, and has others make room for it.
   *
   * @return false if it is more than there is: then it is to give up all of it
   */
  boolean hold(Tenant tenant, long bytes) {
    List<Tenant> evicted = new ArrayList<>();
    boolean fits = bytes <= most;
    synchronized (tenants) {
      Long before = fits ? tenants.put(tenant, bytes) : tenants.remove(tenant);
      held += (fits ? bytes : 0) - (before == null ? 0 : before);
      Iterator<Map.Entry<Tenant, Long>> oldest = tenants.entrySet().iterator();
      while (held > most) {
        Map.Entry<Tenant, Long> next = oldest.next();
        if (next.getKey() != tenant) {
          held -= next.getValue();
          evicted.add(next.getKey());
          oldest.remove();
        }
      }
    }
    for (Tenant each : evicted) {
      counts.evictions.increment();
      each.evict();
    }
    if (!fits) {
      counts.evictions.increment();
    }
    return fits;
  }

  /** Notes that a tenant holds nothing any more. */
  void leave(Tenant tenant) {
    synchronized (tenants) {
      Long before = tenants.remove(tenant);
      held -= before == null ? 0 : before;
    }
  }

  /** Notes that a tenant was of use. */
  void use(Tenant tenant) {
    synchronized (tenants) {
      tenants.get(tenant);
    }
  }

  /** Ends builds; regions that close later give up what they hold themselves. */
  @Override
  public void close() {
    builder.shutdownNow();
  }
}
