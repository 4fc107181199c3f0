package io.dartagnan.server.storage;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.dartagnan.server.query.ColumnCounters;
import io.dartagnan.server.query.admission.MemoryBudget;
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
 * The memory for share columns of one RegionServer, the thread that fills it, and the one that
 * overwrites what is evicted. Whoever needs room takes it from the one used longest ago.
 */
public final class ColumnBudget implements AutoCloseable {
  private static final int MOST_WAITING = 64;

  private final MemoryBudget.EvictablePart memory;
  private final ColumnCounters counters;
  private final ThreadPoolExecutor builder = oneThread("dartagnan-columns-%d");
  private final ThreadPoolExecutor wiper = oneThread("dartagnan-columns-wiper-%d");
  // Guarded by itself; the one used longest ago is first.
  private final Map<Tenant, Long> tenants = new LinkedHashMap<>(16, 0.75f, true);

  /** A holder of such memory. Called without a lock of the budget. */
  interface Tenant {

    /**
     * Gives up what it holds: others need the room. It holds nothing from here on; the budget
     * counts none of it any more.
     */
    void evict();
  }

  /**
   * A budget.
   *
   * @param memory of the RegionServer, of which filters take back what they need
   * @param most bytes, 0 or more; with 0 nothing is kept
   * @param counters for the operators
   */
  public ColumnBudget(MemoryBudget memory, long most, ColumnCounters counters) {
    this.memory = memory.register(most, this::evict);
    this.counters = counters;
    counters.bytes(this.memory::held);
  }

  private static ThreadPoolExecutor oneThread(String name) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            1,
            1,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            new ThreadFactoryBuilder().setNameFormat(name).setDaemon(true).build());
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** Counters for the operators. */
  ColumnCounters counters() {
    return counters;
  }

  /** Whether anything is kept. */
  boolean isOn() {
    return memory.most() > 0;
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
   * @return false if there is no room: then it is to give up all of it
   */
  boolean hold(Tenant tenant, long bytes) {
    List<Tenant> evicted = new ArrayList<>();
    boolean fits;
    synchronized (tenants) {
      long before = tenants.getOrDefault(tenant, 0L);
      memory.shrink(Math.max(before - bytes, 0));
      long more = Math.max(bytes - before, 0);
      fits = more == 0 || memory.tryGrow(more);
      // Others give up nothing for one that has no room without them either.
      while (!fits && memory.canHold(bytes) && removeOldest(tenant, evicted)) {
        fits = memory.tryGrow(more);
      }
      if (fits) {
        tenants.put(tenant, bytes);
      } else {
        tenants.remove(tenant);
        memory.shrink(before);
      }
    }
    evicted.forEach(Tenant::evict);
    if (!fits) {
      counters.evicted();
    }
    return fits;
  }

  /** Takes the one used longest ago, other than one, off the list; false if there is none. */
  private boolean removeOldest(Tenant but, List<Tenant> removed) {
    Iterator<Map.Entry<Tenant, Long>> oldest = tenants.entrySet().iterator();
    while (oldest.hasNext()) {
      Map.Entry<Tenant, Long> next = oldest.next();
      if (next.getKey() != but) {
        removed.add(next.getKey());
        oldest.remove();
        memory.shrink(next.getValue());
        counters.evicted();
        return true;
      }
    }
    return false;
  }

  /** Drops the ones used longest ago, until so many bytes are free or there are none. */
  private void evict(long bytes) {
    List<Tenant> evicted = new ArrayList<>();
    synchronized (tenants) {
      long before = memory.held();
      boolean more = true;
      while (more && before - memory.held() < bytes) {
        more = removeOldest(null, evicted);
      }
    }
    if (!evicted.isEmpty()) {
      evictBeside(evicted);
    }
  }

  /** Tells tenants on the wiper's thread: who needs the memory may hold locks that others want. */
  private void evictBeside(List<Tenant> evicted) {
    boolean handedOver = false;
    try {
      wiper.execute(() -> evicted.forEach(Tenant::evict));
      handedOver = true;
    } catch (RejectedExecutionException e) {
      // More wait than it can keep up with, or this is closed.
    } finally {
      if (!handedOver) {
        evicted.forEach(Tenant::evict);
      }
    }
  }

  /** Notes that a tenant holds nothing any more. */
  void leave(Tenant tenant) {
    synchronized (tenants) {
      Long before = tenants.remove(tenant);
      memory.shrink(before == null ? 0 : before);
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
    // What is evicted is overwritten all the same.
    wiper.shutdown();
  }
}
