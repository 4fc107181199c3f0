package io.dartagnan.server.evaluation.strategy;

/** Port to threads that an evaluation may have beside its own. */
@FunctionalInterface
public interface SpareThread {

  /** The port where there are none. */
  SpareThread NONE = task -> false;

  /**
   * Runs a task, which handles its own failures, on a thread that is free.
   *
   * @return false if none is; then the task was not run
   */
  boolean tryRun(Runnable task);
}
