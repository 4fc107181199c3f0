package io.dartagnan.schema;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;

/**
 * The value of a cell that holds one party's share.
 *
 * <pre>
 *    0        1        2        3        4                             12
 *   +--------+--------+--------+--------+-----------------------------+--------------------------+
 *   |  0xDA  | layout | sharing| party  |       write id (8 bytes)    |  share, see ShareBytes   |
 *   +--------+--------+--------+--------+-----------------------------+--------------------------+
 *
 *   and in layouts 2 and 3 behind it
 *   +--------+--------------------------------+
 *   |  key   |  tag of the value (16 bytes)   |
 *   +--------+--------------------------------+
 * </pre>
 *
 * All numbers are big-endian. The sharing is its {@link Sharing#code() code} plus 1: what the
 * shares add up in is part of the cell, since the same bytes mean something else in another group.
 * The write id is random and the same in the three cells of one write: shares are combined only
 * where it agrees. Shares of different parties or writes never add up to anything. A tag is the
 * same in the three cells too; only clients have the keys, of which the cell names one by its
 * number. Layout 3 is that of a tagged cell that was made from what the two others gave of it: its
 * shares agree with theirs, whatever they gave, so that only its tag can show whether they are
 * right. Clouds do not compute with it until a client has {@linkplain #confirm confirmed} it.
 */
public final class ShareCell {

  /** Bytes before the share. */
  public static final int HEADER_BYTES = 12;

  /** Bytes of a tag, behind the number of its key. */
  public static final int TAG_BYTES = 16;

  private static final byte MAGIC = (byte) 0xDA;
  private static final byte LAYOUT = 1;
  private static final byte TAGGED_LAYOUT = 2;
  private static final byte GIVEN_LAYOUT = 3;
  private static final int SHARING_AT = 2;
  private static final int WRITE_ID_AT = 4;

  private ShareCell() {}

  /** Length of such a value for a column, in bytes. */
  public static int length(SharedProtection protection) {
    return HEADER_BYTES + protection.shareBytes() + tagLength(protection);
  }

  private static int tagLength(Protection protection) {
    return protection.isTagged() ? 1 + TAG_BYTES : 0;
  }

  private static byte layout(SharedProtection protection) {
    return protection.isTagged() ? TAGGED_LAYOUT : LAYOUT;
  }

  private static boolean isLayout(byte layout) {
    return layout == LAYOUT || layout == TAGGED_LAYOUT || layout == GIVEN_LAYOUT;
  }

  private static boolean isLayoutOf(SharedProtection protection, byte layout) {
    return layout == layout(protection) || layout == GIVEN_LAYOUT && protection.isTagged();
  }

  /** Marks a tagged cell as one that was made from what the two others gave of it. */
  static void setGiven(byte[] cell) {
    cell[1] = GIVEN_LAYOUT;
  }

  /** Whether a tagged cell was made from what the two others gave of it. */
  static boolean isGiven(byte[] array, int at) {
    return array[at + 1] == GIVEN_LAYOUT;
  }

  /** The same of a stored one, in a column so protected. */
  public static boolean isGiven(Cell cell, Protection protection) {
    return protection.isTagged()
        && isShare(cell)
        && isGiven(cell.getValueArray(), cell.getValueOffset());
  }

  /** Takes that mark from a stored one, in place. */
  public static void confirm(Cell given) {
    given.getValueArray()[given.getValueOffset() + 1] = TAGGED_LAYOUT;
  }

  /**
   * Writes the tag into a cell of a tagged column that has none yet.
   *
   * @param key number of the key under which it was made, 1 to 255
   */
  public static void setTag(byte[] cell, int key, byte[] tag) {
    int at = cell.length - 1 - TAG_BYTES;
    cell[at] = (byte) key;
    System.arraycopy(tag, 0, cell, at + 1, TAG_BYTES);
  }

  /** Whether two tagged cells carry one tag, of one key. */
  public static boolean haveOneTag(Cell one, Cell other) {
    return copyTag(one, other, new byte[1 + TAG_BYTES]);
  }

  /** Copies the tag that two tagged cells of one write carry into a third; false if they differ. */
  static boolean copyTag(Cell one, Cell other, byte[] into) {
    int length = 1 + TAG_BYTES;
    int from = one.getValueOffset() + one.getValueLength() - length;
    int at = other.getValueOffset() + other.getValueLength() - length;
    System.arraycopy(one.getValueArray(), from, into, into.length - length, length);
    return Arrays.equals(
        one.getValueArray(), from, from + length, other.getValueArray(), at, at + length);
  }

