package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FamilyReader.Chunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Answers of one scan within one region, from whole rows that are given to it in the scan's order.
 *
 * <p>Answers are what a region of HBase 2.6.4 gives for the same contents: HBase's own filter
 * decides, or the application's, and this class calls it as a region does. So a filter may have a
 * state over cells and rows, end the scan, give hints, change cells, or be of no built-in class.
 * Besides the filter it applies selected families and columns, time ranges, versions, batch, limit,
 * and limit and offset per family; and the result size where the scan allows partial results. Not
 * applied are start and stop row (only rows between them are to be given) and caching.
 *
 * <p>A row is given with all versions that its families are declared to keep. A filter is asked
 * about the key of each row that is given with a cell of a scanned family, even if none of its
 * cells is selected, as in HBase.
 *
 * <p>A get is a scan of one row: {@code new Scan(get)}.
 *
 * <p>Where HBase loses rows itself, this class does not follow: with a batch, no family is left for
 * later (see {@link Scan#setLoadColumnFamiliesOnDemand}).
 *
 * <p>Not thread-safe.
 *
 * <p>Source: {@code RegionScannerImpl} and {@code ReversedRegionScannerImpl} of hbase-server 2.6.4.
 */
public final class ResidualFilter {
  // Each family has a reader that remembers how far hints led it. Families that the filter needs
  // for its verdict on a row are read first; the others are read for rows that pass, and are shown
  // to the filter too.

  private static final CellComparator ORDER = CellComparator.getInstance();
  private static final String FAILED_ON_ROW = "failed on a row, as it would in HBase: ";
  private static final String NOT_HANDED_OVER =
      "could not be handed over; HBase needs its toByteArray and parseFrom: ";

  private final Filter filter;
  private final boolean reversed;
  private final Chunk.Limits limits;
  private final int rowLimit;
  private final FamilyReader.Heap essential = new FamilyReader.Heap();
  private final FamilyReader.Heap onDemand = new FamilyReader.Heap();

  private int rows;
  private boolean done;

  private ResidualFilter(Filter filter, Scan scan) {
    this.filter = filter;
    this.reversed = scan.isReversed();
    this.limits = Chunk.Limits.of(scan, filter);
    this.rowLimit = scan.getLimit();
  }

  /**
   * A judge for one scan of one region.
   *
   * @param filter the filter, or null; a copy of it is used, as a RegionServer would get it. The
   *     scan's own filter is not looked at
   * @param scan not a raw one
   * @param versions how many versions each of the table's families is declared to keep
   * @throws DoNotRetryIOException if HBase would refuse the scan: the filter cannot be written down
   *     and read again, it decides on whole rows and the scan has a batch, a family does not exist,
   *     or a reversed scan has a filter that does not need all its families while they are loaded
   *     on demand (HBase's default)
   * @throws IllegalArgumentException if the scan is raw, or a family keeps no version
   */
  public static ResidualFilter of(Filter filter, Scan scan, Map<byte[], Integer> versions)
      throws IOException {
    if (scan.isRaw()) {
      throw new IllegalArgumentException("a raw scan was given, allowed are others; no setRaw");
    }
    Filter copy = filter == null ? null : copy(filter);
    if (copy != null && scan.isReversed()) {
      copy.setReversed(true);
    }
    if (copy != null && scan.getBatch() > 0 && copy.hasFilterRow()) {
      throw new DoNotRetryIOException(
          "filter %s decides on whole rows and cannot be combined with setBatch(%d); leave it out"
              .formatted(filter.getClass().getSimpleName(), scan.getBatch()));
    }
    ResidualFilter judge = new ResidualFilter(copy, scan);
    Map<byte[], NavigableSet<byte[]>> selected = scan.getFamilyMap();
    for (byte[] family : scan.hasFamilies() ? selected.keySet() : versions.keySet()) {
      judge.add(family, selected.get(family), scan, require(versions, family));
    }
    return judge;
  }

  private static int require(Map<byte[], Integer> versions, byte[] family)
      throws NoSuchColumnFamilyException {
    Integer count = versions.get(family);
    if (count == null) {
      throw new NoSuchColumnFamilyException(
          "the table has no family %s, its families are %s"
              .formatted(
                  Bytes.toStringBinary(family),
                  versions.keySet().stream().map(Bytes::toStringBinary).toList()));
    }
    if (count < 1) {
      throw new IllegalArgumentException(
          "family %s keeps %d versions, allowed are 1 and more"
              .formatted(Bytes.toStringBinary(family), count));
    }
    return count;
  }

  private static Filter copy(Filter filter) throws DoNotRetryIOException {
    try {
      return ProtobufUtil.toFilter(ProtobufUtil.toFilter(filter));
    } catch (IOException | RuntimeException e) {
      throw failure(filter, NOT_HANDED_OVER, e);
    }
  }

  private void add(byte[] family, NavigableSet<byte[]> qualifiers, Scan scan, int declared)
      throws IOException {
    int returned = Math.min(scan.getMaxVersions(), declared);
    int seen = filter == null ? returned : declared;
    TimeRange times = scan.getColumnFamilyTimeRange().getOrDefault(family, scan.getTimeRange());
    FamilyReader reader =
        new FamilyReader(
            new CellMatcher(times, qualifiers, seen, filter, returned),
            filter,
            reversed,
            scan.getMaxResultsPerColumnFamily(),
            scan.getRowOffsetPerColumnFamily());
    boolean needed = isNeededForVerdict(family, scan);
    if (!needed && reversed) {
      throw new DoNotRetryIOException(
          "a reversed scan cannot load family %s on demand; setLoadColumnFamiliesOnDemand(false)"
              .formatted(Bytes.toStringBinary(family)));
    }
    (needed || !limits.areNone() ? essential : onDemand).add(family, reader);
  }

  private boolean isNeededForVerdict(byte[] family, Scan scan) throws IOException {
    // hbase.hregion.scan.loadColumnFamiliesOnDemand is true where a scan does not say.
    boolean loadsOnDemand = !Boolean.FALSE.equals(scan.getLoadColumnFamiliesOnDemandValue());
    if (filter == null || !loadsOnDemand) {
      return true;
    }
    try {
      return filter.isFamilyEssential(family);
    } catch (IOException | RuntimeException e) {
      throw failure(filter, FAILED_ON_ROW, e);
    }
  }

  /**
   * Whether no later row can pass.
   *
   * @throws DoNotRetryIOException if the filter fails; the scan has ended
   */
  public boolean done() throws IOException {
    if (!done && filter != null) {
      try {
        done = filter.filterAllRemaining() || essential.haveEnded();
      } catch (IOException | RuntimeException e) {
        done = true;
        throw failure(filter, FAILED_ON_ROW, e);
      }
    }
    return done;
  }

  /**
   * The answers for the next row.
   *
   * @param row a whole row, its cells in HBase's order
   * @return none if the row does not pass, one, or with a batch or partial results one or more. One
   *     that {@link Result#mayHaveMoreCellsInRow} may be the last, as in HBase: the cells behind it
   *     may be such as the filter leaves out
   * @throws DoNotRetryIOException if the filter or a comparator fails; the scan has ended
   */
  public List<Result> judge(Result row) throws IOException {
    if (done || row.isEmpty()) {
      return List.of();
    }
    essential.startRow(row.rawCells());
    onDemand.startRow(row.rawCells());
    if (!essential.hasCells()) {
      return List.of();
    }
    List<Chunk> chunks = new ArrayList<>();
    try {
      readRow(chunks);
    } catch (IOException | RuntimeException e) {
      done = true;
      if (filter == null) {
        throw e;
      }
      throw failure(filter, FAILED_ON_ROW, e);
    }
    if (!chunks.isEmpty() && ++rows == rowLimit) {
      done = true;
    }
    return results(chunks);
  }

  private void readRow(List<Chunk> chunks) throws IOException {
    boolean more = true;
    while (more && !done) {
      Chunk chunk = limits.chunk();
      Verdict verdict = readChunk(chunk);
      if (!chunk.cells().isEmpty()) {
        chunks.add(chunk);
      }
      more = verdict == Verdict.MORE_IN_ROW;
      if (more) {
        chunk.cut();
      }
      if (verdict == Verdict.ROW_READ) {
        reset();
      }
      done = done || (verdict != Verdict.ROW_DROPPED && isFilterDone());
    }
  }

  private enum Verdict {
    /** The filter took the row out; it was told so. */
    ROW_DROPPED,
    MORE_IN_ROW,
    ROW_READ
  }

  private Verdict readChunk(Chunk chunk) throws IOException {
    if (filter != null && (isFilterDone() || filter.filterRowKey(essential.first()))) {
      done = isFilterDone();
      return done ? Verdict.ROW_DROPPED : dropRow(chunk.cells());
    }
    essential.read(chunk);
    List<Cell> cells = chunk.cells();
    if (chunk.isFull()) {
      return essential.hasCells() ? Verdict.MORE_IN_ROW : Verdict.ROW_READ;
    }
    if (isExcluded(cells)) {
      return dropRow(cells);
    }
    if (onDemand.hasCells()) {
      onDemand.read(chunk);
      cells.sort(ORDER);
    }
    return cells.isEmpty() ? dropRow(cells) : Verdict.ROW_READ;
  }

  private boolean isExcluded(List<Cell> cells) throws IOException {
    boolean empty = cells.isEmpty();
    if (filter == null) {
      return empty;
    }
    if (!filter.hasFilterRow()) {
      return empty || filter.filterRow();
    }
    filter.filterRowCells(cells);
    return (!cells.isEmpty() && filter.filterRow()) || empty;
  }

  private Verdict dropRow(List<Cell> cells) throws IOException {
    cells.clear();
    if (reversed) {
      essential.leaveRow();
    } else {
      // A region reads to the end of the row and shows the filter its cells all the same.
      essential.readRest();
    }
    reset();
    return Verdict.ROW_DROPPED;
  }

  private boolean isFilterDone() throws IOException {
    return filter != null && filter.filterAllRemaining();
  }

  private void reset() throws IOException {
    if (filter != null) {
      filter.reset();
    }
  }

  private static List<Result> results(List<Chunk> chunks) {
    List<Result> results = new ArrayList<>(chunks.size());
    for (Chunk chunk : chunks) {
      Cell[] cells = FamilyReader.Heap.keyValues(chunk.cells().toArray(new Cell[0]));
      results.add(Result.create(cells, null, false, chunk.mayHaveMoreInRow()));
    }
    return results;
  }

  /**
   * Translates what a filter or comparator throws into the exception of the scan.
   *
   * <p>A RegionServer would fail each attempt of the scan in the same way, so that the exception
   * says not to retry. The original exception is not its cause: its message may hold a value or an
   * operand. Its kind, its place and its stack trace are kept; its message only if it is known to
   * speak of lengths alone.
   */
  private static DoNotRetryIOException failure(Filter filter, String failed, Exception thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    String place = "";
    if (trace.length > 0) {
      String type = trace[0].getClassName();
      boolean ofLengths = type.equals(Bytes.class.getName());
      place =
          " in "
              + shortName(type)
              + "."
              + trace[0].getMethodName()
              + (ofLengths ? ": " + thrown.getMessage() : "");
    }
    DoNotRetryIOException failure =
        new DoNotRetryIOException(
            "filter %s %s%s%s"
                .formatted(
                    shortName(filter.getClass().getName()),
                    failed,
                    thrown.getClass().getName(),
                    place));
    failure.setStackTrace(trace);
    return failure;
  }

  private static String shortName(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }
}
