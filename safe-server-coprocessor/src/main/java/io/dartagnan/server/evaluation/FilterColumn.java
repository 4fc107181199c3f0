package io.dartagnan.server.evaluation;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Protection;
import io.dartagnan.wire.ShareCell;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * The column a filter compares, as it is found among a row's cells.
 *
 * <p>Shares of another scheme or type than the column's are versions like any other until the three
 * parties have agreed on one: only then is it known whether it is the row's, or a leftover below or
 * beside that. {@link LaneFilter} refuses it if it is.
 */
record FilterColumn(byte[] family, byte[] qualifier, Protection protection, Party party) {

  /** A row with the versions of this column that it holds. */
  ScannedRow scanned(List<Cell> cells) {
    List<ScannedRow.Version> versions = new ArrayList<>(1);
    for (Cell cell : cells) {
      if (CellUtil.matchingColumn(cell, family, qualifier)) {
        if (!protection.isProtected()) {
          versions.add(new ScannedRow.Version(cell.getTimestamp(), digest(cell), cell));
        } else if (ShareCell.defect(cell, protection, party) == null
            || ShareCell.isOfAnotherSchema(cell, protection)) {
          versions.add(new ScannedRow.Version(cell.getTimestamp(), ShareCell.writeId(cell), cell));
        }
      }
    }
    return new ScannedRow(CellUtil.cloneRow(cells.get(0)), cells, versions);
  }

  private static long digest(Cell cell) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(CellUtil.cloneValue(cell));
      return ByteBuffer.wrap(sha.digest()).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
  }
}