  /** The number of the key under which the tag of a tagged cell was made; 0 if it has none. */
  public static int tagKey(byte[] array, int at, int length) {
    return Byte.toUnsignedInt(array[at + length - 1 - TAG_BYTES]);
  }

  /** Whether the tag of a tagged cell is this one. */
  public static boolean hasTag(byte[] array, int at, int length, byte[] tag) {
    int end = at + length;
    return MessageDigest.isEqual(Arrays.copyOfRange(array, end - TAG_BYTES, end), tag);
  }

  /**
   * Writes the share of one element; in a tagged column {@link #setTag} is to follow.
   *
   * @param batch a party's shares, as the column's values are shared
   * @param lane which of its elements
   */
  public static byte[] encode(SharedProtection protection, long writeId, Shares batch, int lane) {
    if (batch.sharing() != protection.laneSharing()
        || !batch.ring().equals(protection.laneType().ring())) {
      throw new IllegalArgumentException(
          "%s were given, a column declared '%s' takes %s shares of %d limbs"
              .formatted(
                  batch,
                  protection,
                  protection.laneSharing().word(),
                  protection.laneType().ring().limbs()));
    }
    byte[] value = new byte[length(protection)];
    ByteBuffer.wrap(value)
        .put(MAGIC)
        .put(layout(protection))
        .put(sharingByte(protection))
        .put((byte) batch.holder().index())
        .putLong(writeId);
    ShareBytes.write(batch, lane, value, HEADER_BYTES);
    return value;
  }

  /**
   * Reason for which a cell's value is not a share of this party in a column so protected; null
   * when it is. The reason speaks of the layout and never of the content.
   */
  public static String defect(Cell cell, SharedProtection protection, Party party) {
    return defect(
        cell.getValueArray(), cell.getValueOffset(), cell.getValueLength(), protection, party);
  }

  /** The same for a value that lies in an array. */
  public static String defect(
      byte[] array, int at, int length, SharedProtection protection, Party party) {
    int expected = length(protection);
    if (length != expected) {
      return "it has " + length + " bytes, a share has " + expected;
    }
    if (array[at] != MAGIC || !isLayoutOf(protection, array[at + 1])) {
      return "it does not begin as a share does";
    }
    if (array[at + SHARING_AT] != sharingByte(protection)) {
      return "it is shared in another way than " + protection.laneSharing().word();
    }
    if (array[at + 3] != party.index()) {
      return ofAnother(array[at + 3], party);
    }
    return protection.isTagged() && tagKey(array, at, length) == 0 ? "it has no tag" : null;
  }

  private static String ofAnother(byte index, Party party) {
    return index >= 0 && index < Party.ALL.size()
        ? "it is the share of party %d, and this cloud is party %d; if it refuses every put, the client has its clouds in another order: see dartagnan.party.<i>.* there and dartagnan.party here"
            .formatted(index, party.index())
        : "it is not a share of " + party;
  }

  /** Whether a cell's value begins as a share of some column does. */
  public static boolean isShare(Cell cell) {
    int at = cell.getValueOffset();
    return cell.getValueLength() >= HEADER_BYTES
        && cell.getValueArray()[at] == MAGIC
        && isLayout(cell.getValueArray()[at + 1]);
  }

  /**
   * Whether a cell's value is a share, though of another sharing or another length than those of a
   * column so protected: it was written when the schema said something else.
   */
  public static boolean isOfAnotherSchema(Cell cell, SharedProtection protection) {
    return isOfAnotherSchema(
        cell.getValueArray(), cell.getValueOffset(), cell.getValueLength(), protection);
  }

  /** The same for a value that lies in an array. */
  public static boolean isOfAnotherSchema(
      byte[] array, int at, int length, SharedProtection protection) {
    return length >= HEADER_BYTES
        && array[at] == MAGIC
        && isLayout(array[at + 1])
        && (array[at + SHARING_AT] != sharingByte(protection) || length != length(protection));
  }

  private static byte sharingByte(SharedProtection protection) {
    return (byte) (protection.laneSharing().code() + 1);
  }

  /** The write id of a share. */
  public static long writeId(Cell cell) {
    return writeId(cell.getValueArray(), cell.getValueOffset());
  }

  /** The write id of a share that lies in an array. */
  public static long writeId(byte[] array, int at) {
    return ShareBytes.word(array, at + WRITE_ID_AT, 0);
  }

  /** Share i of party i, of which a cloud's value is a well-formed cell. */
  static long[] own(StoredVersion version, int cloud, SharedProtection protection) {
    long[] share = new long[protection.laneType().ring().limbs()];
    for (int i = 0; i < share.length; i++) {
      share[i] = ShareBytes.word(version.array(cloud), version.offset(cloud) + HEADER_BYTES, i);
    }
    return share;
  }

