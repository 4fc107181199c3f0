package io.dartagnan.audit;

import io.dartagnan.wire.Fields;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A part of a cloud's answer to an {@link AuditRequest} for versions: the value of the only cell of
 * a result.
 *
 * <pre>
 *   layout = 0xA2 (1) | last (1) | count (4), each:
 *   length (2) | row | length (2) | family | length (2) | qualifier
 *   timestamp (8) | kind (1) | id (8) | settled (1) | stamp (8)
 * </pre>
 *
 * All numbers are big-endian.
 *
 * @param last whether the range is done
 * @param held in no particular order
 */
public record VersionPage(boolean last, List<HeldVersion> held) {
  private static final byte LAYOUT = (byte) 0xA2;

  /** Keeps a copy. */
  public VersionPage {
    held = List.copyOf(held);
  }

  /** The value of the cell. */
  public byte[] encode() {
    return AuditFormat.encode(
        LAYOUT,
        last,
        held,
        (into, each) -> {
          Fields.writeShortBytes(into, each.column().row());
          Fields.writeShortBytes(into, each.column().family());
          Fields.writeShortBytes(into, each.column().qualifier());
          into.writeBytes(
              ByteBuffer.allocate(3 * Long.BYTES + 2)
                  .putLong(each.timestamp())
                  .put((byte) each.kind().ordinal())
                  .putLong(each.id())
                  .put((byte) (each.settled() ? 1 : 0))
                  .putLong(each.stamp())
                  .array());
        });
  }

  /**
   * Reads the value of the cell.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static VersionPage decode(byte[] value) {
    return AuditFormat.decode(value, LAYOUT, VersionPage::read, VersionPage::new);
  }

  private static HeldVersion read(ByteBuffer from) {
    HeldVersion.Column column =
        new HeldVersion.Column(
            Fields.getShortBytes(from), Fields.getShortBytes(from), Fields.getShortBytes(from));
    return new HeldVersion(
        column, from.getLong(), kind(from.get()), from.getLong(), from.get() == 1, from.getLong());
  }

  private static HeldVersion.Kind kind(int number) {
    HeldVersion.Kind[] kinds = HeldVersion.Kind.values();
    if (number < 0 || number >= kinds.length) {
      throw new IllegalArgumentException(
          "an answer with a version of an unknown kind to an audit was received");
    }
    return kinds[number];
  }
}
