package io.dartagnan.write;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Attribute of a delete by which a client takes back a write of its own that did not reach all
 * three clouds.
 *
 * <pre>
 *   layout (1) | id of each version (8 each)
 * </pre>
 *
 * The delete has a cell of type {@code Delete}, at the exact timestamp, for each cell of the write;
 * the mark has the id of each, in the order of the delete's families and cells. A cloud deletes
 * only if it has no version at one of those coordinates with another id: that would be of somebody
 * else's write.
 *
 * @param versionIds what {@code Protection.writeId} gives for each cell of the write, on the cloud
 *     that the delete goes to
 */
public record WithdrawalMark(long[] versionIds) {

  /** Name of the attribute. */
  public static final String ATTRIBUTE = "dartagnan.withdrawal";

  private static final byte LAYOUT = 1;

  /** Keeps a copy. */
  public WithdrawalMark {
    versionIds = versionIds.clone();
  }

  @Override
  public long[] versionIds() {
    return versionIds.clone();
  }

  /** The attribute's value. */
  public byte[] encode() {
    ByteBuffer into = ByteBuffer.allocate(1 + versionIds.length * Long.BYTES).put(LAYOUT);
    for (long id : versionIds) {
      into.putLong(id);
    }
    return into.array();
  }

  /**
   * Reads the attribute's value.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static WithdrawalMark decode(byte[] value) {
    if (value.length == 0 || value[0] != LAYOUT || (value.length - 1) % Long.BYTES != 0) {
      throw new IllegalArgumentException(
          "a withdrawal mark of " + value.length + " bytes and an unknown layout was received");
    }
    ByteBuffer from = ByteBuffer.wrap(value, 1, value.length - 1);
    long[] ids = new long[(value.length - 1) / Long.BYTES];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = from.getLong();
    }
    return new WithdrawalMark(ids);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WithdrawalMark that && Arrays.equals(versionIds, that.versionIds);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(versionIds);
  }

  @Override
  public String toString() {
    return "withdrawal of " + versionIds.length + " versions";
  }
}
