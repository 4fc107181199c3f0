package io.dartagnan.server.write;

import io.dartagnan.server.write.WriteTag.SettledWrites;
import io.dartagnan.write.SettledFlag;
import io.dartagnan.write.Settlement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Shipper;

/**
 * Reads of one region whose cells say whether their writes are settled, see {@link SettledFlag}.
 *
 * <p>What is known of writes is taken before the read's point in time is. The other way round a
 * write could be rolled back, and its settlement heard, between the two: the version would still be
 * seen, and be taken for one that all three clouds have.
 */
final class SettledReads {
  private final Region region;
  private final StandingCells standing;

  SettledReads(Region region) {
    this.region = region;
    this.standing = new StandingCells(region);
  }

  /** Whether a get or scan asks for the flag. */
  static boolean areAskedBy(OperationWithAttributes read) {
    return read.getAttribute(SettledFlag.ATTRIBUTE) != null;
  }

  /** The cells that answer a get. */
  List<Cell> get(Get get, Settlements settlements) throws IOException {
    hear(get, settlements);
    SettledWrites settledWrites = settlements.frozen();
    List<Cell> flagged = new ArrayList<>();
    standing.shownTo(get).forEach(cell -> flagged.add(flagged(cell, settledWrites)));
    return flagged;
  }

  /**
   * The scanner that answers a scan.
   *
   * @param opened the one that HBase opened for it, which is closed with this one and never read:
   *     its point in time may be too early
   */
  RegionScanner scan(Scan scan, RegionScanner opened, Settlements settlements) throws IOException {
    hear(scan, settlements);
    SettledWrites settledWrites = settlements.frozen();
    Scan anew = new Scan(scan);
    PackagePrivateFieldAccessor.setMvccReadPoint(anew, -1);
    return new FlaggingScanner(
        region.getScanner(anew), opened, cell -> flagged(cell, settledWrites));
  }

  private static void hear(OperationWithAttributes read, Settlements settlements)
      throws DoNotRetryIOException {
    try {
      settlements.hear(Settlement.decode(read.getAttribute(SettledFlag.ATTRIBUTE)));
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(e.getMessage());
    }
  }

  /** A cell without a tag is of a settled write. */
  private static Cell flagged(Cell cell, SettledWrites settledWrites) {
    return SettledFlag.on(
        cell, WriteTag.in(cell).map(tag -> tag.isSettledBy(settledWrites)).orElse(true));
  }

  /** A scanner that returns copies, with a flag, of another one's cells. */
  private static final class FlaggingScanner extends WrappedScanner {
    private final RegionScanner opened;
    private final UnaryOperator<Cell> flag;

    /**
     * Takes over two scanners.
     *
     * @param cells the one that is read
     * @param opened the one that HBase opened for the call
     * @param flag copies a cell
     */
    FlaggingScanner(RegionScanner cells, RegionScanner opened, UnaryOperator<Cell> flag) {
      super(cells);
      this.opened = opened;
      this.flag = flag;
    }

    @Override
    protected boolean next(List<Cell> result, Step step) throws IOException {
      List<Cell> some = new ArrayList<>();
      boolean more = step.next(some);
      some.forEach(cell -> result.add(flag.apply(cell)));
      // HBase has the scanner that it opened give its blocks back, and does not know of this one.
      if (inner() instanceof Shipper shipper) {
        shipper.shipped();
      }
      return more;
    }

    @Override
    public void close() throws IOException {
      try {
        super.close();
      } finally {
        opened.close();
      }
    }
  }
}
