package io.dartagnan.server.evaluation.block;

import io.dartagnan.mpc.sharing.Shares;
import java.util.Arrays;

/**
 * The newest version of one column in each row of a block.
 *
 * @param present one bit per row, 64 rows to a word: whether it has the column. A row that lacks it
 *     has zeros elsewhere
 * @param timestamps of the versions
 * @param ids write ids of the versions
 * @param shares this party's shares, one lane per row
 * @param digest of all but the shares
 * @param computable whether every version is a share that protocols compute with
 */
record BlockColumn(
    long[] present,
    long[] timestamps,
    long[] ids,
    Shares shares,
    byte[] digest,
    boolean computable) {

  BlockColumn(long[] present, long[] timestamps, long[] ids, Shares shares, boolean computable) {
    this(present, timestamps, ids, shares, BlockDigest.of(present, timestamps, ids), computable);
  }

  boolean has(int row) {
    return (present[row / Long.SIZE] >>> row % Long.SIZE & 1) != 0;
  }

  long heapBytes() {
    long words = present.length + timestamps.length + ids.length + shares.own().length;
    return Long.BYTES * (words + (shares.next() == null ? 0 : shares.next().length));
  }

  void wipe() {
    Arrays.fill(shares.own(), 0);
    if (shares.next() != null) {
      Arrays.fill(shares.next(), 0);
    }
  }
}
