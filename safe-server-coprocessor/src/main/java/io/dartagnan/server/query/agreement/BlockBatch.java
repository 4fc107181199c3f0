package io.dartagnan.server.query.agreement;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.bits.Lanes;
import io.dartagnan.mpc.evaluation.Batch;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.ShareBytes;
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
  private final List<Run> runs;
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
      List<Run> runs,
      BlockSource<R> source,
      boolean last) {
    this.context = context;
    this.label = label;
    this.columns = columns;
    this.runs = runs;
    this.source = source;
    this.last = last;
    this.rows = runs.stream().mapToInt(Run::rows).sum();
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
    for (Run run : runs) {
      if (lane < first + run.rows()) {
        return run.block().key(run.from() + lane - first);
      }
      first += run.rows();
    }
    throw new IndexOutOfBoundsException("lane " + lane + " of " + rows);
  }

  @Override
  public Batch lanes() {
    return new Columns();
  }

  /** None: the parties' rows are the same. */
  @Override
  public long[] undecided() {
    return new long[BitPlanes.words(rows)];
  }

  @Override
  public List<R> stored(long[] chosen) throws IOException {
    int[] lanes = Lanes.of(chosen);
    List<byte[]> keys = new ArrayList<>(lanes.length);
    int first = 0;
    int next = 0;
    for (Run run : runs) {
      while (next < lanes.length && lanes[next] < first + run.rows()) {
        keys.add(run.block().key(run.from() + lanes[next++] - first));
      }
      first += run.rows();
    }
    return keys.isEmpty() ? List.of() : source.fetch(keys);
  }

  @Override
  public byte[] throughRow() {
    if (last) {
      return null;
    }
    Run run = runs.get(runs.size() - 1);
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

  /**
   * Consecutive rows of one block.
   *
   * @param block held by the run
   * @param from its first row
   * @param to the row behind its last
   */
  record Run(ColumnBlock block, int from, int to) {

    int rows() {
      return to - from;
    }
  }

  /**
   * The columns of consecutive runs of rows as the library reads them, one row per lane. They are
   * compared by protocols: of a public condition there is nothing but presence.
   */
  private final class Columns implements Batch {
    @Override
    public int lanes() {
      return rows;
    }

    @Override
    public Shares shares(int column, int[] wanted) {
      Shares shares = ShareBytes.zeros(context.self(), columns.get(column).lanes(), wanted.length);
      int at = 0;
      int firstLane = 0;
      for (Run run : runs) {
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

    /**
     * Copies the rows {@code wanted[i] + shift} to lane i, for i from {@code at} to {@code end}.
     */
    private void copy(Shares from, int shift, int[] wanted, int at, int end, Shares into) {
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
     * @throws IllegalArgumentException if more than the presence of a stored column is asked for
     */
    @Override
    public long[] bits(PublicCondition condition) {
      if (columns.get(condition.column()).isRowKey()) {
        return keyBits(condition);
      }
      if (!condition.isPresence()) {
        throw new IllegalArgumentException(
            "condition %s was asked of blocks, which know keys, and whether a row has a column"
                .formatted(condition));
      }
      long[] bits = new long[BitPlanes.words(rows)];
      int lane = 0;
      for (Run run : runs) {
        long[] present = run.block().present(condition.column());
        BitPlanes.copy(present, run.from(), bits, lane, run.rows());
        lane += run.rows();
      }
      return bits;
    }
  }
}
