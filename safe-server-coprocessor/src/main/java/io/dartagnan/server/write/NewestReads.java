package io.dartagnan.server.write;

import com.google.common.collect.MapMaker;
import io.dartagnan.server.write.WriteTag.SettledWrites;
import io.dartagnan.write.NewestOnly;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Reads of one region that leave out what lies below a version that has been on all three clouds
 * for a while; {@link NewestOnly} asks for it.
 *
 * <p>They return such a version like any other and leave out the rest of its column. What is known
 * of writes is taken before the read's point in time is, as by {@link SettledReads}. A version that
 * was settled only just now is no reason to leave out older ones: the reader may have been at
 * another cloud before it came there.
 */
final class NewestReads {

  /** Age from which a version counts: the reads of the three clouds mostly lie less far apart. */
  static final Duration LEAST_AGE = Duration.ofSeconds(1);

  private static final int QUALIFIER_BYTES = 32;

  private final ServerWrites.Lookup server;

  /** What is known for scans that HBase is about to open. */
  private final Map<Scan, Known> opening = new MapMaker().weakKeys().makeMap();

  /** Reads of a region of a server. */
  NewestReads(ServerWrites.Lookup server) {
    this.server = server;
  }

  /** Has a get leave out older versions if it asks for that. */
  void before(Get get) throws IOException {
    if (suits(get)) {
      get.setFilter(new NewestFilter(known()));
    }
  }

  /** Takes note of what is known of writes, if a scan that is to be opened asks for that. */
  void before(Scan scan) throws IOException {
    if (suits(scan) && !scan.isRaw()) {
      opening.put(scan, known());
    }
  }

  /**
   * Returns the scanner that answers a scan. A filter would do the same, and has HBase take half as
   * long again for each cell.
   *
   * @param opened the one that HBase opened for it
   */
  RegionScanner around(Scan scan, RegionScanner opened) {
    Known known = opening.remove(scan);
    return known == null ? opened : new NewestScanner(opened, known);
  }

  private static boolean suits(Query read) {
    return NewestOnly.isAskedBy(read) && read.getFilter() == null && !SettledReads.areAskedBy(read);
  }

  private Known known() throws IOException {
    return new Known(
        server.find().settlements().lately(),
        EnvironmentEdgeManager.currentTime() - LEAST_AGE.toMillis());
  }

  /**
   * What is known of writes.
   *
   * @param through the last stamp of versions that count
   */
  private record Known(SettledWrites settledWrites, long through) {

    /**
     * Whether what lies below a version is left out. A cell without a tag is of a settled write.
     * One that was not made durable is never enough: another cloud may have lost it, and then an
     * older one is what the three have.
     */
    boolean isEnough(Cell version) {
      Optional<WriteTag> tag = WriteTag.in(version);
      return tag.isEmpty()
          || (tag.get().isDurable()
              && tag.get().stamp() <= through
              && tag.get().isSettledBy(settledWrites));
    }
  }

  /** A scanner without those cells. Of a row that HBase returns in parts it may return some. */
  private static final class NewestScanner extends WrappedScanner {
    private final Known known;

    NewestScanner(RegionScanner opened, Known known) {
      super(opened);
      this.known = known;
    }

    @Override
    protected boolean next(List<Cell> result, Step step) throws IOException {
      int from = result.size();
      boolean more = step.next(result);
      int kept = from;
      boolean isEnough = false;
      for (int i = from; i < result.size(); i++) {
        Cell cell = result.get(i);
        Cell before = kept == from ? null : result.get(kept - 1);
        // Few columns have a second version; what is known of the first is asked for those alone.
        if (before != null
            && CellUtil.matchingQualifier(before, cell)
            && CellUtil.matchingFamily(before, cell)) {
          isEnough = isEnough || known.isEnough(before);
        } else {
          isEnough = false;
        }
        if (!isEnough) {
          result.set(kept++, cell);
        }
      }
      result.subList(kept, result.size()).clear();
      return more;
    }
  }

  /** A filter without them. It skips the rest of a column at its next cell: few have a rest. */
  private static final class NewestFilter extends FilterBase {
    private final Known known;

    // The column of the last such version in this row. A filter may not keep a cell.
    private boolean isFound;
    private byte[] family = HConstants.EMPTY_BYTE_ARRAY;
    private byte[] qualifier = new byte[QUALIFIER_BYTES];
    private int qualifierLength;

    NewestFilter(Known known) {
      this.known = known;
    }

    @Override
    public void reset() {
      isFound = false;
    }

    @Override
    public ReturnCode filterCell(Cell cell) {
      if (isFound
          && PrivateCellUtil.matchingQualifier(cell, qualifier, 0, qualifierLength)
          && CellUtil.matchingFamily(cell, family)) {
        return ReturnCode.NEXT_COL;
      }
      isFound = known.isEnough(cell);
      if (isFound) {
        keepColumn(cell);
      }
      return ReturnCode.INCLUDE;
    }

    private void keepColumn(Cell cell) {
      if (!CellUtil.matchingFamily(cell, family)) {
        family = CellUtil.cloneFamily(cell);
      }
      qualifierLength = cell.getQualifierLength();
      if (qualifierLength > qualifier.length) {
        qualifier = new byte[qualifierLength];
      }
      CellUtil.copyQualifierTo(cell, qualifier, 0);
    }
  }
}
