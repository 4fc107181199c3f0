package io.dartagnan.write;

import io.dartagnan.schema.ShareCell;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Delete;

/**
 * Attribute of a delete of an atomic operation, by which a client has each of its markers carry a
 * tag, in a table whose values do: the tags, of {@link #TAG_BYTES} bytes each, in the order of the
 * delete's families and cells. A cloud stores each in the place of its marker's value, in which
 * HBase would not send it.
 */
public final class DeleteTags {

  /** Name of the attribute. */
  public static final String ATTRIBUTE = "dartagnan.delete.tags";

  /** Bytes of a tag. */
  public static final int TAG_BYTES = 1 + ShareCell.TAG_BYTES;

  private DeleteTags() {}

  /** Puts the attribute on a delete that names what it deletes. */
  public static void putOn(Delete delete, Function<Cell, byte[]> tag) {
    ByteBuffer tags = ByteBuffer.allocate(delete.size() * TAG_BYTES);
    delete
        .getFamilyCellMap()
        .values()
        .forEach(cells -> cells.forEach(cell -> tags.put(tag.apply(cell))));
    delete.setAttribute(ATTRIBUTE, tags.array());
  }

  /**
   * Checks a delete that may have the attribute.
   *
   * @throws IllegalArgumentException if it has not as many tags as markers
   */
  public static void require(Delete delete) {
    byte[] tags = delete.getAttribute(ATTRIBUTE);
    if (tags != null && tags.length != delete.size() * TAG_BYTES) {
      throw new IllegalArgumentException(
          "%d bytes of tags were received for a delete of %d markers; %d each are needed"
              .formatted(tags.length, delete.size(), TAG_BYTES));
    }
  }

  /** Gives each marker its tag, if the delete has the attribute. */
  public static void store(Delete delete) {
    byte[] tags = delete.getAttribute(ATTRIBUTE);
    if (tags == null) {
      return;
    }
    int at = 0;
    for (List<Cell> cells : delete.getFamilyCellMap().values()) {
      for (int i = 0; i < cells.size(); i++) {
        cells.set(i, with(cells.get(i), Arrays.copyOfRange(tags, at, at + TAG_BYTES)));
        at += TAG_BYTES;
      }
    }
  }

  private static Cell with(Cell marker, byte[] tag) {
    return new KeyValue(
        CellUtil.cloneRow(marker),
        CellUtil.cloneFamily(marker),
        CellUtil.cloneQualifier(marker),
        marker.getTimestamp(),
        KeyValue.Type.codeToType(marker.getType().getCode()),
        tag);
  }
}
