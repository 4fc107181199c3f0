package io.dartagnan.server.evaluation.strategy;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.evaluation.Batch;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.evaluation.align.AlignedBatch;
import io.dartagnan.server.evaluation.batch.AgreedBatch;
import io.dartagnan.server.evaluation.row.StoredRow;
import java.util.ArrayList;
import java.util.List;

/**
 * A batch of rows that were agreed on one by one. They are all in memory.
 *
 * @param context the batch's
 * @param columns the query's
 * @param aligned the agreement
 * @param throughRow the last row that is covered; null if nothing is left of the range
 * @param <R> a row as this party stores it
 */
public record RowBatch<R extends StoredRow>(
    Context context, List<QueryColumn> columns, AlignedBatch<R> aligned, byte[] throughRow)
    implements AgreedBatch<R> {

  @Override
  public String label() {
    return aligned.label();
  }

  @Override
  public int rows() {
    return aligned.rows().size();
  }

  @Override
  public byte[] key(int lane) {
    return aligned.rows().get(lane).stored().key();
  }

  @Override
  public Batch lanes() {
    return new AlignedColumns<>(context.self(), columns, aligned.rows());
  }

  @Override
  public long[] undecided() {
    long[] undecided = new long[BitPlanes.words(rows())];
    for (int lane = 0; lane < rows(); lane++) {
      if (aligned.rows().get(lane).torn()) {
        undecided[lane / Long.SIZE] |= 1L << lane % Long.SIZE;
      }
    }
    return undecided;
  }

  @Override
  public List<R> stored(long[] chosen) {
    List<R> stored = new ArrayList<>();
    for (int lane = 0; lane < rows(); lane++) {
      if (BitPlanes.bit(chosen, lane)) {
        stored.add(aligned.rows().get(lane).stored());
      }
    }
    return stored;
  }

  @Override
  public boolean isLast() {
    return throughRow == null;
  }

  /** Does nothing: it holds nothing but memory. */
  @Override
  public void release() {}
}
