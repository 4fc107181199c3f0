package io.dartagnan.client.scan;

import io.dartagnan.client.rpc.Backoff;
import io.dartagnan.mpc.Party;
import io.dartagnan.wire.Page;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
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

  private enum State {
    IDLE,
    PAUSED,
    QUEUED,
    RUNNING,
    ENDED
  }

  private final Party party;
  private final PageSource source;
  private final ExecutorService pool;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final Runnable heardFirst;
  private final PagePauses pauses;
  private final Backoff crowdedPauses = new Backoff(FIRST_CROWDED_PAUSE_MS, MOST_CROWDED_PAUSE_MS);
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
   * A reader.
   *
   * @param heardFirst run when the party has sent something for the first time, be it a heartbeat
   */
  PageReader(Party party, PageSource source, ExecutorService pool, Runnable heardFirst) {
    this(party, source, pool, heardFirst, new PagePauses());
  }

  /** A reader with pauses of its own. */
  PageReader(
      Party party,
      PageSource source,
      ExecutorService pool,
      Runnable heardFirst,
      PagePauses pauses) {
    this.party = party;
    this.source = source;
    this.pool = pool;
    this.pauses = pauses;
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

  /** Payload bytes that the party says it has sent, as of the last page or heartbeat. */
  long meshBytes() {
    return meshBytes;
  }

  /** Whether the party has sent anything, be it a heartbeat. */
  boolean isHeard() {
    return heard;
  }

  /** The words of the full queue that turned the last call away; null if it was answered. */
  SessionFailure crowded() {
    return crowded;
  }

  /** Milliseconds for which the call at hand has had no answer; 0 while none is made. */
  synchronized long silentMs() {
    return state == State.RUNNING
        ? TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - runningSince)
        : 0;
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

  /** After {@link #stop}: interrupts a turn that does not end by itself. */
  synchronized void interrupt() {
    if (state == State.RUNNING && turn != null) {
      turn.cancel(true);
    }
  }

  /** Completes when the source is closed and no turn will follow. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** Holds the lock. Whether the pool took the turn. */
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
        crowdedPauses.reset();
      }
      if (!stopping && failure == null && empty) {
        state = State.PAUSED;
        long waitedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - awaitedSince);
        pauses.after(
            page == null ? crowdedPauses.nextMs() : pauses.nextMs(waitedMs, meshBytes > 0),
            this::askAgain);
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
}
