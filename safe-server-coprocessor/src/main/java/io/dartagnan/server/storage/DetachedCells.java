package io.dartagnan.server.storage;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.hbase.ByteBufferKeyValue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;

/** Copies of cells, which outlive the blocks of HBase's cache. */
public final class DetachedCells {
  private DetachedCells() {}

  /** Puts copies, with their tags, in the place of a row's cells; they share one array. */
  public static void detach(List<Cell> cells) {
    int bytes = 0;
    for (Cell cell : cells) {
      bytes = Math.addExact(bytes, ((ExtendedCell) cell).getSerializedSize());
    }
    byte[] array = new byte[bytes];
    ByteBuffer into = ByteBuffer.wrap(array);
    int at = 0;
    for (int i = 0; i < cells.size(); i++) {
      // What a region returns is one.
      ExtendedCell cell = (ExtendedCell) cells.get(i);
      int length = cell.getSerializedSize();
      if (cell instanceof KeyValue || cell instanceof ByteBufferKeyValue) {
        // It lies together; field by field takes longer.
        cell.write(into, at);
      } else {
        // Those of encoded blocks cannot write themselves.
        KeyValueUtil.appendTo(cell, into, at, true);
      }
      cells.set(i, new KeyValue(array, at, length));
      at += length;
    }
  }
}
