package io.dartagnan.clusters.checker;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Hook of an application that runs in its threads whenever they start another: a value that threads
 * inherit. It makes them fail, or the process end, where a pool of the Safe Client gets a thread
 * for one of three clouds.
 */
final class StartlessThreads {

  /** What the hook does. */
  enum Manner {
    /** As where the system has no more threads. */
    ERROR {
      @Override
      void act() {
        throw new OutOfMemoryError("unable to create a native thread, as the test wants it");
      }
    },
    /** As where a watchdog ends the process. */
    HALT {
      @Override
      void act() {
        Runtime.getRuntime().halt(HALTED);
      }
    };

    abstract void act();
  }

  /** The exit code of a process that was halted. */
  static final int HALTED = 3;

  private final AtomicInteger left = new AtomicInteger();
  private volatile Manner manner = Manner.ERROR;

  private final InheritableThreadLocal<Boolean> caller =
      new InheritableThreadLocal<>() {
        @Override
        protected Boolean childValue(Boolean isCaller) {
          // Every other time, so that some calls get threads for one cloud and not for another.
          if (isCaller && left.get() > 0 && left.getAndDecrement() % 2 == 0) {
            manner.act();
          }
          return false;
        }
      };

  /** Makes this thread one of those that the hook is for. */
  void enter() {
    caller.set(true);
  }

  /** Has the next threads that are started meet the hook, every other of them. */
  void act(Manner as, int starts) {
    manner = as;
    left.set(starts);
  }
}
