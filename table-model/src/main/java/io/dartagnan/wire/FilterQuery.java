package io.dartagnan.wire;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.schema.Protection;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What one party is asked to do with one range of a table: the attribute {@link #ATTRIBUTE} of the
 * scan that the Safe Client opens on that party's region.
 *
 * <pre>
 *   layout (1) | party (1) | operator (1) | ordering (1) | flags (1)
 *   query id (16) | range (4)
 *   3 x [ length (2) | name of that party's region server ]
 *   length (2) | suite
 *   length (2) | family
 *   length (2) | qualifier
 *   length (2) | protection, as a schema writes it
 *   length (4) | operand
 * </pre>
 *
 * All numbers are big-endian. Flag bit 0: rows without the column are kept.
 *
 * @param queryHigh first half of the random query id, the same at all parties
 * @param queryLow second half
 * @param range which range of the query this is; with the query id it names one session
 * @param party who is asked
 * @param servers the region servers that hold the range at party 0, 1 and 2, as HBase names them
 * @param suite name of the protocol suite
 * @param family column family of the column that is compared
 * @param qualifier its qualifier
 * @param protection how the client believes the column to be protected
 * @param comparison operator and ordering
 * @param keepMissing whether rows without the column are part of the result
 * @param operand this party's share of the operand as {@link ShareBytes} lays it out; the operand
 *     itself on a plain column
 */
public record FilterQuery(
    long queryHigh,
    long queryLow,
    int range,
    Party party,
    List<String> servers,
    String suite,
    byte[] family,
    byte[] qualifier,
    Protection protection,
    Comparison comparison,
    boolean keepMissing,
    byte[] operand) {

  /** The name of the scan attribute that holds an encoded query. */
  public static final String ATTRIBUTE = "dartagnan.query";

  private static final byte LAYOUT = 1;
  private static final int FIXED_BYTES = 5 + 20 + 3 * 2 + 4 * 2 + 4;
  private static final int KEEP_MISSING = 1;

  /** Checks that there are three servers. */
  public FilterQuery {
    servers = List.copyOf(servers);
    if (servers.size() != Party.ALL.size()) {
      throw new IllegalArgumentException(servers.size() + " servers given, three are needed");
    }
  }

  /** The attribute's value. */
  public byte[] encode() {
    List<byte[]> names = servers.stream().map(Fields::utf8).toList();
    byte[] suiteName = Fields.utf8(suite);
    byte[] declared = Fields.utf8(protection.toString());
    int variable =
        names.stream().mapToInt(name -> name.length).sum()
            + suiteName.length
            + family.length
            + qualifier.length
            + declared.length
            + operand.length;
    ByteBuffer into = ByteBuffer.allocate(FIXED_BYTES + variable);
    into.put(LAYOUT)
        .put((byte) party.index())
        .put((byte) comparison.operator().code())
        .put((byte) comparison.ordering().code())
        .put((byte) (keepMissing ? KEEP_MISSING : 0))
        .putLong(queryHigh)
        .putLong(queryLow)
        .putInt(range);
    names.forEach(name -> Fields.putShortBytes(into, name));
    Fields.putShortBytes(into, suiteName);
    Fields.putShortBytes(into, family);
    Fields.putShortBytes(into, qualifier);
    Fields.putShortBytes(into, declared);
    into.putInt(operand.length).put(operand);
    return into.array();
  }

  /**
   * Reads an attribute's value.
   *
   * @throws IllegalArgumentException if it is not a well-formed query
   */
  public static FilterQuery decode(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    try {
      byte layout = from.get();
      if (layout != LAYOUT) {
        throw new IllegalArgumentException(
            "a filter query of layout %d was given, this server knows layout %d; client and server are of different releases"
                .formatted(layout, LAYOUT));
      }
      Party party = Party.of(from.get());
      Operator operator = Operator.ofCode(from.get());
      Ordering ordering = Ordering.ofCode(from.get());
      byte flags = from.get();
      if ((flags & ~KEEP_MISSING) != 0) {
        throw new IllegalArgumentException("a filter query with unknown flags was given");
      }
      long queryHigh = from.getLong();
      long queryLow = from.getLong();
      int range = from.getInt();
      List<String> servers = new ArrayList<>(Party.ALL.size());
      for (int i = 0; i < Party.ALL.size(); i++) {
        servers.add(Fields.utf8(Fields.getShortBytes(from)));
      }
      String suite = Fields.utf8(Fields.getShortBytes(from));
      byte[] family = Fields.getShortBytes(from);
      byte[] qualifier = Fields.getShortBytes(from);
      Protection protection = Protection.parse(Fields.utf8(Fields.getShortBytes(from)));
      byte[] operand = Fields.getBytes(from, from.getInt());
      if (from.hasRemaining()) {
        throw new IllegalArgumentException("a filter query with bytes after its end was given");
      }
      return new FilterQuery(
          queryHigh,
          queryLow,
          range,
          party,
          servers,
          suite,
          family,
          qualifier,
          protection,
          new Comparison(operator, ordering),
          flags != 0,
          operand);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a filter query that ends too early was given", e);
    }
  }

  /** Names the session and the server; never the operand. */
  @Override
  public String toString() {
    return "filter query %016x%016x/%d at %s".formatted(queryHigh, queryLow, range, party);
  }
}
