package io.dartagnan.server.query;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.evaluation.Batch;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.sharing.Shares;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The lanes of a batch that are not undecided, one or more, as a batch of their own. */
final class DecidedLanes implements Batch {
  private final Batch all;
  private final int[] decided;

  /**
   * Some lanes of a batch.
   *
   * @param undecided one bit per lane, 64 lanes to a word: those that are left out
   */
  DecidedLanes(Batch all, long[] undecided) {
    this.all = all;
    this.decided =
        IntStream.range(0, all.lanes()).filter(lane -> !BitPlanes.bit(undecided, lane)).toArray();
  }

  /** Sets the bits of these lanes, one per lane of this batch, in those of the whole batch. */
  long[] addTo(long[] whole, long[] bits) {
    long[] sum = whole.clone();
    for (int lane = 0; lane < decided.length; lane++) {
      if (BitPlanes.bit(bits, lane)) {
        sum[decided[lane] / Long.SIZE] |= 1L << decided[lane] % Long.SIZE;
      }
    }
    return sum;
  }

  @Override
  public int lanes() {
    return decided.length;
  }

  @Override
  public Shares shares(int column, int[] lanes) {
    return all.shares(column, Arrays.stream(lanes).map(lane -> decided[lane]).toArray());
  }

  @Override
  public long[] bits(PublicCondition condition) {
    long[] ofAll = all.bits(condition);
    long[] bits = new long[BitPlanes.words(decided.length)];
    for (int lane = 0; lane < decided.length; lane++) {
      if (BitPlanes.bit(ofAll, decided[lane])) {
        bits[lane / Long.SIZE] |= 1L << lane % Long.SIZE;
      }
    }
    return bits;
  }
}
