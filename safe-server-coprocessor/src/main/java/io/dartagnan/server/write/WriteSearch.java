package io.dartagnan.server.write;

import io.dartagnan.write.WriteQuestion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * Search of a region for one write, by the tags of its cells; of its delete markers too, which look
 * like those of another write with its stamp, and of versions whose place a later write has taken
 * at their timestamp. A cell whose tag was taken off is of a settled write, and nobody asks for
 * those.
 */
final class WriteSearch {
  private final Region region;
  private final WriteGuard guard;

  /** For the writes of a region. */
  WriteSearch(Region region, WriteGuard guard) {
    this.region = region;
    this.guard = guard;
  }

  /**
   * Searches the row, families and timestamps of a get.
   *
   * @return one cell of the write, without its value; none if the region does not have the write,
   *     be it that it never came or that the region has lost it: it was not acknowledged
   */
  List<Cell> find(Get get, WriteQuestion question) throws IOException {
    if (question.closes()) {
      guard.fence(get.getRow(), question.stamp());
    }
    Scan scan =
        new Scan(get)
            .setRaw(true)
            .readAllVersions()
            .setFilter(new OneWrite(WriteTag.of(question.writer(), question.stamp())));
    List<Cell> cells = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      scanner.next(cells);
      return cells.stream().limit(1).map(WriteSearch::withoutValue).toList();
    }
  }

  private static Cell withoutValue(Cell cell) {
    return new KeyValue(
        CellUtil.cloneRow(cell),
        CellUtil.cloneFamily(cell),
        CellUtil.cloneQualifier(cell),
        cell.getTimestamp(),
        HConstants.EMPTY_BYTE_ARRAY);
  }

  /** Filter that leaves the cells with a tag. */
  private static final class OneWrite extends FilterBase {
    private final WriteTag sought;

    OneWrite(WriteTag sought) {
      this.sought = sought;
    }

    @Override
    public ReturnCode filterCell(Cell cell) {
      return WriteTag.in(cell).filter(sought::isOfWriteOf).isPresent() || isBelow(cell)
          ? ReturnCode.INCLUDE
          : ReturnCode.SKIP;
    }

    private boolean isBelow(Cell cell) {
      return ReplacedCells.under(cell)
          .filter(
              under ->
                  under.versions().stream()
                      .anyMatch(each -> each.isOf(sought.writer(), sought.stamp())))
          .isPresent();
    }
  }
}
