package io.dartagnan.query;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PredicateFormat;
import io.dartagnan.schema.Protection;
import io.dartagnan.wire.Fields;
import io.dartagnan.wire.Layout;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The wire form of a {@link Query}. Sizes in bytes, numbers big-endian and unsigned:
 *
 * <pre>
 *   layout = 2 (1) | party (1) | query id (16) | range (4)
 *   3 x [ length (2) | name of that party's region server ]
 *   length (2) | suite
 *   columns (2), each:  length (2) | family
 *                       length (2) | qualifier
 *                       length (2) | protection, as a schema writes it
 *   select     1 (1) | limit (4)
 *   aggregate  2 (1) | column (2) | functions (1): 1 count, 2 sum, 4 min, 8 max
 *   counts     3 (1)
 *   length (4) | predicate, as {@link PredicateFormat} lays it out
 * </pre>
 */
final class QueryFormat {
  private static final byte LAYOUT = 2;
  private static final byte SELECT = 1;
  private static final byte AGGREGATE = 2;
  private static final byte COUNTS = 3;
  private static final int HEADER_BYTES = 1 + 1 + 16 + 4;
  private static final int OPERATION_BYTES = 1 + Integer.BYTES;

  private QueryFormat() {}

  static byte[] encode(Query query) {
    ByteArrayOutputStream into = new ByteArrayOutputStream(512);
    into.writeBytes(
        ByteBuffer.allocate(HEADER_BYTES)
            .put(LAYOUT)
            .put((byte) query.party().index())
            .putLong(query.session().high())
            .putLong(query.session().low())
            .putInt(query.session().range())
            .array());
    query.servers().forEach(server -> Fields.writeShortBytes(into, Fields.utf8(server)));
    Fields.writeShortBytes(into, Fields.utf8(query.suite()));
    into.writeBytes(
        ByteBuffer.allocate(Short.BYTES).putShort((short) query.columns().size()).array());
    for (QueryColumn column : query.columns()) {
      Fields.writeShortBytes(into, column.family());
      Fields.writeShortBytes(into, column.qualifier());
      Fields.writeShortBytes(into, Fields.utf8(column.protection().written()));
    }
    into.writeBytes(operation(query.operation()));
    byte[] predicate = PredicateFormat.encode(query.operation().predicate(), query.party());
    into.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(predicate.length).array());
    into.writeBytes(predicate);
    return into.toByteArray();
  }

  private static byte[] operation(Operation operation) {
    ByteBuffer into = ByteBuffer.allocate(OPERATION_BYTES);
    if (operation instanceof Operation.Aggregate aggregate) {
      into.put(AGGREGATE)
          .putShort((short) aggregate.column())
          .put((byte) Operation.Function.encode(aggregate.functions()));
      return Arrays.copyOf(into.array(), into.position());
    }
    if (operation instanceof Operation.Select select) {
      return into.put(SELECT).putInt(select.limit()).array();
    }
    return new byte[] {COUNTS};
  }

  static Query decode(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    try {
      Layout.requireOfClient("a query", from.get(), LAYOUT);
      Party party = Party.of(from.get());
      QuerySession session = QuerySession.read(from);
      List<String> servers = Fields.getTexts(from, Party.ALL.size());
      String suite = Fields.utf8(Fields.getShortBytes(from));
      List<QueryColumn> columns = columns(from);
      Operation operation = operation(from, party);
      if (from.hasRemaining()) {
        throw new IllegalArgumentException("a query with bytes after its end was given");
      }
      return new Query(session, party, servers, suite, columns, operation);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a query that ends too early was given", e);
    }
  }

  private static List<QueryColumn> columns(ByteBuffer from) {
    int count = Short.toUnsignedInt(from.getShort());
    if (count > Query.MAX_COLUMNS) {
      throw new IllegalArgumentException(
          "%d columns given in a query, 1 to %d are allowed".formatted(count, Query.MAX_COLUMNS));
    }
    List<QueryColumn> columns = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      columns.add(
          new QueryColumn(
              Fields.getShortBytes(from),
              Fields.getShortBytes(from),
              Protection.ofText(Fields.utf8(Fields.getShortBytes(from)))));
    }
    return columns;
  }

  private static Operation operation(ByteBuffer from, Party party) {
    byte kind = from.get();
    return switch (kind) {
      case SELECT -> {
        int limit = from.getInt();
        yield new Operation.Select(predicate(from, party), limit);
      }
      case AGGREGATE -> {
        int column = Short.toUnsignedInt(from.getShort());
        var functions = Operation.Function.decode(Byte.toUnsignedInt(from.get()));
        yield new Operation.Aggregate(predicate(from, party), column, functions);
      }
      case COUNTS -> {
        if (predicate(from, party) instanceof Predicate.Or each) {
          yield new Operation.Counts(each);
        }
        throw new IllegalArgumentException(
            "a query for counts was given whose predicate is no disjunction of what to count");
      }
      default ->
          throw new IllegalArgumentException(
              "an operation of kind %d was given in a query, kinds %d to %d are known"
                  .formatted(kind, SELECT, COUNTS));
    };
  }

  private static Predicate predicate(ByteBuffer from, Party party) {
    return PredicateFormat.decode(Fields.getBytes(from, from.getInt()), party);
  }
}
