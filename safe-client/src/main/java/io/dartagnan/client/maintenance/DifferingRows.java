package io.dartagnan.client.maintenance;

import io.dartagnan.audit.AuditRequest.Detail;
import io.dartagnan.audit.BlockDigest;
import io.dartagnan.audit.BlockPage;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.rpc.IOSupplier;
import io.dartagnan.client.scan.RangePlanner.ScanRange;
import io.dartagnan.client.scan.SessionFailure;
import io.dartagnan.mpc.Party;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.util.Bytes;

/** Finds the rows of a table that the three clouds do not have alike, by their digests. */
final class DifferingRows {
  private static final int BLOCK_BITS = 10;

  /** Most rows that are listed: each is looked at cell by cell. */
  private static final int MOST_LISTED = 10_000;

  private final AuditClouds clouds;
  private long compared;
  private long inStretches;

  /**
   * Rows that differ.
   *
   * @param listed runs of rows that follow one another in the table
   * @param further how many more there are
   */
  record Found(List<List<byte[]>> listed, long further) {}

  DifferingRows(AuditClouds clouds) {
    this.clouds = clouds;
  }

  /** Number of rows whose blocks were compared. */
  long compared() {
    return compared;
  }

  /** Number of rows of the stretches that differ. */
  long inStretches() {
    return inStretches;
  }

  /**
   * The stretches of some rows that differ somewhere.
   *
   * @param progress told of rows that were compared
   */
  List<RowInterval> stretches(RowInterval all, LongConsumer progress) throws IOException {
    List<RowInterval> stretches = new ArrayList<>();
    clouds
        .walk()
        .over(
            all,
            (range, rows, walk) ->
                withBlocks(
                    range,
                    rows,
                    BLOCK_BITS,
                    sources -> {
                      DigestComparison.OfBlocks comparison = new DigestComparison.OfBlocks(sources);
                      byte[] from = rows.start();
                      for (var next = comparison.next(); next != null; next = comparison.next()) {
                        compared += next.rows();
                        progress.accept(next.rows());
                        boolean isEnd = next.lastRow().length == 0;
                        byte[] to = isEnd ? rows.stop() : RowInterval.successor(next.lastRow());
                        if (!next.same()) {
                          inStretches += next.rows();
                          add(stretches, new RowInterval(from, to));
                        }
                        from = to;
                        if (!isEnd) {
                          walk.covered(next.lastRow());
                        }
                      }
                    }));
    return stretches;
  }

  /** Adds a stretch, as a part of the last one if it follows it. */
  private static void add(List<RowInterval> stretches, RowInterval next) {
    int last = stretches.size() - 1;
    if (last >= 0 && Arrays.equals(stretches.get(last).stop(), next.start())) {
      stretches.set(last, new RowInterval(stretches.get(last).start(), next.stop()));
    } else {
      stretches.add(next);
    }
  }

  /** The rows of such stretches that differ. */
  Found rows(List<RowInterval> stretches) throws IOException {
    Runs runs = new Runs();
    for (RowInterval stretch : stretches) {
      runs.end();
      clouds
          .walk()
          .over(
              stretch,
              (range, rows, walk) ->
                  withBlocks(
                      range,
                      rows,
                      0,
                      sources -> {
                        DigestComparison.OfRows comparison = new DigestComparison.OfRows(sources);
                        for (var row = comparison.next(); row != null; row = comparison.next()) {
                          runs.add(row);
                          walk.covered(row.row());
                        }
                      }));
    }
    return new Found(runs.listed, runs.further);
  }

  /** Differing rows, in runs that no row that is the same lies between. */
  private static final class Runs {
    private static final int LONGEST = 256;

    private final List<List<byte[]>> listed = new ArrayList<>();
    private List<byte[]> open;
    private long rows;
    private long further;

    void add(DigestComparison.OfRows.Row row) {
      if (row.same()) {
        end();
      } else if (rows >= MOST_LISTED) {
        further++;
      } else {
        if (open == null || open.size() >= LONGEST) {
          open = new ArrayList<>();
          listed.add(open);
        }
        open.add(row.row());
        rows++;
      }
    }

    void end() {
      open = null;
    }
  }

  /** A receiver of the blocks of three clouds. */
  @FunctionalInterface
  private interface Use {
    void of(List<IOSupplier<BlockDigest>> sources) throws IOException;
  }

  private void withBlocks(ScanRange range, RowInterval rows, int blockBits, Use use)
      throws IOException {
    List<CloudBlocks> blocks = new ArrayList<>();
    try {
      for (Party party : clouds.placement().clouds()) {
        blocks.add(
            new CloudBlocks(
                clouds.ask(party, range, rows, Detail.BLOCKS, blockBits, BlockPage::decode), rows));
      }
      use.of(List.copyOf(blocks));
    } finally {
      blocks.forEach(CloudBlocks::close);
    }
  }

  /** Blocks as a cloud sends them, held to the order of rows. */
  private static final class CloudBlocks implements IOSupplier<BlockDigest>, Closeable {
    private final CloudReader<BlockPage> reader;
    private final RowInterval rows;
    private Iterator<BlockDigest> blocks = Collections.emptyIterator();
    private boolean last;
    private byte[] before;

    /**
     * Blocks of some rows.
     *
     * @param reader closed with this
     */
    CloudBlocks(CloudReader<BlockPage> reader, RowInterval rows) {
      this.reader = reader;
      this.rows = rows;
    }

    @Override
    public BlockDigest get() throws IOException {
      while (!blocks.hasNext()) {
        if (last) {
          throw outOfOrder();
        }
        BlockPage page = reader.next(BlockPage::last);
        blocks = page.blocks().iterator();
        last = page.last();
      }
      BlockDigest block = blocks.next();
      boolean isOrdered =
          block.endsRange()
              ? last && !blocks.hasNext()
              : rows.contains(block.lastRow())
                  && (before == null || Bytes.compareTo(before, block.lastRow()) < 0);
      if (!isOrdered) {
        throw outOfOrder();
      }
      before = block.lastRow();
      return block;
    }

    private DoNotRetryIOException outOfOrder() {
      return new DoNotRetryIOException(
          SessionFailure.cloud(reader.party()) + " answered an audit with rows out of order");
    }

    @Override
    public void close() {
      reader.close();
    }
  }
}
