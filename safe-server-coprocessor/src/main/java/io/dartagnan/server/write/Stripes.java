package io.dartagnan.server.write;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongConsumer;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Memory of the newest stamps with which the rows of a region were written, by which a write is
 * admitted or not. Rows share a stripe by their hash, so that a write may be refused for another
 * row's sake, and none is admitted that must not be.
 *
 * <p>A stripe has the newest stamp and its writer, the newest stamp of any other writer, the newest
 * strict stamp, and the newest of a delete. A write is strict if its place depends on the order of
 * arrival: some of its cells have a timestamp other than the stamp. The three others never exceed
 * the first, and are kept as distances from it, at most 24 days: with the writer a stripe takes 28
 * bytes, a region 112 KiB.
 */
final class Stripes {

  /** Number of stripes. */
  static final int COUNT = 1 << 12;

  /** Returned for a write that is admitted. */
  static final long ADMITTED = Long.MIN_VALUE;

  /** Stands for writers that are not known: none of their writes comes again. */
  static final long NOBODY = 0;

  private static final int HASH_SHIFT = Integer.SIZE - 12;
  private static final int GOLDEN_RATIO = 0x9E3779B9;

  private final long[] newest = new long[COUNT];
  private final long[] writers = new long[COUNT];
  private final int[] othersBehind = new int[COUNT];
  private final int[] strictBehind = new int[COUNT];
  private final int[] deleteBehind = new int[COUNT];

  /**
   * Stripes that were all written with one stamp, strictly, by nobody known.
   *
   * @param floor 0 or more
   */
  Stripes(long floor) {
    Arrays.fill(newest, floor);
    Arrays.fill(writers, NOBODY);
  }

  /** The stripe of a row, from 0 to {@link #COUNT} - 1. */
  static int of(byte[] row) {
    return (Bytes.hashCode(row) * GOLDEN_RATIO) >>> HASH_SHIFT;
  }

  /**
   * Admits a write, and remembers it, if no other that came before must be above it: if it is newer
   * than what every other writer wrote, and than every strict write, and, if strict, than its own
   * writer's writes too. The same write may come again.
   *
   * @param deletes whether it deletes something
   * @return {@link #ADMITTED}, or the stripe's newest stamp
   */
  synchronized long admit(int stripe, long writer, long stamp, boolean strict, boolean deletes) {
    long top = newest[stripe];
    long others = top - othersBehind[stripe];
    boolean own = writer != NOBODY && writers[stripe] == writer;
    boolean again = own && stamp == top && stamp > others;
    boolean newer =
        own
            ? stamp > others && stamp > top - strictBehind[stripe] && (!strict || stamp > top)
            : stamp > top;
    if (!again && !newer) {
      return top;
    }
    raise(stripe, writer, stamp, strict, deletes);
    return ADMITTED;
  }

  /**
   * Admits a write below what others wrote: one that puts something if it is newer than every
   * strict write, and than every delete, since readers see what one cloud has deleted before the
   * others have, so that a delete that came before the write began may be on one cloud alone. One
   * that only deletes, always: whoever depends on what was read has read that the cloud which
   * accepted the delete no longer shows what it deletes, or is refused there.
   *
   * @param puts whether it puts something
   * @param deletes whether it deletes something
   * @return {@link #ADMITTED}, or the stripe's newest stamp
   */
  synchronized long admitBelow(int stripe, long writer, long stamp, boolean puts, boolean deletes) {
    long top = newest[stripe];
    if (puts && stamp <= top - Math.min(strictBehind[stripe], deleteBehind[stripe])) {
      return top;
    }
    raise(stripe, writer, stamp, false, deletes);
    return ADMITTED;
  }

  /** Remembers a stamp below which, and at which, nothing is admitted any more. */
  synchronized void close(int stripe, long stamp) {
    raise(stripe, NOBODY, stamp, false, false);
  }

  /** The same, also for writes that would come in below. */
  synchronized void closeFirmly(int stripe, long stamp) {
    raise(stripe, NOBODY, stamp, true, false);
  }

  /** The stripe's newest stamp. */
  synchronized long newest(int stripe) {
    return newest[stripe];
  }

  private void raise(int stripe, long writer, long stamp, boolean strict, boolean deletes) {
    long top = newest[stripe];
    long others = top - othersBehind[stripe];
    long newestStrict = top - strictBehind[stripe];
    long newestDelete = top - deleteBehind[stripe];
    boolean own = writer != NOBODY && writers[stripe] == writer;
    if (stamp > top) {
      others = own ? others : top;
      newest[stripe] = stamp;
      writers[stripe] = writer;
    } else if (!own) {
      others = Math.max(others, stamp);
    }
    newestStrict = strict ? Math.max(newestStrict, stamp) : newestStrict;
    newestDelete = deletes ? Math.max(newestDelete, stamp) : newestDelete;
    othersBehind[stripe] = distance(newest[stripe], others);
    strictBehind[stripe] = distance(newest[stripe], newestStrict);
    deleteBehind[stripe] = distance(newest[stripe], newestDelete);
  }

  private static int distance(long top, long below) {
    return (int) Math.min(top - below, Integer.MAX_VALUE);
  }

  /**
   * Locks of the stripes of one region, {@value #STRIPES_OF_A_LOCK} stripes to a lock. All of a
   * batch are taken in ascending order, so that two batches never wait for each other; HBase waits
   * for nothing of another batch between its hooks but for the log.
   */
  static final class Locks {
    private static final int STRIPES_OF_A_LOCK = 64;

    private final ReadWriteLock[] locks = new ReadWriteLock[Stripes.COUNT / STRIPES_OF_A_LOCK];

    Locks() {
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
}
