package io.dartagnan.server.evaluation;

import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.Protection;
import io.dartagnan.wire.FilterQuery;
import io.dartagnan.wire.ShareBytes;
import io.dartagnan.wire.ShareCell;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table of one {@code int64} and one {@code string(15)} column, both additive, as the Safe Client
 * would deal it to three clouds, and what a filter over it must find.
 */
final class DealtTable {
  static final byte[] FAMILY = Bytes.toBytes("f");
  private static final long TIMESTAMP = 1_700_000_000_000L;
  private static final int DISTINCT = 1000;

  /** A column of the table. */
  enum Column {
    NUMBER("additive int64"),
    TEXT("additive string(15)");

    final byte[] qualifier = Bytes.toBytes(name().toLowerCase(Locale.ROOT));
    final Protection protection;

    Column(String declared) {
      this.protection = Protection.parse(declared);
    }
  }

  private final int rows;
  private final byte[] filler;
  private final byte[][][] values;
  private int spoilt = -1;
  private final List<List<Shares>> shares = new ArrayList<>();

  /**
   * Deals a table.
   *
   * @param fillerBytes length of a plain value that each row has besides; 0 for none
   */
  DealtTable(int rows, int fillerBytes, Random random) {
    this.rows = rows;
    this.filler = new byte[fillerBytes];
    this.values = new byte[Column.values().length][rows][];
    for (int row = 0; row < rows; row++) {
      long number = random.nextInt(DISTINCT) - DISTINCT / 2;
      values[Column.NUMBER.ordinal()][row] = Bytes.toBytes(number);
      values[Column.TEXT.ordinal()][row] = Bytes.toBytes("type" + random.nextInt(DISTINCT));
    }
    for (Column column : Column.values()) {
      int limbs = column.protection.type().ring().limbs();
      long[] elements = new long[rows * limbs];
      for (int row = 0; row < rows; row++) {
        long[] element = column.protection.type().encode(values[column.ordinal()][row]);
        System.arraycopy(element, 0, elements, row * limbs, limbs);
      }
      shares.add(deal(column, elements));
    }
  }

  /** The number of this row is stored from here on as it is in a table of another schema. */
  void spoil(int row) {
    spoilt = row;
  }

  int rows() {
    return rows;
  }

  static String key(int row) {
    return "row-%08d".formatted(row);
  }

  /** A party's cells of a row, in HBase's order. */
  List<Cell> cells(Party party, int row) {
    byte[] key = Bytes.toBytes(key(row));
    List<Cell> cells = new ArrayList<>(3);
    if (filler.length > 0) {
      cells.add(new KeyValue(key, FAMILY, Bytes.toBytes("a"), TIMESTAMP, filler));
    }
    for (Column column : Column.values()) {
      Shares own = shares.get(column.ordinal()).get(party.index());
      byte[] value = ShareCell.encode(column.protection, row, own, row);
      if (row == spoilt && column == Column.NUMBER) {
        value = Arrays.copyOf(value, value.length + Long.BYTES);
      }
      cells.add(new KeyValue(key, FAMILY, column.qualifier, TIMESTAMP, value));
    }
    return cells;
  }

  /** What the three parties are asked, by index of party. */
  static List<FilterQuery> queries(
      SessionId id, Column column, Comparison comparison, byte[] operand) {
    List<Shares> dealt = deal(column, column.protection.type().encodeOperand(operand));
    return Party.ALL.stream()
        .map(
            party ->
                new FilterQuery(
                    id.queryHigh(),
                    id.queryLow(),
                    id.range(),
                    party,
                    Party.ALL.stream().map(ThreeMeshes.SERVERS::get).toList(),
                    ProtocolSuites.DEFAULT,
                    FAMILY,
                    column.qualifier,
                    column.protection,
                    comparison,
                    false,
                    ShareBytes.of(dealt.get(party.index()))))
        .toList();
  }

  /** The keys of the rows that must be found, in order. */
  List<String> matching(Column column, Comparison comparison, byte[] operand) {
    List<String> matching = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      byte[] value = values[column.ordinal()][row];
      int order =
          column == Column.NUMBER
              ? Long.compare(Bytes.toLong(value), Bytes.toLong(operand))
              : Arrays.compareUnsigned(value, operand);
      if (comparison.operator().holds(order)) {
        matching.add(key(row));
      }
    }
    return matching;
  }

  private static List<Shares> deal(Column column, long[] elements) {
    Protection protection = column.protection;
    return new Dealer(protection.sharing(), protection.type().ring(), new SecureRandom())
        .deal(elements);
  }
}
