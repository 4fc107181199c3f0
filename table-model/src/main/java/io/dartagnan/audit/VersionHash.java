package io.dartagnan.audit;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.SharedProtection;
import io.dartagnan.schema.VersionDigest;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.Cell;

/**
 * The hash of versions under the salt of one audit: SHA-256 of the salt, the coordinates, the type,
 * and what three clouds must have alike of it. That is the write id of a share, and the value of a
 * plain cell. A share itself never enters it: shares differ between the clouds.
 *
 * <p>The salt is drawn for each audit, so that what happens to collide in one does not in the next.
 * For one thread.
 */
public final class VersionHash {
  private static final byte VALUE = 0;
  private static final byte WRITE_ID = 1;
  private static final byte NO_SHARE = 2;
  private static final byte ROW = 3;

  private final byte[] salt;
  private final MessageDigest sha;
  private final ByteBuffer numbers = ByteBuffer.allocate(3 * Integer.BYTES + Long.BYTES + 2);

  /** A hash under a salt. */
  public VersionHash(byte[] salt) {
    this.salt = salt.clone();
    this.sha = VersionDigest.sha256();
  }

  /**
   * A sum with one more version.
   *
   * @param cell with its bytes in arrays
   * @param protection of its column
   * @param holder whose cloud stores it
   */
  public VersionSum add(VersionSum sum, Cell cell, Protection protection, Party holder) {
    boolean isShared = protection instanceof SharedProtection;
    OptionalLong writeId =
        isShared
            ? protection.agreedId(
                cell.getValueArray(), cell.getValueOffset(), cell.getValueLength(), holder)
            : OptionalLong.empty();
    byte kind = !isShared ? VALUE : writeId.isPresent() ? WRITE_ID : NO_SHARE;
    sha.update(salt);
    sha.update(
        numbers
            .clear()
            .put(kind)
            .putInt(cell.getRowLength())
            .putInt(cell.getFamilyLength())
            .putInt(cell.getQualifierLength())
            .putLong(cell.getTimestamp())
            .put(cell.getType().getCode())
            .flip());
    sha.update(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength());
    sha.update(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength());
    sha.update(cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
    if (!isShared) {
      sha.update(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
    } else if (writeId.isPresent()) {
      sha.update(numbers.clear().putLong(writeId.getAsLong()).flip());
    }
    ByteBuffer hash = ByteBuffer.wrap(sha.digest());
    return sum.plusHash(hash.getLong(), hash.getLong());
  }

  /**
   * Whether a row ends a block: one of 2^{@code bits} does, the same ones on all clouds.
   *
   * @param bits 0 to {@link AuditRequest#MOST_BLOCK_BITS}
   */
  public boolean endsBlock(byte[] row, int bits) {
    if (bits == 0) {
      return true;
    }
    sha.update(salt);
    sha.update(ROW);
    sha.update(row);
    return (ByteBuffer.wrap(sha.digest()).getLong() & ((1L << bits) - 1)) == 0;
  }
}
