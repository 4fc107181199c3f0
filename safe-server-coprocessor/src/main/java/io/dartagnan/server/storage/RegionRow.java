package io.dartagnan.server.storage;

import io.dartagnan.mpc.Party;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.VersionDigest;
import io.dartagnan.server.query.agreement.StoredRow;
import io.dartagnan.server.query.agreement.Version;
import io.dartagnan.wire.Page;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * A row of a region, with the versions of the query's columns that it holds.
 *
 * <p>Shares of another scheme or type than the column's are versions like any other until the three
 * parties have agreed on one: only then is it known whether it is the row's, or an orphaned version
 * below or beside that. The evaluation refuses it if it is.
 */
public final class RegionRow implements StoredRow {
  private final byte[] key;
  private final List<Cell> cells;
  private final List<QueryColumn> columns;
  private final Party party;

  /** Made when they are asked for, maybe by two threads: rows that are only returned need none. */
  private List<List<Version>> versions;

  private RegionRow(byte[] key, List<Cell> cells, List<QueryColumn> columns, Party party) {
    this.key = key;
    this.cells = cells;
    this.columns = columns;
    this.party = party;
  }

  /**
   * The row that these cells are.
   *
   * @param cells one or more, all that the scan selects, with their values in arrays
   */
  static RegionRow of(List<Cell> cells, List<QueryColumn> columns, Party party) {
    return new RegionRow(CellUtil.cloneRow(cells.get(0)), cells, columns, party);
  }

  /** What stands for a row that this region lacks. */
  static RegionRow absent(byte[] key, List<QueryColumn> columns) {
    RegionRow row = new RegionRow(key, List.of(Page.absent(key)), columns, null);
    row.versions = Collections.nCopies(columns.size(), List.of());
    return row;
  }

  private static List<Version> versions(List<Cell> cells, QueryColumn column, Party party) {
    List<Version> versions = new ArrayList<>(1);
    for (Cell cell : cells) {
      if (CellUtil.matchingColumn(cell, column.family(), column.qualifier())) {
        column
            .protection()
            .agreedId(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength(), party)
            .ifPresent(id -> versions.add(version(cell, id)));
      }
    }
    return versions;
  }

  /**
   * Every cell as a version of the row itself. Shares differ between the parties and their write
   * ids do not, so of what looks like a share only the write id counts.
   */
  private static List<Version> all(List<Cell> cells) {
    List<Version> versions = new ArrayList<>(cells.size());
    for (Cell cell : cells) {
      VersionDigest digest =
          new VersionDigest()
              .addName(CellUtil.cloneFamily(cell))
              .addName(CellUtil.cloneQualifier(cell));
      if (ShareCell.isShare(cell)) {
        digest.add(ShareCell.writeId(cell));
      } else {
        digest.add(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
      }
      versions.add(version(cell, digest.first()));
    }
    return versions;
  }

  private static Version version(Cell cell, long id) {
    return new Version(
        cell.getTimestamp(),
        id,
        cell.getValueArray(),
        cell.getValueOffset(),
        cell.getValueLength());
  }

  @Override
  public byte[] key() {
    return key;
  }

  @Override
  public List<Version> versions(int column) {
    List<List<Version>> made = versions;
    if (made == null) {
      made =
          columns.stream()
              .map(each -> each.isAnyCell() ? all(cells) : versions(cells, each, party))
              .toList();
      versions = made;
    }
    return made.get(column);
  }

  @Override
  public long newest() {
    return cells.stream().mapToLong(Cell::getTimestamp).max().orElseThrow();
  }

  /** All cells that the scan selects, in HBase's order. */
  List<Cell> cells() {
    return cells;
  }
}