  /** Whether the second share of a party in a replicated column is the first of the next party. */
  static boolean haveCopyAlike(StoredVersion version, Party party, SharedProtection protection) {
    int length = replicatedShareLength(protection);
    int next = party.next().index();
    int second = version.offset(party.index()) + HEADER_BYTES + length;
    int first = version.offset(next) + HEADER_BYTES;
    return Arrays.equals(
        version.array(party.index()),
        second,
        second + length,
        version.array(next),
        first,
        first + length);
  }

  /**
   * The share that a party has in common with another one, of a cell of a replicated column: share
   * i + 1 of party i and the next, share i of party i and the one before.
   *
   * @param cell a well-formed share of the holder in a column so protected
   * @param peer one of the two others
   * @return {@link ShareBytes#length} / 2 bytes, and the tag with its key's number if it has one
   * @throws IllegalArgumentException if the column is not replicated, or the peer is the holder
   */
  public static byte[] common(Cell cell, SharedProtection protection, Party holder, Party peer) {
    int length = replicatedShareLength(protection);
    if (peer == holder) {
      throw new IllegalArgumentException(peer + " was given for a peer of itself");
    }
    int begin = cell.getValueOffset();
    int at = begin + HEADER_BYTES + (peer == holder.next() ? length : 0);
    int end = begin + cell.getValueLength();
    int tag = tagLength(protection);
    return ByteBuffer.allocate(length + tag)
        .put(cell.getValueArray(), at, length)
        .put(cell.getValueArray(), end - tag, tag)
        .array();
  }

  /**
   * Whether what two holders have in {@link #common} with the third carries one tag, or none where
   * the column has none.
   */
  public static boolean haveOneTag(Protection protection, byte[] one, byte[] other) {
    int tag = tagLength(protection);
    return one.length == other.length
        && one.length >= tag
        && Arrays.equals(
            one, one.length - tag, one.length, other, other.length - tag, other.length);
  }

  /**
   * The value of a cell of a replicated column, from the two shares that its holder has in {@link
   * #common} with the two others; a tagged one says that it was given.
   *
   * @param withPrev the one it has in common with the party before
   * @param withNext the one it has in common with the next
   * @throws IllegalArgumentException if the column is not replicated, a share has another length,
   *     or the two have not {@link #haveOneTag one tag}
   */
  public static byte[] join(
      SharedProtection protection, long writeId, Party holder, byte[] withPrev, byte[] withNext) {
    int length = replicatedShareLength(protection);
    int given = length + tagLength(protection);
    if (withPrev.length != given || !haveOneTag(protection, withPrev, withNext)) {
      throw new IllegalArgumentException(
          "shares of %d and %d bytes were given, a column declared '%s' has shares of %d, with one tag if it has tags"
              .formatted(withPrev.length, withNext.length, protection, given));
    }
    return ByteBuffer.allocate(length(protection))
        .put(MAGIC)
        .put(protection.isTagged() ? GIVEN_LAYOUT : LAYOUT)
        .put(sharingByte(protection))
        .put((byte) holder.index())
        .putLong(writeId)
        .put(withPrev, 0, length)
        .put(withNext)
        .array();
  }

  private static int replicatedShareLength(SharedProtection protection) {
    if (!protection.laneSharing().isReplicated()) {
      throw new IllegalArgumentException(
          "a column declared '%s' has no share on two clouds".formatted(protection));
    }
    return ShareBytes.length(protection) / 2;
  }

  /**
   * The shares of a batch of cells.
   *
   * @param cells well-formed shares of this party in a column so protected, one for each lane
   */
  public static Shares read(List<Cell> cells, SharedProtection protection, Party party) {
    Shares batch = ShareBytes.zeros(party, protection, cells.size());
    int lane = 0;
    for (Cell cell : cells) {
      read(cell.getValueArray(), cell.getValueOffset(), batch, lane++);
    }
    return batch;
  }

  /** The shares that a party's value of one version holds. */
  static Shares read(StoredVersion version, SharedProtection protection, Party party) {
    Shares one = ShareBytes.zeros(party, protection, 1);
    read(version.array(party.index()), version.offset(party.index()), one, 0);
    return one;
  }

  /**
   * Reads a well-formed share into one lane.
   *
   * @param at where in {@code array} the value begins
   * @param batch as {@link ShareBytes#zeros} makes it, of the party and column of the share
   */
  public static void read(byte[] array, int at, Shares batch, int lane) {
    ShareBytes.read(array, at + HEADER_BYTES, batch, lane);
  }
}
