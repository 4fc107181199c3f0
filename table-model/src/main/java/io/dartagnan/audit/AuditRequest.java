package io.dartagnan.audit;

import io.dartagnan.mpc.Party;
import io.dartagnan.wire.Fields;
import io.dartagnan.wire.Layout;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * The request to one cloud to tell what it stores of a range of rows: the attribute of a scan of
 * one region.
 *
 * <pre>
 *   layout = 1 (1) | detail (1) | block bits (1) | party (1) | salt (16)
 *   length (2) | name of the region server
 *   length (2) | start row
 *   length (2) | stop row
 * </pre>
 *
 * All numbers are big-endian. The rows stand in it although the scan has them too: HBase's client
 * moves the start of a scan that it opens again, and such a one must not be answered.
 *
 * @param detail what is to be told
 * @param blockBits one row of 2^{@code blockBits} ends a block; 0 for a block per row. Of {@link
 *     Detail#BLOCKS} alone
 * @param party who is asked
 * @param salt {@value #SALT_BYTES} random bytes, the same for the three clouds
 * @param server the region server that holds the rows, as HBase names it
 * @param start the first row; empty for the table's first
 * @param stop the row behind the last; empty for the end of the table
 */
public record AuditRequest(
    Detail detail,
    int blockBits,
    Party party,
    byte[] salt,
    String server,
    byte[] start,
    byte[] stop) {

  /** Name of the scan attribute. */
  public static final String ATTRIBUTE = "dartagnan.audit";

  /** Length of a salt. */
  public static final int SALT_BYTES = 16;

  /** Most block bits. */
  public static final int MOST_BLOCK_BITS = 20;

  /** The kind of answer that a cloud is to give of its rows. */
  public enum Detail {
    /** Digests of blocks of rows, in {@link BlockPage}s. */
    BLOCKS,
    /** Coordinates and write ids of every version and every delete, in {@link VersionPage}s. */
    VERSIONS
  }

  private static final byte LAYOUT = 1;

  /** Checks the numbers. */
  public AuditRequest {
    if (blockBits < 0 || blockBits > MOST_BLOCK_BITS) {
      throw new IllegalArgumentException(
          "blocks of 2^%d rows were asked for, 2^0 to 2^%d are allowed"
              .formatted(blockBits, MOST_BLOCK_BITS));
    }
    if (salt.length != SALT_BYTES) {
      throw new IllegalArgumentException(
          "a salt of %d bytes was given, it must have %d".formatted(salt.length, SALT_BYTES));
    }
    salt = salt.clone();
  }

  @Override
  public byte[] salt() {
    return salt.clone();
  }

  /** The attribute's value. */
  public byte[] encode() {
    ByteArrayOutputStream into = new ByteArrayOutputStream(128);
    into.write(LAYOUT);
    into.write(detail.ordinal());
    into.write(blockBits);
    into.write(party.index());
    into.writeBytes(salt);
    Fields.writeShortBytes(into, Fields.utf8(server));
    Fields.writeShortBytes(into, start);
    Fields.writeShortBytes(into, stop);
    return into.toByteArray();
  }

  /**
   * Reads the attribute's value.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static AuditRequest decode(byte[] value) {
    ByteBuffer from = ByteBuffer.wrap(value);
    try {
      Layout.requireOfClient("a request for an audit", from.get(), LAYOUT);
      int detail = from.get();
      if (detail < 0 || detail >= Detail.values().length) {
        throw new IllegalArgumentException("an audit of unknown detail was asked for");
      }
      AuditRequest request =
          new AuditRequest(
              Detail.values()[detail],
              from.get(),
              Party.of(from.get()),
              Fields.getBytes(from, SALT_BYTES),
              Fields.utf8(Fields.getShortBytes(from)),
              Fields.getShortBytes(from),
              Fields.getShortBytes(from));
      if (from.hasRemaining()) {
        throw new IllegalArgumentException(
            "a request for an audit with bytes after its end came in");
      }
      return request;
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a request for an audit that is cut short came in", e);
    }
  }

  /** Names the party and the detail. */
  @Override
  public String toString() {
    return "audit of %s at %s".formatted(detail, party);
  }
}
