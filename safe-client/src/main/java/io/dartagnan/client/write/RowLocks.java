package io.dartagnan.client.write;

import io.dartagnan.client.rpc.CloudFailures;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;

/**
 * Locks that keep the threads of one process out of each other's way on a row that they all read
 * and write. They save attempts and decide nothing: other processes do not know of them.
 */
final class RowLocks {
  private static final int LOCKS = 256;
  private static final Lock[] BY_HASH = new Lock[LOCKS];

  static {
    Arrays.setAll(BY_HASH, i -> new ReentrantLock(true));
  }

  private RowLocks() {}

  /**
   * Locks the row; to be unlocked by the caller.
   *
   * @throws IOException if others held it all the time, or the thread was interrupted
   */
  static Lock lock(byte[] row, long withinMs) throws IOException {
    Lock lock = BY_HASH[Math.floorMod(Arrays.hashCode(row), LOCKS)];
    try {
      if (!lock.tryLock(withinMs, TimeUnit.MILLISECONDS)) {
        throw new RetriesExhaustedException(
            "other threads of this process changed the row all the time for %d ms; nothing was done"
                .formatted(withinMs));
      }
    } catch (InterruptedException e) {
      throw CloudFailures.interrupted("interrupted while waiting for the row; nothing was done", e);
    }
    return lock;
  }
}
