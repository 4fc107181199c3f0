package io.dartagnan.repair;

import io.dartagnan.mpc.Party;
import io.dartagnan.query.QuerySession;
import io.dartagnan.wire.Fields;
import io.dartagnan.wire.Layout;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The request to one cloud to take part in the repair of a range of rows: the attribute of a scan
 * of one region.
 *
 * <pre>
 *   layout = 1 (1) | flags (1): 1 dry, 2 durable | party (1) | lost (1) | repair id (16) | range (4)
 *   3 x [ length (2) | name of that party's region server ]
 *   length (2) | start row
 *   length (2) | stop row
 * </pre>
 *
 * All numbers are big-endian. The rows stand in it although the scan has them too: HBase's client
 * moves the start of a scan that it opens again, and such a one must not be answered.
 *
 * @param session names the session of the three, the same at all parties
 * @param party who is asked
 * @param lost the party whose cloud is rebuilt; the two others give
 * @param dry whether nothing is to be written
 * @param durable whether only what was made durable is rebuilt
 * @param servers the region servers that hold the range at party 0, 1 and 2, as HBase names them
 * @param start the first row; empty for the table's first
 * @param stop the row behind the last; empty for the end of the table
 */
public record RepairRequest(
    QuerySession session,
    Party party,
    Party lost,
    boolean dry,
    boolean durable,
    List<String> servers,
    byte[] start,
    byte[] stop) {

  /** Name of the scan attribute. */
  public static final String ATTRIBUTE = "dartagnan.repair";

  private static final byte LAYOUT = 1;
  private static final int DRY = 1;
  private static final int DURABLE = 2;
  private static final int FIXED_BYTES = 4 + 2 * Long.BYTES + Integer.BYTES;

  /** Checks that there are three servers. */
  public RepairRequest {
    servers = List.copyOf(servers);
    if (servers.size() != Party.ALL.size()) {
      throw new IllegalArgumentException(servers.size() + " servers given, three are needed");
    }
  }

  /** The attribute's value. */
  public byte[] encode() {
    ByteArrayOutputStream into = new ByteArrayOutputStream(256);
    into.writeBytes(
        ByteBuffer.allocate(FIXED_BYTES)
            .put(LAYOUT)
            .put((byte) ((dry ? DRY : 0) | (durable ? DURABLE : 0)))
            .put((byte) party.index())
            .put((byte) lost.index())
            .putLong(session.high())
            .putLong(session.low())
            .putInt(session.range())
            .array());
    servers.forEach(server -> Fields.writeShortBytes(into, Fields.utf8(server)));
    Fields.writeShortBytes(into, start);
    Fields.writeShortBytes(into, stop);
    return into.toByteArray();
  }

  /**
   * Reads the attribute's value. Trusts nothing.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static RepairRequest decode(byte[] value) {
    ByteBuffer from = ByteBuffer.wrap(value);
    try {
      Layout.requireOfClient("a request for a repair", from.get(), LAYOUT);
      byte flags = from.get();
      if ((flags & ~(DRY | DURABLE)) != 0) {
        throw new IllegalArgumentException("a repair with unknown flags was asked for");
      }
      Party party = Party.of(from.get());
      Party lost = Party.of(from.get());
      QuerySession session = QuerySession.read(from);
      List<String> servers = Fields.getTexts(from, Party.ALL.size());
      byte[] start = Fields.getShortBytes(from);
      byte[] stop = Fields.getShortBytes(from);
      if (from.hasRemaining()) {
        throw new IllegalArgumentException(
            "a request for a repair with bytes after its end came in");
      }
      return new RepairRequest(
          session, party, lost, (flags & DRY) != 0, (flags & DURABLE) != 0, servers, start, stop);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a request for a repair that is cut short came in", e);
    }
  }

  /** Names the session and the parties. */
  @Override
  public String toString() {
    return "repair %s of %s at %s".formatted(session, lost, party);
  }
}
