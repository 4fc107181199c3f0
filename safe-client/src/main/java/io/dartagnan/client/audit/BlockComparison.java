package io.dartagnan.client.audit;

import io.dartagnan.audit.BlockDigest;
import io.dartagnan.audit.VersionSum;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Comparison of the blocks of three clouds. Which rows end blocks is the same for all, but a cloud
 * that lacks such a row has a longer block; blocks are added up until all three end at one row.
 */
final class BlockComparison {
  private final List<BlockSource> clouds;
  private boolean done;

  /**
   * A stretch of rows behind the one before.
   *
   * @param lastRow its last row; empty for the end of the range
   * @param rows how many it has, on the cloud that has most
   * @param same whether the three clouds have the same there
   */
  record Stretch(byte[] lastRow, long rows, boolean same) {}

  /** A comparison of the blocks of cloud 0, 1 and 2. */
  BlockComparison(List<BlockSource> clouds) {
    this.clouds = List.copyOf(clouds);
  }

  /** The next stretch; null behind the last. */
  Stretch next() throws IOException {
    if (done) {
      return null;
    }
    List<Total> totals = new ArrayList<>();
    for (BlockSource cloud : clouds) {
      totals.add(new Total(cloud));
    }
    byte[] furthest = furthest(totals);
    boolean moved = true;
    while (moved) {
      moved = false;
      for (Total total : totals) {
        while (isBefore(total.lastRow, furthest)) {
          total.add();
          moved = true;
        }
      }
      furthest = furthest(totals);
    }
    done = furthest.length == 0;
    VersionSum sum = totals.get(0).sum;
    long rows = totals.get(0).rows;
    return new Stretch(
        furthest,
        totals.stream().mapToLong(total -> total.rows).max().orElse(0),
        totals.stream().allMatch(total -> total.sum.equals(sum) && total.rows == rows));
  }

  private static byte[] furthest(List<Total> totals) {
    byte[] furthest = totals.get(0).lastRow;
    for (Total total : totals) {
      if (isBefore(furthest, total.lastRow)) {
        furthest = total.lastRow;
      }
    }
    return furthest;
  }

  /** The end of the range lies behind every row. */
  private static boolean isBefore(byte[] row, byte[] other) {
    return row.length > 0 && (other.length == 0 || Arrays.compareUnsigned(row, other) < 0);
  }

  /** The blocks of one cloud, added up. */
  private static final class Total {
    private final BlockSource cloud;
    private VersionSum sum = VersionSum.NONE;
    private long rows;
    private byte[] lastRow;

    Total(BlockSource cloud) throws IOException {
      this.cloud = cloud;
      add();
    }

    void add() throws IOException {
      BlockDigest block = cloud.next();
      sum = sum.plus(block.sum());
      rows += block.rows();
      lastRow = block.lastRow();
    }
  }
}
