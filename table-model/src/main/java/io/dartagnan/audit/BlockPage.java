package io.dartagnan.audit;

import io.dartagnan.wire.Fields;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A part of a cloud's answer to an {@link AuditRequest} for blocks: the value of the only cell of a
 * result.
 *
 * <pre>
 *   layout = 0xA1 (1) | last (1) | count (4), each:
 *   length (2) | last row | rows (8) | versions (8) | sum (16)
 * </pre>
 *
 * All numbers are big-endian.
 *
 * @param last whether the range is done; then the last block {@linkplain BlockDigest#endsRange ends
 *     it}
 * @param blocks in order of rows; may be none, of a cloud that is still reading
 */
public record BlockPage(boolean last, List<BlockDigest> blocks) {
  private static final byte LAYOUT = (byte) 0xA1;

  /** Keeps a copy. */
  public BlockPage {
    blocks = List.copyOf(blocks);
  }

  /** The value of the cell. */
  public byte[] encode() {
    return AuditFormat.encode(
        LAYOUT,
        last,
        blocks,
        (into, block) -> {
          Fields.writeShortBytes(into, block.lastRow());
          ByteBuffer numbers = ByteBuffer.allocate(Long.BYTES + VersionSum.BYTES);
          numbers.putLong(block.rows());
          block.sum().write(numbers);
          into.writeBytes(numbers.array());
        });
  }

  /**
   * Reads the value of the cell.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static BlockPage decode(byte[] value) {
    return AuditFormat.decode(
        value,
        LAYOUT,
        from -> new BlockDigest(Fields.getShortBytes(from), from.getLong(), VersionSum.read(from)),
        BlockPage::new);
  }
}
