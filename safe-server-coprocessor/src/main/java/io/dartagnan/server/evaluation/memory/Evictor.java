package io.dartagnan.server.evaluation.memory;

/** Owner of memory that can be done without, such as a cache. */
@FunctionalInterface
public interface Evictor {

  /**
   * Drops what it can best do without, and {@linkplain EvictablePart#shrink gives it back}, until
   * that is as much as asked for or nothing is left that can be dropped now. Called on the thread
   * that needs the memory, while no lock of the budget is held, possibly by several threads at a
   * time. That thread may hold locks of its own, so this returns at once: what takes long, such as
   * to overwrite shares, is done on another.
   *
   * @param bytes how much is needed, 1 or more
   */
  void evict(long bytes);
}
