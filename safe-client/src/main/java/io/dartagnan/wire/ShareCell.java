package io.dartagnan.wire;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.schema.Protection;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.Cell;

/**
 * The value of a cell that holds one party's share.
 *
 * <pre>
 *    0        1        2        3        4                             12
 *   +--------+--------+--------+--------+-----------------------------+----------------------+
 *   |  0xDA  | layout | scheme | party  |       write id (8 bytes)    |  share: 8 x limbs    |
 *   +--------+--------+--------+--------+-----------------------------+----------------------+
 * </pre>
 *
 * All numbers are big-endian. The write id is random and the same in the three cells of one write:
 * shares are combined only where it agrees. Two shares of different parties or writes never sum up
 * to anything.
 */
public final class ShareCell {

  /** Bytes before the share. */
  public static final int HEADER_BYTES = 12;

  private static final byte MAGIC = (byte) 0xDA;
  private static final byte LAYOUT = 1;
  private static final int WRITE_ID_AT = 4;

  private ShareCell() {}

  /** How long such a value is for a column. */
  public static int length(Protection protection) {
    return HEADER_BYTES + protection.type().ring().limbs() * Long.BYTES;
  }

  /**
   * Writes a share.
   *
   * @param share one element of the column's ring
   */
  public static byte[] encode(Protection protection, Party party, long writeId, long[] share) {
    Ring ring = protection.type().ring();
    if (share.length != ring.limbs()) {
      throw new IllegalArgumentException(
          share.length + " words given, a share of " + protection + " has " + ring.limbs());
    }
    ByteBuffer value = ByteBuffer.allocate(length(protection));
    value.put(MAGIC).put(LAYOUT).put((byte) protection.scheme().code()).put((byte) party.index());
    value.putLong(writeId).asLongBuffer().put(share);
    return value.array();
  }

  /**
   * Why a cell's value is not a share of this party in a column so protected; null when it is. The
   * reason speaks of the layout and never of the content.
   */
  public static String defect(Cell cell, Protection protection, Party party) {
    int expected = length(protection);
    if (cell.getValueLength() != expected) {
      return "it has " + cell.getValueLength() + " bytes, a share has " + expected;
    }
    byte[] array = cell.getValueArray();
    int at = cell.getValueOffset();
    if (array[at] != MAGIC || array[at + 1] != LAYOUT) {
      return "it does not begin as a share does";
    }
    if (array[at + 2] != protection.scheme().code()) {
      return "it belongs to another sharing scheme than " + protection.scheme().word();
    }
    if (array[at + 3] != party.index()) {
      return "it is not a share of " + party;
    }
    return null;
  }

  /** The write id of a well-formed share. */
  public static long writeId(Cell cell) {
    return ByteBuffer.wrap(cell.getValueArray()).getLong(cell.getValueOffset() + WRITE_ID_AT);
  }

  /** Copies the share of a well-formed cell into {@code batch} from {@code at} on. */
  public static void readShare(Cell cell, long[] batch, int at) {
    ByteBuffer.wrap(
            cell.getValueArray(),
            cell.getValueOffset() + HEADER_BYTES,
            cell.getValueLength() - HEADER_BYTES)
        .asLongBuffer()
        .get(batch, at, (cell.getValueLength() - HEADER_BYTES) / Long.BYTES);
  }
}
