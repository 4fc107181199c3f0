package io.dartagnan.server.query;

import io.dartagnan.wire.QueryFailure;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * An evaluation that has begun, or was refused, for whoever answers the client: a port through
 * which its pages go.
 *
 * @param <R> a row as this party stores it
 */
public final class RunningEvaluation<R> {
  private final PageQueue<R> pages;
  private final LongSupplier meshBytes;
  private final Runnable abandon;
  private final Runnable onEnd;
  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * An evaluation that has begun.
   *
   * @param pages filled by the evaluation
   * @param meshBytes tells the payload bytes sent to the peers so far
   * @param abandon ends the evaluation at all three parties; may be run more than once
   */
  public RunningEvaluation(PageQueue<R> pages, LongSupplier meshBytes, Runnable abandon) {
    this(pages, meshBytes, abandon, () -> {});
  }

  /**
   * The same.
   *
   * @param onEnd run once, when no more pages are taken
   */
  RunningEvaluation(PageQueue<R> pages, LongSupplier meshBytes, Runnable abandon, Runnable onEnd) {
    this.pages = pages;
    this.meshBytes = meshBytes;
    this.abandon = abandon;
    this.onEnd = onEnd;
  }

  /** One that answers with the reason why the query is not evaluated. */
  public static <R> RunningEvaluation<R> refused(QueryFailure reason) {
    PageQueue<R> pages = new PageQueue<>(0);
    pages.fail(reason);
    return new RunningEvaluation<>(pages, () -> 0, () -> {});
  }

  /** The next outcome or failure; null when none has come within the time given. */
  public PageQueue.Entry<R> poll(long timeoutMs) throws InterruptedException {
    return pages.poll(timeoutMs);
  }

  /** Payload bytes that the evaluation has sent to the peers so far. */
  public long meshBytes() {
    return meshBytes.getAsLong();
  }

  /** Takes no more pages after the last one, or after a failure. */
  public void close() {
    pages.close();
    if (ended.compareAndSet(false, true)) {
      onEnd.run();
    }
  }

  /** Takes no more pages although more were to come: the evaluation ends at all three parties. */
  public void abandon() {
    close();
    abandon.run();
  }
}
