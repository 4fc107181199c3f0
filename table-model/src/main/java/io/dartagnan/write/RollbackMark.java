package io.dartagnan.write;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * Attribute of a delete by which a client takes back a write of its own that did not reach all
 * three clouds.
 *
 * <pre>
 *   layout (1): 1 | id of each version (8 each)
 *   layout (1): 2 | writer (8) | stamp (8) | id of each version (8 each)
 * </pre>
 *
 * All numbers are big-endian.
 *
 * <p>The delete has a cell of type {@code Delete}, at the exact timestamp, for each cell of the
 * write; the mark has the id of each, in the order of the delete's families and cells. A cloud
 * deletes only if it has no version at one of those coordinates with another id: that would be of
 * somebody else's write.
 *
 * <p>The second layout is that of a write with timestamps of the application's own, which may have
 * taken the place of other versions. What it names there is not deleted: the version before it
 * comes back, see {@link ReplacedVersions}.
 *
 * @param write the write; empty if all its timestamps are its stamp, so that they name it
 * @param versionIds what {@code Protection.writeId} gives for each cell of the write, on the cloud
 *     that the delete goes to
 */
public record RollbackMark(Optional<Write> write, long[] versionIds) {

  /**
   * The write that is taken back.
   *
   * @param writer the number of its writer
   * @param stamp its stamp
   */
  public record Write(long writer, long stamp) {}

  /** Name of the attribute. */
  public static final String ATTRIBUTE = "dartagnan.withdrawal";

  private static final byte LAYOUT = 1;
  private static final byte LAYOUT_OF_WRITE = 2;
  private static final int WRITE_BYTES = 2 * Long.BYTES;

  /** Keeps a copy. */
  public RollbackMark {
    versionIds = versionIds.clone();
  }

  /** The mark of a write all of whose timestamps are its stamp. */
  public RollbackMark(long[] versionIds) {
    this(Optional.empty(), versionIds);
  }

  @Override
  public long[] versionIds() {
    return versionIds.clone();
  }

  /** The attribute's value. */
  public byte[] encode() {
    ByteBuffer into = ByteBuffer.allocate(1 + WRITE_BYTES + versionIds.length * Long.BYTES);
    into.put(write.isPresent() ? LAYOUT_OF_WRITE : LAYOUT);
    write.ifPresent(of -> into.putLong(of.writer).putLong(of.stamp));
    for (long id : versionIds) {
      into.putLong(id);
    }
    return Arrays.copyOf(into.array(), into.position());
  }

  /**
   * Reads the attribute's value.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static RollbackMark decode(byte[] value) {
    ByteBuffer from = ByteBuffer.wrap(value);
    byte layout = from.hasRemaining() ? from.get() : 0;
    boolean isOfWrite = layout == LAYOUT_OF_WRITE && from.remaining() >= WRITE_BYTES;
    if ((layout != LAYOUT && !isOfWrite) || from.remaining() % Long.BYTES != 0) {
      throw new IllegalArgumentException(
          "a rollback mark of " + value.length + " bytes and an unknown layout was received");
    }
    Optional<Write> write =
        isOfWrite ? Optional.of(new Write(from.getLong(), from.getLong())) : Optional.empty();
    long[] ids = new long[from.remaining() / Long.BYTES];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = from.getLong();
    }
    return new RollbackMark(write, ids);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RollbackMark that
        && write.equals(that.write)
        && Arrays.equals(versionIds, that.versionIds);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(versionIds);
  }

  @Override
  public String toString() {
    return "rollback of " + versionIds.length + " versions";
  }
}
