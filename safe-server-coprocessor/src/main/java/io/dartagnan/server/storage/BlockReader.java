package io.dartagnan.server.storage;

import io.dartagnan.mpc.Party;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.query.agreement.ColumnBlock;
import io.dartagnan.server.storage.RegionBlocks.BlockReading;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Reads the rows of a scan as blocks, forward. A row is one that has any cell which the scan
 * selects.
 */
final class BlockReader implements BlockReading {

  /** Rows after which a call returns, and gives the blocks under them back to HBase. */
  private static final int MOST_ROWS = 1 << 15;

  /** Bytes of blocks after which a call returns. */
  private static final long MOST_BYTES = 1 << 24;

  private final HeldRegion region;
  private final Queue<ColumnBlock> cut = new ArrayDeque<>();
  private final BlockCutter cutter;
  private final RowCollector collector;
  private final CellPass.CollectingFilter filter;
  private final CellPass pass;
  private long cutBytes;
  private long enoughRows;
  private int enoughBlocks;
  private boolean ended;

  /**
   * Opens the scanner; to be closed by the caller.
   *
   * @param scan a forward one of whole rows, without a filter; not changed
   * @param columns the query's
   */
  BlockReader(HeldRegion region, Scan scan, List<QueryColumn> columns, Party party)
      throws IOException {
    this.region = region;
    this.cutter = new BlockCutter(party, columns, this::add);
    this.collector = new RowCollector(columns, party, cutter);
    this.filter = new CellPass.CollectingFilter(collector, this::isEnough);
    this.pass = CellPass.open(region.region(), new Scan(scan).setBatch(-1).readVersions(1), filter);
  }

  private void add(ColumnBlock block) {
    cut.add(block);
    cutBytes += block.heapBytes();
  }

  private boolean isEnough() {
    return collector.rows() >= enoughRows || cut.size() >= enoughBlocks || cutBytes >= MOST_BYTES;
  }

  @Override
  public long readPoint() {
    return pass.readPoint();
  }

  /** Whether a cell that counted has a time to live. */
  boolean isPerishable() {
    return collector.isPerishable();
  }

  @Override
  public boolean fill(List<ColumnBlock> blocks, int most) throws IOException {
    if (cut.isEmpty() && !ended) {
      enoughBlocks = most - blocks.size();
      enoughRows = collector.rows() + MOST_ROWS;
      region.read(over -> ended = !pass.readUntil(over));
      if (ended) {
        cutter.finish();
      }
    }
    while (blocks.size() < most && !cut.isEmpty()) {
      ColumnBlock block = cut.remove();
      cutBytes -= block.heapBytes();
      blocks.add(block);
    }
    return ended && cut.isEmpty();
  }

  @Override
  public boolean isInMemory() {
    return false;
  }

  @Override
  public void close() throws IOException {
    // What is not cut yet holds shares too.
    cutter.finish();
    cut.forEach(ColumnBlock::release);
    cut.clear();
    pass.close();
  }
}
