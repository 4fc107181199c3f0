package io.dartagnan.client.scan;

import io.dartagnan.mpc.Party;
import io.dartagnan.wire.Page;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A reader of one party's pages on a pool's threads, one page ahead of its caller.
 *
 * <p>Each call to the source is a turn of its own on the pool: a party that waits for its peers
 * gives the thread back with each heartbeat. Otherwise many scans on a small pool could wait for
 * each other. At most one turn is queued or running, and the last one closes the source.
 */
final class PageReader {
  private static final Logger LOG = LoggerFactory.getLogger(PageReader.class);

  private enum State {
    IDLE,
    QUEUED,
    RUNNING,
    ENDED
  }

  private final Party party;
  private final PageSource source;
  private final ExecutorService pool;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile long meshBytes;

  // Guarded by this.
  private State state = State.IDLE;
  private boolean stopping;
  private CompletableFuture<Page> awaited;
  private Future<?> turn;

  PageReader(Party party, PageSource source, ExecutorService pool) {
    this.party = party;
    this.source = source;
    this.pool = pool;
  }

  /**
   * Begins to read the next page that is no heartbeat. Not to be called before the page asked for
   * last has arrived.
   *
   * @return the page, or a {@link SessionFailure}
   */
  CompletableFuture<Page> read() {
    CompletableFuture<Page> page = new CompletableFuture<>();
    boolean begun;
    synchronized (this) {
      if (state != State.IDLE && state != State.ENDED) {
        throw new IllegalStateException("the page before has not arrived");
      }
      awaited = page;
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

  /** Lets the turn at hand end and closes the source; returns at once. */
  void stop() {
    boolean closeHere;
    synchronized (this) {
      if (stopping) {
        return;
      }
      stopping = true;
      closeHere = state == State.IDLE && !enqueue();
    }
    if (closeHere) {
      end();
    }
  }

  /** After {@link #stop}: interrupts a turn that does not end by itself. */
  void interrupt() {
    boolean closeHere;
    synchronized (this) {
      closeHere = state == State.QUEUED;
      if (closeHere) {
        // The turn may begin all the same, and then finds that it is too late.
        state = State.ENDED;
      }
      if (turn != null) {
        turn.cancel(true);
      }
    }
    if (closeHere) {
      end();
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
      if (state != State.QUEUED) {
        return;
      }
      state = State.RUNNING;
      read = !stopping;
    }
    Page page = null;
    Throwable failure = null;
    if (read) {
      try {
        page = source.next();
        meshBytes = page.meshBytes();
      } catch (IOException | RuntimeException | Error e) {
        failure = SessionFailure.of(party, e);
      }
    }
    finish(page, failure);
  }

  private void finish(Page page, Throwable failure) {
    boolean last;
    CompletableFuture<Page> receiver;
    synchronized (this) {
      last = stopping;
      receiver = awaited;
      if (!last && failure == null && page.kind() == Page.Kind.HEARTBEAT) {
        if (enqueue()) {
          return;
        }
        failure = closed();
      }
      if (!last) {
        state = State.IDLE;
      }
    }
    if (last) {
      end();
    } else if (failure == null) {
      receiver.complete(page);
    } else {
      receiver.completeExceptionally(failure);
    }
  }

  private void end() {
    CompletableFuture<Page> receiver;
    synchronized (this) {
      state = State.ENDED;
      receiver = awaited;
    }
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
      if (receiver != null) {
        receiver.completeExceptionally(closed());
      }
      ended.complete(null);
    }
  }

  private SessionFailure closed() {
    return SessionFailure.closed(party);
  }
}
