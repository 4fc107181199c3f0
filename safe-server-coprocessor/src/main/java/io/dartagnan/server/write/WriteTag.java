package io.dartagnan.server.write;

import io.dartagnan.write.VersionStanding;
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
 * The tag of a cell that says which write it is of. A version without one is durable and settled.
 *
 * <pre>
 *   writer (8), absent where nobody knows it
 *   stamp (8), absent where it is the cell's timestamp or there is no writer
 *   ahead (4), absent where it is at most a second or there is no writer: by how many milliseconds
 *     the stamp was ahead of this cloud's clock when the write came; negative if it was behind
 *   state (1), absent where the log had the write before it was acknowledged:
 *     0 a server that died may have lost it; 1 that too, and it is settled
 * </pre>
 *
 * All numbers are big-endian. A tag without a value, or with one of any other length, is of a write
 * that nobody will ever tell anything of. A version that was not made durable keeps its tag when it
 * is settled: it may be gone from another cloud, and must not take a durable one's place.
 *
 * @param known whether it names a writer
 * @param writer the writer's number; 0 if there is none
 * @param stamp the write's; 0 if there is no writer
 * @param ahead by how many milliseconds the stamp was ahead of this cloud's clock when the write
 *     came; 0 where it was no more than {@link #NEAR_MS} either way
 * @param state what is known of it
 */
public record WriteTag(boolean known, long writer, long stamp, int ahead, State state) {

  /** Time by which clocks, and the way to a cloud, differ commonly. */
  static final int NEAR_MS = 1_000;

  /** What the tag itself says of the write. */
  enum State {
    /** Durable; writers say whether it is settled. */
    DURABLE,
    /** Not made durable; writers say whether it is settled. */
    NOT_DURABLE,
    /** Not made durable, and settled. */
    NOT_DURABLE_SETTLED
  }

  /** Of a write that nobody will ever tell anything of. */
  static final WriteTag UNKNOWN = new WriteTag(false, 0, 0, 0, State.DURABLE);

  /** Of a settled write that was not made durable, and of which nothing else is known. */
  static final WriteTag LESS_DURABLE = new WriteTag(false, 0, 0, 0, State.NOT_DURABLE_SETTLED);

  /** HBase's own types are small numbers. */
  static final byte TYPE = 'D';

  private static final byte SETTLED = 1;
  private static final int LONGEST = 2 * Long.BYTES + Integer.BYTES;

  /** The tag of a known write. */
  static WriteTag of(long writer, long stamp) {
    return new WriteTag(true, writer, stamp, 0, State.DURABLE);
  }

  /** This tag for a write that is, or is not, in the log before it is acknowledged. */
  WriteTag durable(boolean durable) {
    return durable || !known ? this : new WriteTag(known, writer, stamp, ahead, State.NOT_DURABLE);
  }

  /** This tag for a write that comes at some time of this cloud's clock. */
  WriteTag came(long time) {
    long by = Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, stamp - time));
    return !known || Math.abs(by) <= NEAR_MS
        ? this
        : new WriteTag(known, writer, stamp, (int) by, state);
  }

  /** How long ago the write came. */
  VersionStanding.Age age(long now) {
    long about = now - stamp + ahead;
    int within = ahead == 0 ? NEAR_MS : 0;
    return new VersionStanding.Age(about - within, about + within);
  }

  /** Whether the write was made durable before it was acknowledged. */
  boolean isDurable() {
    return state == State.DURABLE;
  }

  /** Whether another tag is of the same write. */
  boolean isOfWriteOf(WriteTag other) {
    return known == other.known && writer == other.writer && stamp == other.stamp;
  }

  /** The tag of a cell; empty if it has none. */
  public static Optional<WriteTag> in(Cell cell) {
    if (cell instanceof ExtendedCell bare && bare.getTagsLength() == 0) {
      return Optional.empty();
    }
    return PrivateCellUtil.getTag(cell, TYPE).map(tag -> read(tag, cell.getTimestamp()));
  }

  private static WriteTag read(Tag tag, long timestamp) {
    ByteBuffer value = ByteBuffer.wrap(Tag.cloneValue(tag));
    int length = value.remaining();
    int state = length % Integer.BYTES; // bytes of the state: all else is in fours
    if (length == 1) {
      return value.get() == SETTLED ? LESS_DURABLE : UNKNOWN;
    }
    if (length < Long.BYTES || length - state > LONGEST || state > 1) {
      return UNKNOWN;
    }
    return new WriteTag(
        true,
        value.getLong(),
        value.remaining() >= Long.BYTES ? value.getLong() : timestamp,
        value.remaining() >= Integer.BYTES ? value.getInt() : 0,
        state == 0
            ? State.DURABLE
            : value.get() == SETTLED ? State.NOT_DURABLE_SETTLED : State.NOT_DURABLE);
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
    if (isPlain(cell)) {
      cell.write(whole, 0);
    } else {
      KeyValueUtil.appendTo(cell, whole, 0, false);
    }
    whole.position(bare);
    whole.putShort((short) tags);
    whole.putShort((short) (Tag.TYPE_LENGTH_SIZE + value.length)).put(TYPE).put(value);
    KeyValue tagged = new KeyValue(whole.array(), 0, whole.capacity());
    tagged.setSequenceId(cell.getSequenceId());
    return tagged;
  }

  /**
   * The cell, which has this tag, as one of a settled write: without it, or with one that says so
   * if the write was not made durable. Other tags stay.
   */
  Cell settledOn(Cell cell) {
    return switch (state) {
      case DURABLE -> off(cell);
      case NOT_DURABLE ->
          new WriteTag(known, writer, stamp, ahead, State.NOT_DURABLE_SETTLED).on(cell);
      case NOT_DURABLE_SETTLED -> cell;
    };
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
    return PrivateCellUtil.createCell(
        isPlain(cell) ? cell : KeyValueUtil.copyToNewKeyValue(cell), tags);
  }

  /** Whether it lies together: those of encoded blocks do not, and cannot write themselves. */
  private static boolean isPlain(Cell cell) {
    return cell instanceof KeyValue || cell instanceof ByteBufferKeyValue;
  }

  private Tag tag(Cell cell) {
    return new ArrayBackedTag(TYPE, value(cell.getTimestamp()));
  }

  private byte[] value(long timestamp) {
    boolean hasStamp = known && stamp != timestamp;
    int length =
        (known ? Long.BYTES : 0)
            + (hasStamp ? Long.BYTES : 0)
            + (ahead != 0 ? Integer.BYTES : 0)
            + (isDurable() ? 0 : 1);
    ByteBuffer value = ByteBuffer.allocate(length);
    if (known) {
      value.putLong(writer);
    }
    if (hasStamp) {
      value.putLong(stamp);
    }
    if (ahead != 0) {
      value.putInt(ahead);
    }
    if (!isDurable()) {
      value.put(isSettled() ? SETTLED : 0);
    }
    return value.array();
  }

  /** Whether the tag itself says that the write is settled. */
  boolean isSettled() {
    return state == State.NOT_DURABLE_SETTLED;
  }

  /** Whether the write is settled. */
  boolean isSettledBy(SettledWrites settledWrites) {
    return isSettled() || (known && settledWrites.isSettled(writer, stamp));
  }

  /** Knowledge of which writes are settled; {@code Settlement} says what that is. */
  interface SettledWrites {

    /** Knows of no write that it is settled. */
    SettledWrites UNKNOWN = (writer, stamp) -> false;

    /** Whether the write is known to be settled. */
    boolean isSettled(long writer, long stamp);
  }
}
