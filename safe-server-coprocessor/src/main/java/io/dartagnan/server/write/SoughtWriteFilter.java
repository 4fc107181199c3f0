package io.dartagnan.server.write;

import io.dartagnan.write.WriteIdentity;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterBase;

/**
 * Filter of a scan that leaves the cells of one write. Those of a write that is under way have its
 * tag, markers too; a cell without one is of another.
 */
final class SoughtWriteFilter extends FilterBase {
  private final WriteTag sought;

  private SoughtWriteFilter(WriteTag sought) {
    this.sought = sought;
  }

  /**
   * Has a scan go through one if it asks for that.
   *
   * @throws DoNotRetryIOException if what it asks for is malformed
   */
  static void addTo(Scan scan) throws DoNotRetryIOException {
    Optional<WriteIdentity> sought;
    try {
      sought = WriteIdentity.soughtBy(scan);
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(e.getMessage());
    }
    sought.ifPresent(
        write -> scan.setFilter(new SoughtWriteFilter(WriteTag.of(write.writer(), write.stamp()))));
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    return WriteTag.in(cell).filter(sought::equals).isPresent()
        ? ReturnCode.INCLUDE
        : ReturnCode.SKIP;
  }
}
