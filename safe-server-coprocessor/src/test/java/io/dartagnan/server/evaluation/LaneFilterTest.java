package io.dartagnan.server.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.Protection;
import io.dartagnan.wire.FilterQuery;
import io.dartagnan.wire.ShareBytes;
import io.dartagnan.wire.ShareCell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From stored cells and the operand of a query to the rows that match, at all three parties. */
class LaneFilterTest {
  private static final byte[] FAMILY = {'f'};
  private static final byte[] QUALIFIER = {'q'};
  private static final int ROWS = 150;

  static Stream<Arguments> columnsAndSuites() {
    return Stream.of("additive", "xor", "replicated")
        .flatMap(scheme -> Stream.of(scheme + " int64", scheme + " string(12)"))
        .flatMap(
            declared ->
                ProtocolSuites.installed().byName().values().stream()
                    .map(
                        suite ->
                            Arguments.of(Named.of(declared, Protection.parse(declared)), suite)));
  }

  @ParameterizedTest
  @MethodSource("columnsAndSuites")
  void theRowsThatMatchAreThoseWhoseValuesDo(Protection protection, ProtocolSuite suite) {
    boolean numbers = protection.type().kind() == ValueType.Kind.INT64;
    Random random = Seed.random(this);
    List<byte[]> values = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      byte[] value =
          numbers
              ? Bytes.toBytes((long) random.nextInt(7) - 3)
              : Bytes.toBytes("value-" + random.nextInt(7));
      values.add(random.nextInt(10) == 0 ? null : value);
    }
    byte[] operand = numbers ? Bytes.toBytes(1L) : Bytes.toBytes("value-3");
    List<List<Agreement.Row>> rows = dealt(protection, values);
    for (Ordering ordering : numbers ? Ordering.values() : new Ordering[] {Ordering.UNSIGNED}) {
      for (Operator operator : Operator.values()) {
        for (boolean keepMissing : new boolean[] {false, true}) {
          Comparison comparison = new Comparison(operator, ordering);
          List<String> expected = new ArrayList<>();
          for (int row = 0; row < ROWS; row++) {
            byte[] value = values.get(row);
            if (value == null ? keepMissing : operator.holds(order(ordering, value, operand))) {
              expected.add("row-" + row);
            }
          }
          List<FilterQuery> queries = queries(protection, comparison, keepMissing, operand);

          List<List<String>> matching =
              ThreeParties.run(
                      (context, self) -> {
                        LaneFilter filter = new LaneFilter(queries.get(self.index()), suite);
                        try {
                          return filter.matching(context, rows.get(self.index())).stream()
                              .map(scanned -> Bytes.toString(scanned.row()))
                              .toList();
                        } catch (IOException e) {
                          throw new UncheckedIOException(e);
                        }
                      })
                  .results();

          assertThat(matching)
              .as("%s, rows without the column kept: %s", comparison, keepMissing)
              .containsExactly(expected, expected, expected);
        }
      }
    }
  }

  /**
   * Rows as they are read from three regions. A column that was changed in place is an error at
   * every party, whether rows without it are kept or not, once a version of before would count; one
   * that is below, or not on all three clouds, changes nothing.
   */
  @ParameterizedTest
  @ValueSource(strings = {"xor int64", "replicated int64", "additive string(20)"})
  void aColumnThatWasChangedInPlaceIsAnErrorAndNotMissing(String was) {
    Protection now = Protection.parse("additive int64");
    Protection before = Protection.parse(was);
    for (boolean keepMissing : new boolean[] {false, true}) {
      assertThat(matching(now, keepMissing, stored(before, 5, 1, 1, 1)))
          .isEqualTo(
              "column f:q holds shares of another scheme or type than 'additive int64', which the"
                  + " schema says: it was changed in place; declare it again as it was when they"
                  + " were written, or copy its values into a new table and put that in its place");
      assertThat(matching(now, keepMissing, stored(now, 6, 2, 2, 2), stored(before, 5, 1, 1, 1)))
          .as("rewritten since")
          .isEqualTo("[row]");
      assertThat(matching(now, keepMissing, stored(before, 6, 3, 4, 3), stored(now, 5, 2, 2, 2)))
          .as("torn")
          .isEqualTo("[row]");
      assertThat(matching(now, keepMissing, stored(before, 6, 3, 4, 3)))
          .as("torn, and nothing below")
          .isEqualTo(keepMissing ? "[row]" : "[]");
      List<Cell> plaintext = Collections.nCopies(3, cell(5, Bytes.toBytes(7L)));
      assertThat(matching(now, keepMissing, plaintext))
          .as("no share at all")
          .isEqualTo(keepMissing ? "[row]" : "[]");
    }
  }

  /** What all three parties say of one row with these versions: its key or none, or the error. */
  @SafeVarargs
  private static String matching(
      Protection protection, boolean keepMissing, List<Cell>... versions) {
    Comparison zero = new Comparison(Operator.EQUAL, Ordering.UNSIGNED);
    List<FilterQuery> queries = queries(protection, zero, keepMissing, Bytes.toBytes(0L));
    Cell other = new KeyValue(Bytes.toBytes("row"), FAMILY, new byte[] {'a'}, 1, new byte[0]);
    List<String> answers =
        ThreeParties.run(
                (context, self) -> {
                  FilterColumn column = new FilterColumn(FAMILY, QUALIFIER, protection, self);
                  List<Cell> cells = new ArrayList<>(List.of(other));
                  for (List<Cell> version : versions) {
                    cells.add(version.get(self.index()));
                  }
                  Agreement agreed =
                      new Alignment(context.narrow("align"))
                          .agree(List.of(column.scanned(cells)), true);
                  LaneFilter filter =
                      new LaneFilter(
                          queries.get(self.index()),
                          ProtocolSuites.installed().named(ProtocolSuites.DEFAULT));
                  try {
                    return filter.matching(context, agreed.rows()).stream()
                        .map(row -> Bytes.toString(row.row()))
                        .toList()
                        .toString();
                  } catch (DoNotRetryIOException e) {
                    return e.getMessage();
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                })
            .results();
    assertThat(answers.stream().distinct()).as("what the three parties say").hasSize(1);
    return answers.get(0);
  }

  /** One version of the value zero at the three clouds, with these write ids. */
  private static List<Cell> stored(Protection protection, long timestamp, long... ids) {
    List<Shares> zero = deal(protection, new long[protection.type().ring().limbs()]);
    return Party.ALL.stream()
        .map(
            party ->
                cell(
                    timestamp,
                    ShareCell.encode(protection, ids[party.index()], zero.get(party.index()), 0)))
        .toList();
  }

  private static Cell cell(long timestamp, byte[] value) {
    return new KeyValue(Bytes.toBytes("row"), FAMILY, QUALIFIER, timestamp, value);
  }

  private static int order(Ordering ordering, byte[] value, byte[] operand) {
    return ordering == Ordering.SIGNED
        ? Long.compare(Bytes.toLong(value), Bytes.toLong(operand))
        : Arrays.compareUnsigned(value, operand);
  }

  /** What each party has of rows with these values, null where a row lacks the column. */
  private static List<List<Agreement.Row>> dealt(Protection protection, List<byte[]> values) {
    List<List<Agreement.Row>> byParty =
        List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int row = 0; row < values.size(); row++) {
      byte[] key = Bytes.toBytes("row-" + row);
      byte[] value = values.get(row);
      List<Shares> shares =
          value == null ? null : deal(protection, protection.type().encode(value));
      for (Party party : Party.ALL) {
        ScannedRow.Version version = null;
        if (shares != null) {
          byte[] stored = ShareCell.encode(protection, row, shares.get(party.index()), 0);
          Cell cell = new KeyValue(key, FAMILY, QUALIFIER, 1, stored);
          version = new ScannedRow.Version(1, row, cell);
        }
        ScannedRow scanned =
            new ScannedRow(key, List.of(), version == null ? List.of() : List.of(version));
        byParty.get(party.index()).add(new Agreement.Row(scanned, version));
      }
    }
    return byParty;
  }

  private static List<FilterQuery> queries(
      Protection protection, Comparison comparison, boolean keepMissing, byte[] operand) {
    List<Shares> shares = deal(protection, protection.type().encodeOperand(operand));
    return Party.ALL.stream()
        .map(
            party ->
                new FilterQuery(
                    1,
                    2,
                    3,
                    party,
                    List.of("a,1,1", "b,1,1", "c,1,1"),
                    ProtocolSuites.DEFAULT,
                    FAMILY,
                    QUALIFIER,
                    protection,
                    comparison,
                    keepMissing,
                    ShareBytes.of(shares.get(party.index()))))
        .toList();
  }

  private static List<Shares> deal(Protection protection, long[] elements) {
    return new Dealer(protection.sharing(), protection.type().ring(), new SecureRandom())
        .deal(elements);
  }
}
