package io.dartagnan.server.query;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.LaneProtection;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.SharedProtection;
import io.dartagnan.server.query.agreement.AlignedBatch;
import io.dartagnan.server.query.agreement.AlignedBatch.AlignedRow;
import io.dartagnan.server.query.agreement.MemoryRow;
import io.dartagnan.server.query.agreement.RowBatch;
import io.dartagnan.server.query.agreement.Version;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Agreed rows with a column of every kind, and predicates over them with their plaintext. */
final class SelectionTable {
  private static final int DISTINCT = 7;
  private static final List<String> COLUMNS =
      List.of(
          "plain",
          "plain",
          "additive int64",
          "additive string(12)",
          "additive bytes(5)",
          "xor int64",
          "xor string(12)",
          "xor bytes(5)",
          "replicated int64",
          "replicated string(12)",
          "replicated bytes(5)");

  /** A predicate's three copies, and what it says of a row. */
  record Asked(List<Predicate> copies, IntPredicate holds, String text) {

    Predicate ofParty(Party party) {
      return copies.get(party.index());
    }

    static Asked and(List<Asked> children) {
      return new Asked(
          copies(children, Predicate.And::new),
          row -> children.stream().allMatch(child -> child.holds.test(row)),
          joined(children, " AND "));
    }

    static Asked or(List<Asked> children) {
      return new Asked(
          copies(children, Predicate.Or::new),
          row -> children.stream().anyMatch(child -> child.holds.test(row)),
          joined(children, " OR "));
    }

    static Asked not(Asked child) {
      return new Asked(
          child.copies.stream().map(copy -> (Predicate) new Predicate.Not(copy)).toList(),
          child.holds.negate(),
          "NOT " + child.text);
    }

    private static List<Predicate> copies(
        List<Asked> children, java.util.function.Function<List<Predicate>, Predicate> node) {
      return Party.ALL.stream()
          .map(party -> node.apply(children.stream().map(child -> child.ofParty(party)).toList()))
          .toList();
    }

