package io.dartagnan.mesh;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition and not for a time. */
final class Await {
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private Await() {}

  static void until(String what, Callable<Boolean> holds) throws Exception {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!holds.call()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("still not so after " + DEADLINE + ": " + what);
      }
      LockSupport.parkNanos(5_000_000);
    }
  }

  /** No thread of any mesh is left. */
  static void untilNoMeshThread() throws Exception {
    until(
        "no thread of a mesh is left",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("dartagnan-mesh-")));
  }
}
