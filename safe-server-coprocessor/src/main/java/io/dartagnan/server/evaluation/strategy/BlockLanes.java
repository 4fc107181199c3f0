package io.dartagnan.server.evaluation.strategy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.evaluation.Batch;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.ShareBytes;
import io.dartagnan.server.evaluation.block.ColumnBlock;
import java.util.List;

/**
 * The columns of consecutive runs of rows as the library reads them, one row per lane. They are
 * protected ones: of a public condition there is nothing but presence.
 */
final class BlockLanes implements Batch {
  private final Party self;
  private final List<QueryColumn> columns;
  private final List<LaneRun> runs;
  private final int lanes;

  BlockLanes(Party self, List<QueryColumn> columns, List<LaneRun> runs) {
    this.self = self;
    this.columns = columns;
    this.runs = runs;
    this.lanes = runs.stream().mapToInt(LaneRun::rows).sum();
  }

  @Override
  public int lanes() {
    return lanes;
  }

  @Override
  public Shares shares(int column, int[] wanted) {
    Shares shares = ShareBytes.zeros(self, columns.get(column).protection(), wanted.length);
    int at = 0;
    int firstLane = 0;
    for (LaneRun run : runs) {
      int behind = firstLane + run.rows();
      int end = at;
      while (end < wanted.length && wanted[end] < behind) {
        end++;
      }
      copy(run.block().shares(column), run.from() - firstLane, wanted, at, end, shares);
      at = end;
      firstLane = behind;
    }
    return shares;
  }

  /** Copies the rows {@code wanted[i] + shift} to lane i, for i from {@code at} to {@code end}. */
  private static void copy(Shares from, int shift, int[] wanted, int at, int end, Shares into) {
    if (at == end) {
      return;
    }
    int limbs = from.ring().limbs();
    // Lanes are ascending: they are all there if the first and the last are as far apart.
    boolean allOfThem = wanted[end - 1] - wanted[at] == end - 1 - at;
    int step = allOfThem ? end - at : 1;
    for (int i = at; i < end; i += step) {
      int row = (wanted[i] + shift) * limbs;
      System.arraycopy(from.own(), row, into.own(), i * limbs, step * limbs);
      if (from.next() != null) {
        System.arraycopy(from.next(), row, into.next(), i * limbs, step * limbs);
      }
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if more than the presence of a column is asked for
   */
  @Override
  public long[] bits(PublicCondition condition) {
    if (!condition.isPresence()) {
      throw new IllegalArgumentException(
          "condition %s was asked of blocks, which know only whether a row has a column"
              .formatted(condition));
    }
    long[] bits = new long[BitPlanes.words(lanes)];
    int lane = 0;
    for (LaneRun run : runs) {
      ColumnBlock block = run.block();
      for (int row = run.from(); row < run.to(); row++, lane++) {
        if (block.has(condition.column(), row)) {
          bits[lane / Long.SIZE] |= 1L << lane % Long.SIZE;
        }
      }
    }
    return bits;
  }
}
