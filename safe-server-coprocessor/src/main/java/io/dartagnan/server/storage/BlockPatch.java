package io.dartagnan.server.storage;

import io.dartagnan.mpc.Party;
import io.dartagnan.server.query.agreement.ColumnBlock;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Puts new blocks in the place of those that changed rows belong to, cut as if all had been read
 * anew.
 *
 * <p>Blocks without a change are taken over as they are, unless the one before goes on in them. A
 * block with many changes, or one whose rows are no shares, is read as a whole.
 */
final class BlockPatch {

  /** Changed rows of a block, one in so many, from which it is read as a whole. */
  private static final int ONE_IN = 32;

  /** Changed rows whose cells are in memory at a time. */
  private static final int ROWS_SOUGHT = 1_000;

  private final HeldRegion region;
  private final CacheKey key;
  private final Party party;
  private final long readPoint;
  private final Deque<byte[]> changed;
  private final List<ColumnBlock> patched = new ArrayList<>();
  private final BlockCutter cutter;
  private final RowCollector collector;

  /**
   * A patch.
   *
   * @param readPoint of an open scanner
   * @param changed keys, ascending
   */
  BlockPatch(HeldRegion region, CacheKey key, Party party, long readPoint, List<byte[]> changed) {
    this.region = region;
    this.key = key;
    this.party = party;
    this.readPoint = readPoint;
    this.changed = new ArrayDeque<>(changed);
    this.cutter = new BlockCutter(party, key.columns(), patched::add);
    this.collector = new RowCollector(key.columns(), party, cutter);
  }

  /** The blocks so far, each the caller's to release. */
  List<ColumnBlock> patched() {
    return patched;
  }

  /**
   * Makes the new blocks.
   *
   * @param blocks all of the region; not released
   * @return false if they cannot be kept any more: a row has a time to live
   */
  boolean apply(List<ColumnBlock> blocks) throws IOException {
    try (RowSeeker seeker =
        new RowSeeker(region, new Scan(key.scan()).readVersions(1), readPoint)) {
      if (blocks.isEmpty()) {
        merge(null, List.copyOf(changed), seeker);
      }
      byte[] before = new byte[0];
      for (int i = 0; i < blocks.size(); i++) {
        ColumnBlock block = blocks.get(i);
        byte[] last = block.lastKey();
        boolean isLast = i == blocks.size() - 1;
        List<byte[]> rows = takeThrough(isLast ? null : last);
        if (rows.isEmpty() && cutter.isBetweenBlocks()) {
          patched.add(block.retain());
        } else if (rows.size() > block.rows() / ONE_IN || !block.isComputable()) {
          if (!read(before, isLast ? null : last)) {
            return false;
          }
        } else {
          merge(block, rows, seeker);
        }
        before = last;
      }
    } finally {
      cutter.finish();
    }
    return !collector.isPerishable();
  }

  private List<byte[]> takeThrough(byte[] last) {
    List<byte[]> rows = new ArrayList<>();
    while (!changed.isEmpty()
        && (last == null || Arrays.compareUnsigned(changed.peek(), last) <= 0)) {
      rows.add(changed.remove());
    }
    return rows;
  }

  private void merge(ColumnBlock block, List<byte[]> rows, RowSeeker seeker) throws IOException {
    int next = 0;
    List<List<Cell>> found = List.of();
    for (int i = 0; i < rows.size(); i++) {
      int inPart = i % ROWS_SOUGHT;
      if (inPart == 0) {
        found = seeker.seek(rows.subList(i, Math.min(i + ROWS_SOUGHT, rows.size())));
      }
      byte[] row = rows.get(i);
      int below = block == null ? 0 : block.rowsBelow(row);
      if (block != null) {
        cutter.copy(block, next, below);
        next = block.hasRow(row) ? below + 1 : below;
      }
      found.get(inPart).forEach(collector::take);
    }
    if (block != null) {
      cutter.copy(block, next, block.rows());
    }
  }

  private boolean read(byte[] after, byte[] through) throws IOException {
    Scan stretch = new Scan(key.scan()).withStartRow(after, after.length == 0);
    if (through != null) {
      stretch.withStopRow(through, true);
    }
    PackagePrivateFieldAccessor.setMvccReadPoint(stretch, readPoint);
    try (BlockReader reader = new BlockReader(region, stretch, key.columns(), party)) {
      boolean ended = false;
      while (!ended) {
        List<ColumnBlock> read = new ArrayList<>();
        ended = reader.fill(read, Integer.MAX_VALUE);
        for (ColumnBlock block : read) {
          addRead(block);
        }
      }
      return !reader.isPerishable();
    }
  }

  private void addRead(ColumnBlock block) {
    cutter.copy(block, 0, block.rows());
    block.release();
  }
}
