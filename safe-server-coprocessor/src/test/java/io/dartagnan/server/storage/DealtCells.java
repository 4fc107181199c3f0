package io.dartagnan.server.storage;

import io.dartagnan.mpc.Party;
import io.dartagnan.server.query.DealtTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The cells of a dealt table.
 *
 * @param table what was dealt
 * @param fillerBytes length of a plain value that each row has besides; 0 for none
 */
record DealtCells(DealtTable table, int fillerBytes) {

  int rows() {
    return table.rows();
  }

  /** A party's cells of a row, in HBase's order. */
  List<Cell> of(Party party, int row) {
    byte[] key = Bytes.toBytes(DealtTable.key(row));
    List<Cell> cells = new ArrayList<>(3);
    if (fillerBytes > 0) {
      cells.add(
          new KeyValue(
              key,
              DealtTable.FAMILY,
              Bytes.toBytes("a"),
              DealtTable.TIMESTAMP,
              new byte[fillerBytes]));
    }
    for (DealtTable.Column column : DealtTable.Column.values()) {
      cells.add(
          new KeyValue(
              key,
              DealtTable.FAMILY,
              column.qualifier(),
              DealtTable.TIMESTAMP,
              table.stored(party, row, column)));
    }
    return cells;
  }
}
