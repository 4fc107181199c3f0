package io.dartagnan.client.scan;

import io.dartagnan.client.rpc.Backoff;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Pauses between the calls for a page that is not there yet. They grow with the time that it has
 * been waited for: by a small part of it, by which a page may be noticed late, and by a larger one
 * while the evaluation stands in a queue.
 */
class PagePauses {
  private static final int PART = 12;
  private static final long MOST_MS = 50;
  private static final int QUEUED_PART = 4;
  private static final long MOST_QUEUED_MS = 500;

  /**
   * The next pause in milliseconds, drawn from the upper half of its range so that those who wait
   * for the same do not ask in step.
   *
   * @param waitedMs for how long the page has been waited for
   * @param begun whether the party has sent its peers anything
   */
  long nextMs(long waitedMs, boolean begun) {
    long most =
        begun
            ? Math.min(1 + waitedMs / PART, MOST_MS)
            : Math.min(1 + waitedMs / QUEUED_PART, MOST_QUEUED_MS);
    return Backoff.drawn(most);
  }

  /** Runs it when a pause is over, on the thread of a timer that many share: it must not wait. */
  void after(long ms, Runnable step) {
    CompletableFuture.delayedExecutor(ms, TimeUnit.MILLISECONDS, Runnable::run).execute(step);
  }
}
