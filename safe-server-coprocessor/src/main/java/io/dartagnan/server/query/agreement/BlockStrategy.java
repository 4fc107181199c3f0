package io.dartagnan.server.query.agreement;

import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.session.Session;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/**
 * The strategy by blocks: the parties agree on many blocks by one message, and compute straight
 * from their arrays. A stretch in which the parties' blocks differ is gone row by row, up to the
 * next block end that all three have.
 *
 * @param <R> a row as this party stores it
 */
public final class BlockStrategy<R extends StoredRow> implements ExecutionStrategy<R> {
  /** Blocks that are read ahead of the agreement: of 4,096 rows each, on average. */
  static final int MOST_BLOCKS = 64;

  /** Memory that those may take, but for the last that is read. */
  private static final long MOST_BYTES = 16 << 20;

  private static final byte[] BEGINNING = new byte[0];

  private final RowStrategy.Terms rowByRow;
  private final BlockSource<R> source;
  private final ReadAhead reading;
  private final int mostRows;
  // Read, and not agreed on yet.
  private final List<ColumnBlock> blocks = new ArrayList<>();
  private final Queue<AgreedBatch<R>> agreed = new ArrayDeque<>();
  private boolean exhausted;
  // The last row of what was agreed on.
  private byte[] through = BEGINNING;
  // Of a stretch that differs, while it is gone.
  private RowSource<R> stretchRows;
  private RowStrategy<R> stretch;
  private byte[] stretchEnd;

  /**
   * The strategy for a range.
   *
   * @param rowByRow the terms for stretches that differ
   * @param source closed by the caller, after this
   * @param mostRows rows of a batch, at most
   * @param spare reads ahead
   */
  public BlockStrategy(
      RowStrategy.Terms rowByRow, BlockSource<R> source, int mostRows, SpareThread spare) {
    this.rowByRow = rowByRow;
    this.source = source;
    this.reading = new ReadAhead(source, spare);
    this.mostRows = mostRows;
  }

  @Override
  public AgreedBatch<R> next(Session session) throws IOException {
    while (agreed.isEmpty()) {
      if (stretch != null) {
        return nextOfStretch(session);
      }
      BlockAgreement.Outcome outcome = readAndAgree(session);
      if (outcome.differs()) {
        rowByRow.counters().differed();
        beginStretch(outcome.through());
      } else if (!outcome.isNothingYet()) {
        take(session, outcome);
      }
    }
    return agreed.remove();
  }

  private BlockAgreement.Outcome readAndAgree(Session session) throws IOException {
    long begun = System.nanoTime();
    if (!isFull()) {
      exhausted = exhausted || reading.fill(blocks, MOST_BLOCKS);
    }
    long read = System.nanoTime();
    rowByRow.counters().spent(EvaluationCounters.Phase.READING, read - begun);
    BlockAgreement.Outcome outcome =
        BlockAgreement.agree(
            session.nextBatch().narrow("blocks"), blocks, exhausted, isFull(), MOST_BLOCKS);
    rowByRow.counters().spent(EvaluationCounters.Phase.AGREEING, System.nanoTime() - read);
    return outcome;
  }

  private boolean isFull() {
    return blocks.size() >= MOST_BLOCKS
        || blocks.stream().mapToLong(ColumnBlock::heapBytes).sum() >= MOST_BYTES;
  }

  /** Makes batches of the blocks that are alike, all about as large. */
  private void take(Session session, BlockAgreement.Outcome outcome) {
    List<ColumnBlock> alike = blocks.subList(0, outcome.alike());
    int rows = alike.stream().mapToInt(ColumnBlock::rows).sum();
    int batches = Math.max(1, ceilDiv(rows, mostRows));
    int size = ceilDiv(rows, batches);
    Runs runs = new Runs(alike);
    for (int i = 0; i < batches; i++) {
      Context context = session.nextBatch();
      agreed.add(
          new BlockBatch<>(
              context,
              outcome.label() + "-" + i,
              rowByRow.columns(),
              runs.take(size),
              source,
              outcome.isLast() && i == batches - 1));
    }
    if (!alike.isEmpty()) {
      through = alike.get(alike.size() - 1).lastKey();
    }
    alike.forEach(ColumnBlock::release);
    alike.clear();
  }

  private static int ceilDiv(int rows, int by) {
    return (rows + by - 1) / by;
  }

  private void beginStretch(byte[] end) throws IOException {
    int covered = end == null ? blocks.size() : 1;
    while (end != null && !Arrays.equals(blocks.get(covered - 1).lastKey(), end)) {
      covered++;
    }
    List<ColumnBlock> within = blocks.subList(0, covered);
    within.forEach(ColumnBlock::release);
    within.clear();
    stretchEnd = end;
    stretchRows = source.rows(through, end);
    stretch = new RowStrategy<>(rowByRow, stretchRows, end);
  }

  private AgreedBatch<R> nextOfStretch(Session session) throws IOException {
    AgreedBatch<R> batch = stretch.next(session);
    if (batch.isLast() || Arrays.equals(batch.throughRow(), stretchEnd)) {
      through = stretchEnd;
      endStretch();
    }
    return batch;
  }

  private void endStretch() throws IOException {
    stretch = null;
    stretchRows.close();
  }

  @Override
  public int inFlight() {
    return rowByRow.pace().inFlight();
  }

  @Override
  public void close() {
    reading.close();
    blocks.forEach(ColumnBlock::release);
    blocks.clear();
    agreed.forEach(AgreedBatch::release);
    agreed.clear();
  }

  /** The rows of some blocks, to be taken from the front. */
  private static final class Runs {
    private final List<ColumnBlock> blocks;
    private int block;
    private int row;

    Runs(List<ColumnBlock> blocks) {
      this.blocks = blocks;
    }

    /** The next rows, {@code most} of them if there are as many; each run retains its block. */
    List<BlockBatch.Run> take(int most) {
      List<BlockBatch.Run> runs = new ArrayList<>();
      int left = most;
      while (left > 0 && block < blocks.size()) {
        ColumnBlock of = blocks.get(block);
        int to = Math.min(of.rows(), row + left);
        runs.add(new BlockBatch.Run(of.retain(), row, to));
        left -= to - row;
        row = to;
        if (row == of.rows()) {
          block++;
          row = 0;
        }
      }
      return runs;
    }
  }

  /** Port to threads that an evaluation may have beside its own. */
  @FunctionalInterface
  public interface SpareThread {

    /** The port where there are none. */
    SpareThread NONE = task -> false;

    /**
     * Runs a task, which handles its own failures, on a thread that is free.
     *
     * @return false if none is; then the task was not run
     */
    boolean tryRun(Runnable task);
  }
}
