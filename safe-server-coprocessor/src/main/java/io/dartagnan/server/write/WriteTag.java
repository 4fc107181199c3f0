package io.dartagnan.server.write;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.ByteBufferKeyValue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.Tag;

/**
 * The tag of a cell that says which write it is of. A version without one is settled.
 *
 * <pre>
 *   writer (8) | stamp (8), absent where it is the cell's timestamp
 * </pre>
 *
 * All numbers are big-endian. A tag without a value is of a write that nobody will ever tell
 * anything of.
 *
 * @param known whether it names a writer
 * @param writer the writer's number; 0 if there is none
 * @param stamp the write's; 0 if there is no writer
 */
public record WriteTag(boolean known, long writer, long stamp) {

  /** Of a write that nobody will ever tell anything of. */
  static final WriteTag UNKNOWN = new WriteTag(false, 0, 0);

  /** HBase's own types are small numbers. */
  static final byte TYPE = 'D';

  /** The tag of a known write. */
  static WriteTag of(long writer, long stamp) {
    return new WriteTag(true, writer, stamp);
  }

  /** The tag of a cell; empty if it has none. */
  public static Optional<WriteTag> in(Cell cell) {
    return PrivateCellUtil.getTag(cell, TYPE).map(tag -> read(tag, cell.getTimestamp()));
  }

  private static WriteTag read(Tag tag, long timestamp) {
    ByteBuffer value = ByteBuffer.wrap(Tag.cloneValue(tag));
    return switch (value.remaining()) {
      case Long.BYTES -> of(value.getLong(), timestamp);
      case 2 * Long.BYTES -> of(value.getLong(), value.getLong());
      default -> UNKNOWN;
    };
  }

  /** The cell with this tag in the place of any other of its type. Other tags stay. */
  Cell on(Cell cell) {
    if (cell instanceof ExtendedCell bare && bare.getTagsLength() == 0) {
      return appendedTo(bare);
    }
    List<Tag> tags = PrivateCellUtil.getTags(cell);
    tags.removeIf(each -> each.getType() == TYPE);
    tags.add(tag(cell));
    return rewritten(cell, tags);
  }

  /**
   * A copy of a cell without tags, with this one. It is in one piece: HBase's own way to add a tag
   * keeps the two apart, and its log then writes each cell in five pieces, where it writes others
   * in two.
   */
  private Cell appendedTo(ExtendedCell cell) {
    byte[] value = value(cell.getTimestamp());
    int bare = cell.getSerializedSize(false);
    int tags = Tag.INFRASTRUCTURE_SIZE + value.length;
    ByteBuffer whole = ByteBuffer.allocate(bare + KeyValue.TAGS_LENGTH_SIZE + tags);
    cell.write(whole, 0);
    whole.position(bare);
    whole.putShort((short) tags);
    whole.putShort((short) (Tag.TYPE_LENGTH_SIZE + value.length)).put(TYPE).put(value);
    KeyValue tagged = new KeyValue(whole.array(), 0, whole.capacity());
    tagged.setSequenceId(cell.getSequenceId());
    return tagged;
  }

  /**
   * The cell, which has one, without its tag, and without the versions whose place it took. Other
   * tags stay.
   */
  static Cell off(Cell cell) {
    List<Tag> tags = PrivateCellUtil.getTags(cell);
    tags.removeIf(each -> each.getType() == TYPE || each.getType() == ReplacedCells.TYPE);
    return rewritten(cell, tags);
  }

  /**
   * A copy, where the cell may be one that HBase has rewritten already: rewriting takes the tags
   * from it, and the memstore may still have it.
   */
  private static Cell rewritten(Cell cell, List<Tag> tags) {
    boolean isPlain = cell instanceof KeyValue || cell instanceof ByteBufferKeyValue;
    return PrivateCellUtil.createCell(isPlain ? cell : KeyValueUtil.copyToNewKeyValue(cell), tags);
  }

  private Tag tag(Cell cell) {
    return new ArrayBackedTag(TYPE, value(cell.getTimestamp()));
  }

  private byte[] value(long timestamp) {
    if (!known) {
      return new byte[0];
    }
    return stamp == timestamp
        ? ByteBuffer.allocate(Long.BYTES).putLong(writer).array()
        : ByteBuffer.allocate(2 * Long.BYTES).putLong(writer).putLong(stamp).array();
  }

  /** Whether the write is settled. */
  boolean isSettledBy(Fates fates) {
    return known && fates.isSettled(writer, stamp);
  }
}
