package io.dartagnan.client.scan;

import io.dartagnan.client.rpc.RetryPolicy;
import io.dartagnan.mpc.Party;
import io.dartagnan.wire.Page;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A reader of one party's pages on a pool's threads, one page ahead of its caller.
 *
 * <p>Each call to the source is a turn of its own on the pool. After a heartbeat the party is asked
 * again when a pause is over, and meanwhile no thread is held. Otherwise many scans on a small pool
 * could wait for each other. The pause grows with the time that the page has been waited for,
 * faster while the evaluation stands in a queue, and ends early by {@link #hurry}. A call that a
 * full queue turned away was not made: it is made again, after longer pauses. At most one turn is
 * queued or running, and the last one closes the source: the one that read the last page, or one
 * after {@link #stop}.
 */
final class PageReader {
  private static final Logger LOG = LoggerFactory.getLogger(PageReader.class);
  private static final long FIRST_CROWDED_PAUSE_MS = 100;
  private static final long MOST_CROWDED_PAUSE_MS = 2_000;

  // Parts of the wait so far, and bounds, of the pauses while the party computes, and in a queue.
  private static final int PART = 12;
  private static final long MOST_MS = 50;
  private static final int QUEUED_PART = 4;
  private static final long MOST_QUEUED_MS = 500;

  /** One party's pages of one range. Used by one thread at a time. */
  interface Source extends Closeable {

    /**
     * Returns the next page, possibly a heartbeat; answers within a few milliseconds, or ends with
     * an exception when interrupted. Not called again after the last page or an exception.
     */
    Page next() throws IOException;

    /** Ends the session at this party. */
    @Override
    void close() throws IOException;
  }

  private enum State {
    IDLE,
    PAUSED,
    QUEUED,
    RUNNING,
    ENDED
  }

  private final Party party;
  private final Source source;
  private final ExecutorService pool;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final Runnable heardFirst;
  private final ObjLongConsumer<Runnable> timer;
  private final RetryPolicy crowdedPauses =
      new RetryPolicy(FIRST_CROWDED_PAUSE_MS, MOST_CROWDED_PAUSE_MS);
  private volatile long meshBytes;
  private volatile boolean heard;
  private volatile SessionFailure crowded;

  // Guarded by this.
  private State state = State.IDLE;
  private boolean stopping;
  private CompletableFuture<Page> awaited;
  private Future<?> turn;
  private long runningSince;
  private long awaitedSince;

  /**
   * Creates a reader.
   *
   * @param heardFirst run when the party has sent something for the first time, be it a heartbeat
   */
  PageReader(Party party, Source source, ExecutorService pool, Runnable heardFirst) {
    this(party, source, pool, heardFirst, RetryPolicy::after);
  }

  /**
   * Creates a reader with a timer of its own.
   *
   * @param timer runs a step after so many milliseconds
   */
  PageReader(
      Party party,
      Source source,
      ExecutorService pool,
      Runnable heardFirst,
      ObjLongConsumer<Runnable> timer) {
    this.party = party;
    this.source = source;
    this.pool = pool;
    this.timer = timer;
    this.heardFirst = heardFirst;
  }

  Party party() {
    return party;
  }

  /**
   * Begins to read the next page that is no heartbeat. Not to be called before the page asked for
   * last has arrived, nor after the last page.
   *
   * @return the page, or a {@link SessionFailure}
   */
  CompletableFuture<Page> read() {
    CompletableFuture<Page> page = new CompletableFuture<>();
    boolean begun;
    synchronized (this) {
      if (state != State.IDLE && !stopping) {
        throw new IllegalStateException("the page before has not arrived, or was the last");
      }
      awaited = page;
      awaitedSince = System.nanoTime();
      begun = !stopping && enqueue();
    }
    if (!begun) {
      page.completeExceptionally(closed());
    }
    return page;
  }

  /**
   * Returns the payload bytes that the party says it has sent, as of the last page or heartbeat.
   */
  long meshBytes() {
    return meshBytes;
  }

  /** Returns whether the party has sent anything, be it a heartbeat. */
  boolean isHeard() {
    return heard;
  }

  /**
   * Returns the words of the full queue that turned the last call away; null if it was answered.
   */
  SessionFailure crowded() {
    return crowded;
  }

  /**
   * Returns the milliseconds for which the call at hand has had no answer; 0 while none is made.
   */
  synchronized long silentMs() {
    return state == State.RUNNING ? msSince(runningSince) : 0;
  }

  /** Ends the page that is awaited, and closes the source behind the turn at hand; never waits. */
  void stop() {
    CompletableFuture<Page> receiver;
    boolean closeHere;
    synchronized (this) {
      if (stopping) {
        return;
      }
      stopping = true;
      receiver = awaited;
      closeHere = (state == State.IDLE || state == State.PAUSED) && !enqueue();
    }
    if (receiver != null) {
      receiver.completeExceptionally(closed());
    }
    if (closeHere) {
      end();
    }
  }

  /** Interrupts, after {@link #stop}, a turn that does not end by itself. */
  synchronized void interrupt() {
    if (state == State.RUNNING && turn != null) {
      turn.cancel(true);
    }
  }

  /** Completes when the source is closed and no turn will follow. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** Returns whether the pool took a turn. The caller holds the lock. */
  private boolean enqueue() {
    state = State.QUEUED;
    try {
      turn = pool.submit(this::turn);
      return true;
    } catch (RejectedExecutionException e) {
      LOG.debug("{}: the pool is shut down, a filtered scan ends", party);
      state = State.IDLE;
      return false;
    }
  }

  private void turn() {
    boolean read;
    synchronized (this) {
      state = State.RUNNING;
      runningSince = System.nanoTime();
      read = !stopping;
    }
    Page page = null;
    SessionFailure failure = null;
    if (read) {
      try {
        page = source.next();
        crowded = null;
        meshBytes = page.meshBytes();
        if (!heard) {
          heard = true;
          heardFirst.run();
        }
      } catch (IOException | RuntimeException | Error e) {
        failure = SessionFailure.of(party, e);
      }
    }
    if (failure != null && failure.isCallNotMade()) {
      crowded = failure;
      failure = null;
    }
    finish(page, failure);
  }

  private void finish(Page page, SessionFailure failure) {
    boolean last;
    CompletableFuture<Page> receiver;
    synchronized (this) {
      boolean empty = page == null || page.kind() == Page.Kind.HEARTBEAT;
      if (page != null) {
        crowdedPauses.progress();
      }
      if (!stopping && failure == null && empty) {
        state = State.PAUSED;
        long waitedMs = msSince(awaitedSince);
        timer.accept(
            this::askAgain,
            page == null ? crowdedPauses.pauseMs() : pauseMs(waitedMs, meshBytes > 0));
        return;
      }
      last = stopping || (page != null && page.kind() == Page.Kind.LAST);
      receiver = awaited;
      if (!last) {
        state = State.IDLE;
      }
    }
    if (failure == null && page != null) {
      receiver.complete(page);
    } else if (failure != null) {
      receiver.completeExceptionally(failure);
    }
    if (last) {
      end();
    }
  }

  /**
   * Returns the pause before a party is asked again for a page that is not there yet. Pauses grow
   * with the time that it has been waited for: by a small part of it, by which a page may be
   * noticed late, and by a larger one while the evaluation stands in a queue. They are drawn from
   * the upper half of their range, so that those who wait for the same do not ask in step.
   *
   * @param waitedMs for how long the page has been waited for
   * @param begun whether the party has sent its peers anything
   */
  static long pauseMs(long waitedMs, boolean begun) {
    long most =
        begun
            ? Math.min(1 + waitedMs / PART, MOST_MS)
            : Math.min(1 + waitedMs / QUEUED_PART, MOST_QUEUED_MS);
    return RetryPolicy.drawn(most);
  }

  /** Asks again at once if the party is between two calls: its page is probably there now. */
  void hurry() {
    if (crowded == null) {
      askAgain();
    }
  }

  /** Ends a pause. Never waits: a timer that many share calls it. */
  private void askAgain() {
    CompletableFuture<Page> receiver;
    synchronized (this) {
      if (state != State.PAUSED || enqueue()) {
        return;
      }
      receiver = awaited;
    }
    receiver.completeExceptionally(closed());
  }

  private void end() {
    // Closing is a call of its own; an interrupt meant for the reading must not stop it.
    boolean interrupted = Thread.interrupted();
    try {
      source.close();
    } catch (IOException | RuntimeException e) {
      // The session ends all the same: the server's lease on the scanner runs out.
      LOG.debug("{}: a scanner of a filtered scan could not be closed", party, e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      synchronized (this) {
        state = State.ENDED;
      }
      ended.complete(null);
    }
  }

  private SessionFailure closed() {
    return SessionFailure.closed(party);
  }

  static long msSince(long nanoTime) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
  }
}
