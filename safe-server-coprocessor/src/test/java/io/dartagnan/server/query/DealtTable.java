package io.dartagnan.server.query;

import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Query;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.query.QuerySession;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.SharedProtection;
import io.dartagnan.server.query.agreement.MemoryRow;
import io.dartagnan.server.query.agreement.Version;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * A table of one {@code int64} and one {@code string(15)} column, both additive, and the numbers
 * once more for a suite that computes on bits, as the Safe Client would deal it to three clouds,
 * and what a query over it must find.
 */
public final class DealtTable {
  /** The one family. */
  public static final byte[] FAMILY = {'f'};

  /** Of every cell. */
  public static final long TIMESTAMP = 1_700_000_000_000L;

  private static final int DISTINCT = 1000;

  /** A column of the table. */
  public enum Column {
    NUMBER("additive int64"),
    TEXT("additive string(15)"),
    BITS("replicated-xor int64");

    private final SharedProtection protection;

    Column(String declared) {
      this.protection = (SharedProtection) Protection.parse(declared);
    }

    /** Whether its values are numbers. */
    public boolean isNumber() {
      return this != TEXT;
    }

    /** How it is protected. */
    public Protection protection() {
      return protection;
    }

    /** Its qualifier. */
    public byte[] qualifier() {
      return name().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
    }

    /** The column as a query names it. */
    public QueryColumn asked() {
      return new QueryColumn(FAMILY, qualifier(), protection);
    }
  }

  private final int rows;
  private final byte[][][] values;
  private int spoilt = -1;
  private Party altering;
  private int altered;
  private final List<List<Shares>> shares = new ArrayList<>();

  /** Deals a table. */
  public DealtTable(int rows, Random random) {
    this.rows = rows;
    this.values = new byte[Column.values().length][rows][];
    for (int row = 0; row < rows; row++) {
      values[Column.NUMBER.ordinal()][row] = bytes(random.nextInt(DISTINCT) - DISTINCT / 2);
      values[Column.TEXT.ordinal()][row] =
          ("type" + random.nextInt(DISTINCT)).getBytes(StandardCharsets.UTF_8);
      values[Column.BITS.ordinal()][row] = values[Column.NUMBER.ordinal()][row];
    }
    for (Column column : Column.values()) {
      int limbs = column.protection.laneType().ring().limbs();
      long[] elements = new long[rows * limbs];
      for (int row = 0; row < rows; row++) {
        long[] element = column.protection.laneType().encode(values[column.ordinal()][row]);
        System.arraycopy(element, 0, elements, row * limbs, limbs);
      }
      shares.add(deal(column, elements));
    }
  }

  /** A number as the application writes it. */
  public static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  /** The number of this row is stored from here on as it is in a table of another schema. */
  public void spoil(int row) {
    spoilt = row;
  }

  /** A party has another share of this row's bits from here on than the others think. */
  public void alter(Party party, int row) {
    altering = party;
    altered = row;
  }

  /** How many rows it has. */
  public int rows() {
    return rows;
  }

  /** The key of a row. */
  public static String key(int row) {
    return "row-%08d".formatted(row);
  }

  /** What a party stores of a row's column. */
  public byte[] stored(Party party, int row, Column column) {
    Shares own = shares.get(column.ordinal()).get(party.index());
    byte[] value = ShareCell.encode(column.protection, row, own, row);
    if (party == altering && row == altered && column == Column.BITS) {
      // The sign of the share that it has of the next party.
      value[value.length - Long.BYTES] ^= (byte) 0x80;
    }
    return row == spoilt && column == Column.NUMBER
        ? Arrays.copyOf(value, value.length + Long.BYTES)
        : value;
  }

  /**
   * A party's rows for a query about one column.
   *
   * @param lacking rows of the table that this party does not have
   */
  List<MemoryRow> rows(Party party, Column column, BitSet lacking) {
    List<MemoryRow> stored = new ArrayList<>();
    for (int row = lacking.nextClearBit(0); row < rows; row = lacking.nextClearBit(row + 1)) {
      byte[] value = stored(party, row, column);
      Version version = new Version(TIMESTAMP, row, value, 0, value.length);
      stored.add(MemoryRow.of(key(row), List.of(List.of(version))));
    }
    return stored;
  }

  /** What the three parties are asked, by index of party. */
  public static List<Query> queries(
      SessionId id, Column column, Comparison comparison, byte[] operand) {
    List<Shares> dealt = deal(column, column.protection.laneType().encodeOperand(operand));
    return Party.ALL.stream()
        .map(
            party -> {
              Predicate predicate =
                  new Predicate.And(
                      List.of(
                          PublicCondition.present(0),
                          new SharedCondition(0, comparison, dealt.get(party.index()))));
              return new Query(
                  new QuerySession(id.queryHigh(), id.queryLow(), id.range()),
                  party,
                  Party.ALL.stream().map(ThreeMeshes.SERVERS::get).toList(),
                  column == Column.BITS ? "verified" : ProtocolSuites.DEFAULT,
                  List.of(column.asked()),
                  new Operation.Select(predicate, Operation.Select.NO_LIMIT));
            })
        .toList();
  }

  /** The same queries about the rows from one on alone. */
  public static List<Query> from(int row, List<Query> queries) {
    return queries.stream()
        .map(
            query -> {
              List<QueryColumn> columns = new ArrayList<>(query.columns());
              columns.add(QueryColumn.rowKey());
              Predicate predicate =
                  new Predicate.And(
                      List.of(
                          new PublicCondition(
                              columns.size() - 1,
                              new Comparison(Operator.GREATER_OR_EQUAL, Ordering.UNSIGNED),
                              key(row).getBytes(StandardCharsets.UTF_8)),
                          query.operation().predicate()));
              return new Query(
                  query.session(),
                  query.party(),
                  query.servers(),
                  query.suite(),
                  columns,
                  new Operation.Select(predicate, Operation.Select.NO_LIMIT));
            })
        .toList();
  }

  /** The keys of the rows that must be found, in order. */
  public List<String> matching(Column column, Comparison comparison, byte[] operand) {
    List<String> matching = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      byte[] value = values[column.ordinal()][row];
      int order =
          column.isNumber()
              ? Long.compare(ByteBuffer.wrap(value).getLong(), ByteBuffer.wrap(operand).getLong())
              : Arrays.compareUnsigned(value, operand);
      if (comparison.operator().holds(order)) {
        matching.add(key(row));
      }
    }
    return matching;
  }

  /**
   * The keys of the rows that parties return which lack some of them: of what one lacks the two
   * others cannot tell whether it matches.
   *
   * @param lacking rows that a party does not have, by its index
   */
  public List<String> returned(
      Column column, Comparison comparison, byte[] operand, List<BitSet> lacking) {
    Set<String> matching = Set.copyOf(matching(column, comparison, operand));
    List<String> returned = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      int of = row;
      long without = lacking.stream().filter(party -> party.get(of)).count();
      if (without == 1 || without == 0 && matching.contains(key(row))) {
        returned.add(key(row));
      }
    }
    return returned;
  }

  private static List<Shares> deal(Column column, long[] elements) {
    SharedProtection protection = column.protection;
    return new Dealer(protection.laneSharing(), protection.laneType().ring(), new SecureRandom())
        .deal(elements);
  }
}
