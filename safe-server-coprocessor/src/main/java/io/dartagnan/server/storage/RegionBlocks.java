package io.dartagnan.server.storage;

import io.dartagnan.mpc.Party;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Query;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.query.agreement.BlockBuilder;
import io.dartagnan.server.query.agreement.BlockSource;
import io.dartagnan.server.query.agreement.ColumnBlock;
import io.dartagnan.server.query.agreement.RowSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * Reads the rows of one range of a region: as blocks of the query's columns, and whole rows where
 * they are asked for, all as of the point in time of the blocks.
 */
final class RegionBlocks implements BlockSource<RegionRow> {
  private final HeldRegion region;
  private final Scan scan;
  private final List<QueryColumn> columns;
  private final Party party;
  private final BlockReading blocks;
  private RegionRows stretch;

  /**
   * Opens the source; to be closed by the caller.
   *
   * @param scan of a query that {@link #isAnsweredByBlocks}
   * @param query the request to this party
   * @param cache of the region's columns
   * @param budget this server's for them
   * @param abandoned asked between reads whether anybody still waits for the rows
   */
  RegionBlocks(
      Region region,
      Scan scan,
      Query query,
      RegionColumns cache,
      ColumnBudget budget,
      BooleanSupplier abandoned)
      throws IOException {
    this.region = new HeldRegion(region, abandoned);
    this.scan = new Scan(scan);
    this.columns = query.stored();
    this.party = query.party();
    // As of now, and not as of a point in time that an earlier scanner of the client had.
    PackagePrivateFieldAccessor.setMvccReadPoint(this.scan, -1);
    this.blocks = cache.read(this.scan, columns, party, budget, abandoned);
    PackagePrivateFieldAccessor.setMvccReadPoint(this.scan, blocks.readPoint());
  }

  /**
   * Whether a query goes by blocks. It follows from the query, its scan and the table alone: the
   * three parties must take the same strategy. Rows that expire are read once, since what matches
   * is read a moment after it was judged.
   */
  static boolean isAnsweredByBlocks(Query query, Scan scan, TableDescriptor table) {
    boolean hasNoLimit =
        !(query.operation() instanceof Operation.Select select)
            || select.limit() == Operation.Select.NO_LIMIT;
    return hasNoLimit
        && CacheKey.livesForEver(table)
        && query.stored().stream().allMatch(column -> column.protection().needsSuite())
        && BlockBuilder.takes(query.stored().stream().map(QueryColumn::lanes).toList())
        && !scan.isReversed()
        && !scan.hasFilter()
        && !scan.isRaw()
        && scan.getMaxResultsPerColumnFamily() < 0
        && scan.getRowOffsetPerColumnFamily() == 0
        && scan.getIsolationLevel() == IsolationLevel.READ_COMMITTED;
  }

  @Override
  public boolean fill(List<ColumnBlock> into, int most) throws IOException {
    return blocks.fill(into, most);
  }

  @Override
  public boolean isInMemory() {
    return blocks.isInMemory();
  }

  @Override
  public RowSource<RegionRow> rows(byte[] after, byte[] through) throws IOException {
    Scan part = new Scan(scan);
    if (after.length > 0) {
      part.withStartRow(after, false);
    }
    if (through != null) {
      part.withStopRow(through, true);
    }
    stretch = new RegionRows(region, part, columns, party);
    return stretch;
  }

  @Override
  public List<RegionRow> fetch(List<byte[]> keys) throws IOException {
    if (keys.isEmpty()) {
      return List.of();
    }
    byte[] first = keys.get(0);
    byte[] last = keys.get(keys.size() - 1);
    Scan all = new Scan(scan).withStartRow(first).withStopRow(last, true);
    List<RegionRow> rows = new ArrayList<>(keys.size());
    try (RowSeeker seeker = new RowSeeker(region, all, blocks.readPoint())) {
      for (List<Cell> cells : seeker.seek(keys)) {
        if (!cells.isEmpty()) {
          rows.add(RegionRow.of(cells, columns, party));
        }
      }
    }
    return rows;
  }

  @Override
  public void close() throws IOException {
    try {
      if (stretch != null) {
        stretch.close();
      }
    } finally {
      blocks.close();
    }
  }

  /** The blocks of one range of a region, as of one point in time. Used by one thread. */
  public interface BlockReading extends Closeable {

    /**
     * The point in time, by which the region's other rows can be read as long as this is open: the
     * region keeps what it needs.
     */
    long readPoint();

    /**
     * Adds the next blocks, as {@link io.dartagnan.server.query.agreement.BlockSource#fill} says.
     */
    boolean fill(List<ColumnBlock> blocks, int most) throws IOException;

    /** Whether the blocks are in memory. */
    boolean isInMemory();
  }
}
