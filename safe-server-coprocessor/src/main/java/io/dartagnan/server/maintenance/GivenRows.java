package io.dartagnan.server.maintenance;

import io.dartagnan.audit.HeldVersion.Column;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.wire.Fields;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A batch of whole rows from a giver.
 *
 * <pre>
 *   schema (8) | exhausted (1) | rows (4) | length (2) | last row
 *   count (4) of versions, each:
 *   length (2) | row | length (2) | family | length (2) | qualifier
 *   timestamp (8) | write id (8) | flags (1): 1 settled, 2 plain, 4 not durable
 *   length (4) | content
 * </pre>
 *
 * All numbers are big-endian.
 *
 * @param schema the digest of the giver's schema
 * @param exhausted whether no row follows in the range
 * @param rows how many rows there are, those without a version to give included
 * @param lastRow the last of them; empty if there is none
 * @param versions in the order of the table, and the newest of each column first
 */
record GivenRows(long schema, boolean exhausted, int rows, byte[] lastRow, List<Version> versions) {
  private static final int SETTLED = 1;
  private static final int PLAIN = 2;
  private static final int NOT_DURABLE = 4;

  /** Whether nothing can be said of any row yet. */
  boolean isNothingYet() {
    return !exhausted && rows == 0;
  }

  byte[] encode() {
    ByteArrayOutputStream into = new ByteArrayOutputStream(1024);
    into.writeBytes(
        ByteBuffer.allocate(Long.BYTES + 1 + Integer.BYTES)
            .putLong(schema)
            .put((byte) (exhausted ? 1 : 0))
            .putInt(rows)
            .array());
    Fields.writeShortBytes(into, lastRow);
    into.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(versions.size()).array());
    for (Version version : versions) {
      Fields.writeShortBytes(into, version.column().row());
      Fields.writeShortBytes(into, version.column().family());
      Fields.writeShortBytes(into, version.column().qualifier());
      into.writeBytes(
          ByteBuffer.allocate(2 * Long.BYTES + 1 + Integer.BYTES)
              .putLong(version.timestamp())
              .putLong(version.id())
              .put(flags(version))
              .putInt(version.content().length)
              .array());
      into.writeBytes(version.content());
    }
    return into.toByteArray();
  }

  private static byte flags(Version version) {
    return (byte)
        ((version.settled() ? SETTLED : 0)
            | (version.isPlain() ? PLAIN : 0)
            | (version.durable() ? 0 : NOT_DURABLE));
  }

  /**
   * Reads what a giver sent. Trusts nothing.
   *
   * @throws ProtocolException naming the giver if it is no batch of rows in order
   */
  static GivenRows decode(Party giver, ByteBuffer from) {
    try {
      long schema = from.getLong();
      boolean exhausted = from.get() != 0;
      int rows = from.getInt();
      byte[] lastRow = Fields.getShortBytes(from);
      int count = from.getInt();
      List<Version> versions =
          new ArrayList<>(Math.min(Math.max(count, 0), from.remaining() / Long.BYTES));
      byte[] before = new byte[0];
      for (int i = 0; i < count; i++) {
        Version version = version(from);
        byte[] row = version.column().row();
        if (Arrays.compareUnsigned(before, row) > 0 || Arrays.compareUnsigned(row, lastRow) > 0) {
          throw new ProtocolException(giver, "gave rows out of order");
        }
        before = row;
        versions.add(version);
      }
      if (count < 0 || rows < 0 || (rows == 0) != (lastRow.length == 0) || from.hasRemaining()) {
        throw new ProtocolException(giver, "gave rows with a wrong count");
      }
      return new GivenRows(schema, exhausted, rows, lastRow, versions);
    } catch (BufferUnderflowException e) {
      throw new ProtocolException(giver, "gave rows that are cut short");
    }
  }

  private static Version version(ByteBuffer from) {
    Column column =
        new Column(
            Fields.getShortBytes(from), Fields.getShortBytes(from), Fields.getShortBytes(from));
    long timestamp = from.getLong();
    long id = from.getLong();
    int flags = from.get();
    return new Version(
        column,
        timestamp,
        id,
        (flags & SETTLED) != 0,
        (flags & NOT_DURABLE) == 0,
        (flags & PLAIN) != 0,
        Fields.getBytes(from, from.getInt()));
  }

  /**
   * One version as a giver sends it.
   *
   * @param column its place
   * @param timestamp its
   * @param id its write id; of a plain cell a number that stands for the value
   * @param settled whether the giver knows that it was once on all three clouds
   * @param durable whether it was made durable before it was acknowledged
   * @param isPlain whether the content is the value of a plain cell
   * @param content the value of a plain cell; else the share that giver and receiver have in common
   */
  record Version(
      Column column,
      long timestamp,
      long id,
      boolean settled,
      boolean durable,
      boolean isPlain,
      byte[] content) {

    /** Whether two givers mean the same version; of what they share nothing can be compared. */
    boolean isOneWith(Version other) {
      return column.equals(other.column)
          && timestamp == other.timestamp
          && id == other.id
          && isPlain == other.isPlain
          && (!isPlain || Arrays.equals(content, other.content));
    }

    /** Names the place, never the content. */
    @Override
    public String toString() {
      return "version of write %016x at timestamp %d".formatted(id, timestamp);
    }
  }
}
