package io.dartagnan.server.evaluation.strategy;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.evaluation.Batch;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.evaluation.batch.AgreedBatch;
import io.dartagnan.server.evaluation.block.BlockSource;
import io.dartagnan.server.evaluation.row.StoredRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A batch of rows of blocks that are the same at all three parties. The rows that are wanted are
 * read when it is known which they are.
 *
 * @param <R> a row as this party stores it
 */
final class BlockBatch<R extends StoredRow> implements AgreedBatch<R> {
  private final Context context;
  private final String label;
  private final List<QueryColumn> columns;
  private final List<LaneRun> runs;
  private final BlockSource<R> source;
  private final boolean last;
  private final int rows;

  /**
   * A batch.
   *
   * @param runs each holds its block once for the batch
   * @param last whether nothing of the range follows
   */
  BlockBatch(
      Context context,
      String label,
      List<QueryColumn> columns,
      List<LaneRun> runs,
      BlockSource<R> source,
      boolean last) {
    this.context = context;
    this.label = label;
    this.columns = columns;
    this.runs = runs;
    this.source = source;
    this.last = last;
    this.rows = runs.stream().mapToInt(LaneRun::rows).sum();
  }

  @Override
  public Context context() {
    return context;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public byte[] key(int lane) {
    int first = 0;
    for (LaneRun run : runs) {
      if (lane < first + run.rows()) {
        return run.block().key(run.from() + lane - first);
      }
      first += run.rows();
    }
    throw new IndexOutOfBoundsException("lane " + lane + " of " + rows);
  }

  @Override
  public Batch lanes() {
    return new BlockLanes(context.self(), columns, runs);
  }

  /** None: the parties' rows are the same. */
  @Override
  public long[] undecided() {
    return new long[BitPlanes.words(rows)];
  }

  @Override
  public List<R> stored(long[] chosen) throws IOException {
    List<byte[]> keys = new ArrayList<>();
    int lane = 0;
    for (LaneRun run : runs) {
      for (int row = run.from(); row < run.to(); row++, lane++) {
        if (BitPlanes.bit(chosen, lane)) {
          keys.add(run.block().key(row));
        }
      }
    }
    return keys.isEmpty() ? List.of() : source.fetch(keys);
  }

  @Override
  public byte[] throughRow() {
    if (last) {
      return null;
    }
    LaneRun run = runs.get(runs.size() - 1);
    return run.block().key(run.to() - 1);
  }

  @Override
  public boolean isLast() {
    return last;
  }

  @Override
  public void release() {
    runs.forEach(run -> run.block().release());
  }
}
