package io.dartagnan.server.region.column;

import io.dartagnan.mpc.Party;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.evaluation.block.ColumnBlock;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.hbase.client.Scan;

/** The range of a scan out of kept blocks, cut as it is when it is read from the region. */
final class CachedReading implements BlockReading {
  private final ReadSnapshot now;
  private final Scan scan;
  private final Queue<ColumnBlock> kept;
  private final Queue<ColumnBlock> cut = new ArrayDeque<>();
  private final BlockCutter cutter;

  /**
   * A range.
   *
   * @param now the point in time of the blocks; closed with this
   * @param kept blocks of the region, or those that touch the range; released by this
   */
  CachedReading(
      ReadSnapshot now,
      Scan scan,
      List<QueryColumn> columns,
      Party party,
      Queue<ColumnBlock> kept) {
    this.now = now;
    this.scan = scan;
    this.kept = kept;
    this.cutter = new BlockCutter(party, columns, cut::add);
  }

  @Override
  public long readPoint() {
    return now.readPoint();
  }

  @Override
  public boolean fill(List<ColumnBlock> blocks, int most) {
    while (blocks.size() < most && !(cut.isEmpty() && kept.isEmpty())) {
      if (cut.isEmpty()) {
        cutNext();
      } else {
        blocks.add(cut.remove());
      }
    }
    return cut.isEmpty() && kept.isEmpty();
  }

  private void cutNext() {
    ColumnBlock next = kept.remove();
    RangeSlice slice = RangeSlice.of(next, scan);
    if (slice.isWhole(next) && cutter.isBetweenBlocks()) {
      cut.add(next);
    } else {
      cutter.copy(next, slice.from(), slice.to());
      next.release();
    }
    if (kept.isEmpty()) {
      cutter.finish();
    }
  }

  @Override
  public boolean isInMemory() {
    return true;
  }

  @Override
  public void close() throws IOException {
    cutter.finish();
    cut.forEach(ColumnBlock::release);
    cut.clear();
    kept.forEach(ColumnBlock::release);
    kept.clear();
    now.close();
  }
}
