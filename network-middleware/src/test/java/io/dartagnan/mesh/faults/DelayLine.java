package io.dartagnan.mesh.faults;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Delay line of one direction of one connection: pieces in order, each with the time at which it is
 * due at the other end. One thread puts, one takes.
 *
 * <p>A line with a limited rate is busy for as long as a piece takes to get onto it, and nothing is
 * put meanwhile; that leaves what is not sent yet with the sender, as a slow line does.
 */
final class DelayLine {
  /** Enough for a second at 64 MB/s. */
  private static final long MAX_BYTES = 64L << 20;

  /** A thread that wakes late makes up for this much, so that the rate is what was asked for. */
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private record Piece(byte[] bytes, long due) {}

  private final Random random;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Piece> pieces = new ArrayDeque<>();
  private long bytesUnderWay;
  private long free = System.nanoTime();
  private long lastDue = free;
  private boolean ended;
  private boolean closed;

  DelayLine(Random random) {
    this.random = random;
  }

  /** Puts a piece on the line and waits until the line takes the next; false once closed. */
  boolean put(byte[] bytes, Faults faults) throws InterruptedException {
    lock.lock();
    try {
      long now = System.nanoTime();
      if (faults.bytesPerSecond() == 0) {
        free = now;
      } else {
        long onTheLine = bytes.length * TimeUnit.SECONDS.toNanos(1) / faults.bytesPerSecond();
        free = Math.max(now - LATE_NANOS, free) + onTheLine;
      }
      long jitter = (long) (random.nextDouble() * faults.jitter().toNanos());
      lastDue = Math.max(lastDue, free + faults.delay().toNanos() + jitter);
      pieces.add(new Piece(bytes, lastDue));
      bytesUnderWay += bytes.length;
      changed.signalAll();
      for (long busy = free - now; !closed && busy > 0; busy = free - System.nanoTime()) {
        changed.awaitNanos(busy);
      }
      while (!closed && bytesUnderWay >= MAX_BYTES) {
        changed.await();
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  /** Nothing more will be put. */
  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next piece to be due; null when the line has ended or is closed. */
  byte[] take() throws InterruptedException {
    lock.lock();
    try {
      while (!closed && !(ended && pieces.isEmpty())) {
        Piece next = pieces.peek();
        long early = next == null ? 0 : next.due() - System.nanoTime();
        if (next == null) {
          changed.await();
        } else if (early > 0) {
          changed.awaitNanos(early);
        } else {
          pieces.remove();
          bytesUnderWay -= next.bytes().length;
          changed.signalAll();
          return next.bytes();
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Drops what is under way and wakes both threads. */
  void close() {
    lock.lock();
    try {
      closed = true;
      pieces.clear();
      bytesUnderWay = 0;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
