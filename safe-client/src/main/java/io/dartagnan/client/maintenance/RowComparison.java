package io.dartagnan.client.maintenance;

import io.dartagnan.audit.BlockDigest;
import io.dartagnan.client.rpc.IOSupplier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Comparison of the rows of three clouds, of which each is a block by itself. */
final class RowComparison {
  private final List<IOSupplier<BlockDigest>> clouds;
  private final List<BlockDigest> heads = new ArrayList<>();

  /**
   * A row that some cloud has.
   *
   * @param row its key
   * @param same whether all three have it alike
   */
  record Row(byte[] row, boolean same) {}

  /** A comparison of the rows of cloud 0, 1 and 2. */
  RowComparison(List<IOSupplier<BlockDigest>> clouds) throws IOException {
    this.clouds = List.copyOf(clouds);
    for (IOSupplier<BlockDigest> cloud : clouds) {
      heads.add(cloud.get());
    }
  }

  /** The next row; null behind the last. */
  Row next() throws IOException {
    BlockDigest least = null;
    for (BlockDigest head : heads) {
      if (!head.endsRange()
          && (least == null || Arrays.compareUnsigned(head.lastRow(), least.lastRow()) < 0)) {
        least = head;
      }
    }
    if (least == null) {
      return null;
    }
    boolean same = true;
    for (int i = 0; i < heads.size(); i++) {
      BlockDigest head = heads.get(i);
      if (!head.endsRange() && Arrays.equals(head.lastRow(), least.lastRow())) {
        same &= head.sum().equals(least.sum());
        heads.set(i, clouds.get(i).get());
      } else {
        same = false;
      }
    }
    return new Row(least.lastRow(), same);
  }
}
