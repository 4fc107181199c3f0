package io.dartagnan.server.write;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongConsumer;
import org.apache.hadoop.hbase.RegionTooBusyException;

/**
 * Locks of the stripes of one region, {@value #STRIPES_OF_A_LOCK} stripes to a lock. All of a batch
 * are taken in ascending order, so that two batches never wait for each other; HBase waits for
 * nothing of another batch between its hooks but for the log.
 */
final class StripeLocks {
  private static final int STRIPES_OF_A_LOCK = 64;

  private final ReadWriteLock[] locks = new ReadWriteLock[Stripes.COUNT / STRIPES_OF_A_LOCK];

  StripeLocks() {
    for (int i = 0; i < locks.length; i++) {
      locks[i] = new ReentrantReadWriteLock();
    }
  }

  /** Locks that a thread holds, to be released by the same thread. */
  static final class Held {
    private final Deque<Lock> locks = new ArrayDeque<>();

    private Held() {}

    /** Releases all. */
    void release() {
      while (!locks.isEmpty()) {
        locks.pop().unlock();
      }
    }
  }

  /**
   * Locks stripes.
   *
   * @param stripes all of a batch
   * @param alone those of them that the batch must have for itself
   * @param patienceMillis how long to wait for one lock
   * @param waited is told the milliseconds of all of it, if any was not free at once
   * @throws RegionTooBusyException if that was not enough
   */
  Held lock(BitSet stripes, BitSet alone, long patienceMillis, LongConsumer waited)
      throws IOException {
    long begun = 0;
    BitSet exclusive = new BitSet(locks.length);
    alone.stream().forEach(stripe -> exclusive.set(stripe / STRIPES_OF_A_LOCK));
    BitSet all = new BitSet(locks.length);
    stripes.stream().forEach(stripe -> all.set(stripe / STRIPES_OF_A_LOCK));
    all.or(exclusive);
    Held held = new Held();
    for (int i = all.nextSetBit(0); i >= 0; i = all.nextSetBit(i + 1)) {
      Lock lock = exclusive.get(i) ? locks[i].writeLock() : locks[i].readLock();
      try {
        // With a time, none overtakes a writer that waits.
        if (lock.tryLock(0, TimeUnit.MILLISECONDS)) {
          held.locks.push(lock);
          continue;
        }
        begun = begun == 0 ? System.nanoTime() : begun;
        if (!lock.tryLock(patienceMillis, TimeUnit.MILLISECONDS)) {
          held.release();
          waited.accept(millisSince(begun));
          throw new RegionTooBusyException(
              "other writes have held a row's place for " + patienceMillis + " ms");
        }
      } catch (InterruptedException e) {
        held.release();
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while waiting for other writes");
      }
      held.locks.push(lock);
    }
    if (begun != 0) {
      waited.accept(millisSince(begun));
    }
    return held;
  }

  private static long millisSince(long begun) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
  }
}
