package io.dartagnan.server.write;

import io.dartagnan.server.write.WriteTag.SettledWrites;
import io.dartagnan.write.NewestOnly;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Filter that leaves out what lies below a version that has been on all three clouds for a while;
 * {@link NewestOnly} asks for it.
 *
 * <p>It includes such a version like any other and skips the rest of its column at the next cell:
 * few columns have a rest, and HBase steps to the next cell for less than to the next column.
 *
 * <p>What is known of writes is taken before the read's point in time is, as by {@link
 * SettledReads}. A version that was settled only just now is no reason to leave out older ones: the
 * reader may have been at another cloud before it came there.
 */
final class NewestFilter extends FilterBase {

  /** Age from which a version counts: the reads of the three clouds mostly lie less far apart. */
  static final Duration LEAST_AGE = Duration.ofSeconds(1);

  private static final int QUALIFIER_BYTES = 32;

  private final SettledWrites settledWrites;
  private final long through;

  // The column of the last such version in this row. A filter may not keep a cell.
  private boolean isFound;
  private byte[] family = HConstants.EMPTY_BYTE_ARRAY;
  private byte[] qualifier = new byte[QUALIFIER_BYTES];
  private int qualifierLength;

  private NewestFilter(SettledWrites settledWrites) {
    this.settledWrites = settledWrites;
    this.through = EnvironmentEdgeManager.currentTime() - LEAST_AGE.toMillis();
  }

  /** Has a scan go through one if it asks for that. */
  static void addTo(Scan scan, ServerWrites.Lookup server) throws IOException {
    if (suits(scan) && !scan.isRaw()) {
      scan.setFilter(of(server));
    }
  }

  /** Has a get go through one if it asks for that. */
  static void addTo(Get get, ServerWrites.Lookup server) throws IOException {
    if (suits(get)) {
      get.setFilter(of(server));
    }
  }

  private static boolean suits(Query read) {
    return NewestOnly.isAskedBy(read) && read.getFilter() == null && !SettledReads.areAskedBy(read);
  }

  private static NewestFilter of(ServerWrites.Lookup server) throws IOException {
    return new NewestFilter(server.find().settlements().lately());
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
    isFound = isEnough(cell);
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

  /**
   * A cell without a tag is of a settled write. One that was not made durable is never enough:
   * another cloud may have lost it, and then an older one is what the three have.
   */
  private boolean isEnough(Cell cell) {
    Optional<WriteTag> tag = WriteTag.in(cell);
    return tag.isEmpty()
        || (tag.get().isDurable()
            && tag.get().stamp() <= through
            && tag.get().isSettledBy(settledWrites));
  }
}
