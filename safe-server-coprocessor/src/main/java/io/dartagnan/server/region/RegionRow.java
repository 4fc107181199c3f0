package io.dartagnan.server.region;

import io.dartagnan.mpc.Party;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.server.evaluation.row.StoredRow;
import io.dartagnan.server.evaluation.row.Version;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * A row of a region, with the versions of the query's columns that it holds.
 *
 * <p>Shares of another scheme or type than the column's are versions like any other until the three
 * parties have agreed on one: only then is it known whether it is the row's, or a leftover below or
 * beside that. The evaluation refuses it if it is.
 */
final class RegionRow implements StoredRow {
  private final byte[] key;
  private final List<Cell> cells;
  private final List<List<Version>> versions;

  private RegionRow(byte[] key, List<Cell> cells, List<List<Version>> versions) {
    this.key = key;
    this.cells = cells;
    this.versions = versions;
  }

  /**
   * The row that these cells are.
   *
   * @param cells one or more, all that the scan selects, with their values in arrays
   */
  static RegionRow of(List<Cell> cells, List<QueryColumn> columns, Party party) {
    List<List<Version>> versions = new ArrayList<>(columns.size());
    for (QueryColumn column : columns) {
      versions.add(column.isAnyCell() ? all(cells) : versions(cells, column, party));
    }
    return new RegionRow(CellUtil.cloneRow(cells.get(0)), cells, versions);
  }

  private static List<Version> versions(List<Cell> cells, QueryColumn column, Party party) {
    Protection protection = column.protection();
    List<Version> versions = new ArrayList<>(1);
    for (Cell cell : cells) {
      if (CellUtil.matchingColumn(cell, column.family(), column.qualifier())) {
        if (!protection.isProtected()) {
          versions.add(version(cell, digestOfValue(cell)));
        } else if (ShareCell.defect(cell, protection, party) == null
            || ShareCell.isOfAnotherSchema(cell, protection)) {
          versions.add(version(cell, ShareCell.writeId(cell)));
        }
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
      MessageDigest sha = sha256();
      update(sha, CellUtil.cloneFamily(cell));
      update(sha, CellUtil.cloneQualifier(cell));
      if (ShareCell.isShare(cell)) {
        sha.update(ByteBuffer.allocate(Long.BYTES).putLong(0, ShareCell.writeId(cell)));
      } else {
        sha.update(CellUtil.cloneValue(cell));
      }
      versions.add(version(cell, first(sha)));
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

  private static long digestOfValue(Cell cell) {
    MessageDigest sha = sha256();
    sha.update(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
    return first(sha);
  }

  private static void update(MessageDigest sha, byte[] name) {
    sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, name.length));
    sha.update(name);
  }

  private static long first(MessageDigest sha) {
    return ByteBuffer.wrap(sha.digest()).getLong();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
  }

  @Override
  public byte[] key() {
    return key;
  }

  @Override
  public List<Version> versions(int column) {
    return versions.get(column);
  }

  /** All cells that the scan selects, in HBase's order. */
  List<Cell> cells() {
    return cells;
  }
}
