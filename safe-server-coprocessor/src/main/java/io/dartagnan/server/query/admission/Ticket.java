package io.dartagnan.server.query.admission;

import java.util.concurrent.locks.Condition;

/**
 * Ticket of one evaluation, from the arrival of its query to its end: holds its place among those
 * that run, and its memory. Safe for use by several threads.
 */
public final class Ticket implements Turn, AutoCloseable {

  /** Somebody who waits for an evaluation to be admitted. Told once, with no lock held. */
  public interface Waiter {

    /** Begins the evaluation, on another thread: it is its turn. */
    void begin();

    /** Ends the evaluation: its turn did not come in time. */
    void late(NotAdmittedException why);
  }

  /** The states of a ticket. */
  enum State {
    /** Made, and told nobody yet. */
    NEW,
    /** Waits for a place and memory; at parties 1 and 2 to hear that it begins. */
    WAITING,
    /** Begins at party 1 or 2, and waits for memory. */
    FOLLOWING,
    /** Has a place and memory. */
    RUNNING,
    /** Waits for its client; has memory and no place. */
    AT_CLIENT,
    /** Waits for a place; has memory. */
    RETURNING,
    /** Has nothing. */
    OVER
  }

  private final Admission admission;

  // Admission reads and changes these under its lock.
  final long bytes;
  final Condition turn;
  State state = State.NEW;
  Waiter waiter;
  boolean follows;
  boolean hasMemory;
  boolean ended;
  int ahead;
  private long since;
  private long waitedNanos;

  Ticket(Admission admission, long bytes, Condition turn) {
    this.admission = admission;
    this.bytes = bytes;
    this.turn = turn;
  }

  /** Nanoseconds in this state so far. */
  long inState(long now) {
    return now - since;
  }

  void change(State to, long now) {
    if (isWaiting()) {
      waitedNanos += inState(now);
    }
    state = to;
    since = now;
  }

  private boolean isWaiting() {
    return state == State.WAITING || state == State.FOLLOWING || state == State.RETURNING;
  }

  long waited(long now) {
    return waitedNanos + (isWaiting() ? inState(now) : 0);
  }

  @Override
  public void betweenBatches() throws InterruptedException {
    admission.betweenBatches(this);
  }

  @Override
  public void clientIsAwaited() {
    admission.leave(this);
  }

  @Override
  public void clientCame() throws InterruptedException {
    admission.comeBack(this);
  }

  /** Has it wait for nothing any more: its evaluation has failed. */
  public void end() {
    admission.end(this);
  }

  /** Gives back what it holds. Closing again does nothing. */
  @Override
  public void close() {
    admission.close(this);
  }

  /** Time that it has waited for its turns so far, in nanoseconds. */
  public long waitedNanos() {
    return admission.waitedNanos(this);
  }
}