    private static String joined(List<Asked> children, String word) {
      return children.stream().map(Asked::text).collect(Collectors.joining(word, "(", ")"));
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private final List<QueryColumn> columns = new ArrayList<>();
  private final int rows;
  // By column and row; null where the row lacks the column.
  private final byte[][][] values;
  private final List<List<AlignedRow<MemoryRow>>> ofParties =
      List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

  SelectionTable(int rows, Random random) {
    this(ProtocolSuites.installed().named(ProtocolSuites.DEFAULT), rows, 5, random);
  }

  SelectionTable(ProtocolSuite suite, int rows, Random random) {
    this(suite, rows, 5, random);
  }

  SelectionTable(int rows, int oneMissingOf, Random random) {
    this(ProtocolSuites.installed().named(ProtocolSuites.DEFAULT), rows, oneMissingOf, random);
  }

  /**
   * Rows with few distinct values, in columns that a suite computes on.
   *
   * @param oneMissingOf of so many values one is missing; 0 for none
   */
  SelectionTable(ProtocolSuite suite, int rows, int oneMissingOf, Random random) {
    this.rows = rows;
    for (String declared : COLUMNS) {
      Protection protection = Protection.parse(declared).under(suite.sharings());
      if (!protection.needsSuite()
          || suite.sharings().contains(((LaneProtection) protection).laneSharing())) {
        columns.add(
            new QueryColumn(
                new byte[] {'f'},
                ("q" + columns.size()).getBytes(StandardCharsets.UTF_8),
                protection));
      }
    }
    columns.add(QueryColumn.anyCell());
    this.values = new byte[columns.size()][rows][];
    for (int row = 0; row < rows; row++) {
      List<Version[]> versions = Party.ALL.stream().map(p -> new Version[columns.size()]).toList();
      for (int column = 0; column < columns.size(); column++) {
        if (oneMissingOf == 0 || random.nextInt(oneMissingOf) > 0) {
          values[column][row] = value(column, random);
          store(row, column, versions);
        }
      }
      for (Party party : Party.ALL) {
        MemoryRow stored = MemoryRow.of(key(row), List.of());
        ofParties
            .get(party.index())
            .add(new AlignedRow<>(stored, versions.get(party.index()), false));
      }
    }
  }

  private void store(int row, int column, List<Version[]> versions) {
    byte[] value = values[column][row];
    LaneProtection protection = columns.get(column).lanes();
    List<Shares> dealt =
        protection.needsSuite() ? deal(protection, protection.laneType().encode(value)) : null;
    for (Party party : Party.ALL) {
      byte[] stored = dealt == null ? value : cell(protection, dealt.get(party.index()));
      versions.get(party.index())[column] = new Version(1, row, stored, 0, stored.length);
    }
  }

  /** What a cloud stores of a share. */
  static byte[] cell(Protection protection, Shares share) {
    return ShareCell.encode((SharedProtection) protection, 1, share, 0);
  }

  List<QueryColumn> columns() {
    return columns;
  }

  /** What an operation makes of all rows. */
  BatchOperation.Result apply(BatchOperation operation, Context context) {
    return operation.apply(context, batch(context));
  }

  /** All rows as a party agreed on them. */
  RowBatch<MemoryRow> batch(Context context) {
    return batch(context, columns, ofParties.get(context.self().index()));
  }

  /** The same, of which the parties cannot tell whether the first {@code torn} rows match. */
  RowBatch<MemoryRow> tearing(int torn, Context context) {
    List<AlignedRow<MemoryRow>> all = new ArrayList<>(ofParties.get(context.self().index()));
    for (int row = 0; row < torn; row++) {
      all.set(row, new AlignedRow<>(all.get(row).stored(), all.get(row).versions(), true));
    }
    return batch(context, columns, all);
  }

  List<String> keys() {
    return IntStream.range(0, rows).mapToObj(SelectionTable::key).toList();
  }

  /** Some rows as a party agreed on them. */
  static RowBatch<MemoryRow> batch(
      Context context, List<QueryColumn> columns, List<AlignedRow<MemoryRow>> rows) {
    return new RowBatch<>(context, columns, new AlignedBatch<>(rows, null, "rows"), null);
  }

  int plainText() {
    return 0;
  }

  int anyCell() {
    return columns.size() - 1;
  }

  /** The protected columns. */
  List<Integer> shared() {
    return IntStream.range(2, anyCell()).boxed().toList();
  }

  /** All columns but the pseudo-column. */
  List<Integer> comparable() {
    return IntStream.range(0, anyCell()).boxed().toList();
  }

  /** How a column's values may be compared. */
  List<Ordering> orderings(int column) {
    return isNumber(column)
        ? List.of(Ordering.SIGNED, Ordering.UNSIGNED)
        : List.of(Ordering.UNSIGNED);
  }

  /**
   * Predicates over a shared column of numbers that no row, some and all of those with it satisfy.
   */
  List<Asked> noneSomeAndAll(int column) {
    Comparison less = new Comparison(Operator.LESS, Ordering.SIGNED);
    return Stream.of(-DISTINCT, 0, DISTINCT)
        .map(bound -> Asked.and(List.of(present(column), compared(column, less, bytes(bound)))))
        .toList();
  }

  /** The values of a column in the rows that a predicate holds for. */
  List<byte[]> valuesWhere(int column, Asked asked) {
    return IntStream.range(0, rows)
        .filter(asked.holds)
        .mapToObj(row -> values[column][row])
        .toList();
  }

  boolean isPlain(int column) {
    return !columns.get(column).protection().needsSuite();
  }

  boolean isNumber(int column) {
    LaneProtection protection = columns.get(column).lanes();
    return protection.needsSuite()
        ? protection.laneType().kind() == ValueType.Kind.INT64
        : column == 1;
  }

  private byte[] value(int column, Random random) {
    int number = random.nextInt(DISTINCT) - DISTINCT / 2;
    return isNumber(column) ? bytes(number) : ("v" + number).getBytes(StandardCharsets.UTF_8);
  }

  static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  Asked present(int column) {
    PublicCondition present = PublicCondition.present(column);
    return new Asked(
        List.of(present, present, present),
        row -> values[column][row] != null,
        "present(" + column + ")");
  }

  /**
   * A comparison with a random value; of a protected column not to be asked without its presence.
   */
  Asked compared(int column, Comparison comparison, Random random) {
    return compared(column, comparison, value(column, random));
  }

  private Asked compared(int column, Comparison comparison, byte[] operand) {
    LaneProtection protection = columns.get(column).lanes();
    List<Predicate> copies;
    if (protection.needsSuite()) {
      List<Shares> dealt = deal(protection, protection.laneType().encodeOperand(operand));
      copies =
          Party.ALL.stream()
              .map(
                  party ->
                      (Predicate) new SharedCondition(column, comparison, dealt.get(party.index())))
              .toList();
    } else {
      PublicCondition condition = new PublicCondition(column, comparison, operand);
      copies = List.of(condition, condition, condition);
    }
    return new Asked(
        copies,
        row -> values[column][row] != null && holds(comparison, values[column][row], operand),
        "q%d %s %s %s"
            .formatted(
                column,
                comparison.operator().symbol(),
                comparison.ordering(),
                Arrays.toString(operand)));
  }

  private static boolean holds(Comparison comparison, byte[] value, byte[] operand) {
    return comparison
        .operator()
        .holds(
            comparison.ordering() == Ordering.SIGNED
                ? Long.compare(ByteBuffer.wrap(value).getLong(), ByteBuffer.wrap(operand).getLong())
                : Arrays.compareUnsigned(value, operand));
  }

  /** A random predicate in which shared conditions stand beside their column's presence. */
  Asked randomPredicate(int depth, Random random) {
    if (depth == 0 || random.nextInt(4) == 0) {
      return randomCondition(random);
    }
    List<Asked> children = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      children.add(randomPredicate(depth - 1, random));
    }
    return switch (random.nextInt(3)) {
      case 0 -> Asked.and(children);
      case 1 -> Asked.or(children);
      default -> Asked.not(children.get(0));
    };
  }

  private Asked randomCondition(Random random) {
    int column = random.nextInt(columns.size());
    if (column == anyCell() || random.nextInt(8) == 0) {
      return present(column);
    }
    List<Ordering> orderings = orderings(column);
    Comparison comparison =
        new Comparison(
            Operator.values()[random.nextInt(Operator.values().length)],
            orderings.get(random.nextInt(orderings.size())));
    Asked compared = compared(column, comparison, random);
    if (!columns.get(column).protection().needsSuite()) {
      return compared;
    }
    return random.nextBoolean()
        ? Asked.and(List.of(present(column), compared))
        : Asked.or(List.of(Asked.not(present(column)), compared));
  }

  /** Keys of the rows that a predicate holds for. */
  List<String> matching(Asked asked) {
    return IntStream.range(0, rows).filter(asked.holds).mapToObj(SelectionTable::key).toList();
  }

  private static String key(int row) {
    return "row-" + row;
  }

  private static List<Shares> deal(LaneProtection protection, long[] elements) {
    return ThreeParties.deal(protection.laneSharing(), protection.laneType().ring(), elements);
  }
}
