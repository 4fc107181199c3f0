package io.dartagnan.server.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.query.Operation;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.SharedProtection;
import io.dartagnan.server.query.Selection;
import io.dartagnan.server.query.agreement.AlignedBatch;
import io.dartagnan.server.query.agreement.Alignment;
import io.dartagnan.server.query.agreement.RowBatch;
import io.dartagnan.server.query.agreement.RowSource.Retention;
import io.dartagnan.server.query.agreement.UnanswerableQueryException;
import io.dartagnan.server.query.agreement.Version;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From the cells of three regions to the versions that are agreed on. */
class RegionRowTest {
  private static final byte[] FAMILY = {'f'};
  private static final byte[] QUALIFIER = {'q'};
  private static final SharedProtection INT64 =
      (SharedProtection) Protection.parse("additive int64");
  private static final QueryColumn SHARED = new QueryColumn(FAMILY, QUALIFIER, INT64);
  private static final QueryColumn PLAIN =
      new QueryColumn(FAMILY, new byte[] {'p'}, Protection.PLAIN);

  @Test
  void aColumnsVersionsAreItsSharesNewestFirst() {
    List<Cell> cells =
        List.of(
            plain("p", 9, "other"),
            stored(INT64, 6, 66, 66, 66).get(0),
            plain("q", 5, "no share"),
            stored(INT64, 4, 44, 44, 44).get(1),
            stored(INT64, 3, 33, 33, 33).get(0),
            plain("r", 9, "other"));

    RegionRow row = RegionRow.of(cells, List.of(SHARED), Party.P0);

    assertThat(row.key()).isEqualTo(Bytes.toBytes("row"));
    assertThat(row.cells()).isEqualTo(cells);
    assertThat(row.versions(0))
        .extracting(version -> version.timestamp() + "/" + version.id())
        .containsExactly("6/66", "3/33");
    Version newest = row.versions(0).get(0);
    assertThat(
            Arrays.copyOfRange(newest.array(), newest.offset(), newest.offset() + newest.length()))
        .isEqualTo(CellUtil.cloneValue(cells.get(1)));
  }

  @Test
  void plainVersionsAreTheSameWhereTheValueIs() {
    Version value = plainVersion("one");

    assertThat(plainVersion("one").id()).isEqualTo(value.id());
    assertThat(plainVersion("two").id()).isNotEqualTo(value.id());
    assertThat(plainVersion("").id()).isNotEqualTo(value.id());
  }

  private static Version plainVersion(String value) {
    return RegionRow.of(List.of(plain("p", 3, value)), List.of(PLAIN), Party.P0).versions(0).get(0);
  }

  /** Of the pseudo-column of all cells a share is the same at all parties, as its write is. */
  @Test
  void everyCellIsAVersionOfAnyCell() {
    List<List<Version>> versions = new ArrayList<>();
    for (Party party : Party.ALL) {
      List<Cell> cells =
          List.of(
              plain("p", 9, "value"),
              stored(INT64, 6, 66, 66, 66).get(party.index()),
              stored(INT64, 3, 33, 33, 33).get(party.index()));
      versions.add(RegionRow.of(cells, List.of(QueryColumn.anyCell()), party).versions(0));
    }

    for (List<Version> ofParty : versions) {
      assertThat(ofParty).extracting(Version::timestamp).containsExactly(9L, 6L, 3L);
      assertThat(ofParty).extracting(Version::id).doesNotHaveDuplicates();
      assertThat(ofParty)
          .extracting(Version::id)
          .isEqualTo(versions.get(0).stream().map(Version::id).toList());
    }
  }

  @Test
  void cellsOfDifferentColumnsAreNotTheSameCell() {
    TreeSet<Long> ids = new TreeSet<>();
    List<Cell> cells =
        List.of(
            cell("f", "q", 1, "v"),
            cell("f", "p", 1, "v"),
            cell("g", "q", 1, "v"),
            cell("fq", "", 1, "v"),
            cell("f", "qv", 1, ""),
            cell("f", "q", 1, "w"));
    for (Cell cell : cells) {
      ids.add(
          RegionRow.of(List.of(cell), List.of(QueryColumn.anyCell()), Party.P0)
              .versions(0)
              .get(0)
              .id());
    }
    assertThat(ids).hasSize(cells.size());
  }

  /** A row is there once any cell of it has come to all three clouds. */
  @Test
  void aRowHasAnyCellWhereAllThreeHaveOneInCommon() {
    Random random = Seed.random(this);
    for (int round = 0; round < 60; round++) {
      List<List<Cell>> received = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      boolean common = false;
      for (String qualifier : List.of("a", "b", "c")) {
        for (int timestamp = 2; timestamp > 0; timestamp--) {
          List<Cell> three =
              random.nextBoolean()
                  ? Collections.nCopies(3, plain(qualifier, timestamp, "v"))
                  : shared(qualifier, timestamp, random.nextLong());
          int missing = random.nextInt(4);
          for (int party = 0; party < 3; party++) {
            if (party != missing && (missing < 3 || random.nextInt(8) > 0)) {
              received.get(party).add(three.get(party));
            }
          }
          int at = timestamp;
          common |=
              received.stream()
                  .allMatch(
                      cells ->
                          cells.stream()
                              .anyMatch(
                                  cell ->
                                      cell.getTimestamp() == at
                                          && Bytes.toString(CellUtil.cloneQualifier(cell))
                                              .equals(qualifier)));
        }
      }
      if (received.stream().anyMatch(List::isEmpty)) {
        continue;
      }
      boolean expected = common;

      List<Boolean> present =
          ThreeParties.run(
                  (context, self) -> {
                    RegionRow row =
                        RegionRow.of(
                            received.get(self.index()), List.of(QueryColumn.anyCell()), self);
                    return alignment()
                            .agree(context, List.of(row), true, RegionRowTest::absent)
                            .rows()
                            .get(0)
                            .version(0)
                        != null;
                  })
              .results();

      assertThat(present).as("round %d", round).containsOnly(expected);
    }
  }

  private static List<Cell> shared(String qualifier, long timestamp, long id) {
    return Party.ALL.stream()
        .map(
            party -> {
              byte[] value =
                  ShareCell.encode(INT64, id, deal(INT64, new long[1]).get(party.index()), 0);
              return (Cell)
                  new KeyValue(
                      Bytes.toBytes("row"), FAMILY, Bytes.toBytes(qualifier), timestamp, value);
            })
        .toList();
  }

  /**
   * Rows as they are read from three regions. A column that was changed in place is an error at
   * every party, whether rows without it are kept or not, once a version of before would count; one
   * that is below, or not on all three clouds, changes nothing.
   */
  @ParameterizedTest
  @ValueSource(strings = {"xor int64", "replicated int64", "additive string(20)"})
  void aColumnThatWasChangedInPlaceIsAnErrorAndNotMissing(String was) {
    SharedProtection before = (SharedProtection) Protection.parse(was);
    for (boolean keepMissing : new boolean[] {false, true}) {
      assertThat(matching(keepMissing, stored(before, 5, 1, 1, 1)))
          .isEqualTo(
              "column f:q holds shares of another scheme or type than 'additive int64', which the"
                  + " schema says: it was changed in place; declare it again as it was when they"
                  + " were written, or copy its values into a new table and put that in its place");
      assertThat(matching(keepMissing, stored(INT64, 6, 2, 2, 2), stored(before, 5, 1, 1, 1)))
          .as("rewritten since")
          .isEqualTo("[row]");
      assertThat(matching(keepMissing, stored(before, 6, 3, 4, 3), stored(INT64, 5, 2, 2, 2)))
          .as("torn")
          .isEqualTo("[row]");
      assertThat(matching(keepMissing, stored(before, 6, 3, 4, 3)))
          .as("torn, and nothing below: the client reads it again")
          .isEqualTo("[row]");
      List<Cell> plaintext = Collections.nCopies(3, cell(5, Bytes.toBytes(7L)));
      assertThat(matching(keepMissing, plaintext))
          .as("no share at all")
          .isEqualTo(keepMissing ? "[row]" : "[]");
    }
  }

  /** What all three parties say of one row with these versions: its key or none, or the error. */
  @SafeVarargs
  private static String matching(boolean keepMissing, List<Cell>... versions) {
    List<Shares> zero = deal(INT64, new long[1]);
    List<String> answers =
        ThreeParties.run(
                (context, self) -> {
                  List<Cell> cells = new ArrayList<>(List.of(plain("a", 1, "")));
                  for (List<Cell> version : versions) {
                    cells.add(version.get(self.index()));
                  }
                  RegionRow row = RegionRow.of(cells, List.of(SHARED), self);
                  AlignedBatch<RegionRow> aligned =
                      alignment()
                          .agree(
                              context.narrow("align"), List.of(row), true, RegionRowTest::absent);
                  Selection selection =
                      new Selection(
                          ProtocolSuites.installed().named(ProtocolSuites.DEFAULT),
                          List.of(SHARED),
                          new Operation.Select(isZero(zero.get(self.index()), keepMissing), 1));
                  try {
                    RowBatch<RegionRow> batch =
                        new RowBatch<>(context, List.of(SHARED), aligned, null);
                    return batch.stored(selection.apply(context, batch).chosen()).stream()
                        .map(found -> Bytes.toString(found.key()))
                        .toList()
                        .toString();
                  } catch (UnanswerableQueryException e) {
                    return e.getMessage();
                  }
                })
            .results();
    assertThat(answers.stream().distinct()).as("what the three parties say").hasSize(1);
    return answers.get(0);
  }

  private static Predicate isZero(Shares zero, boolean keepMissing) {
    PublicCondition present = PublicCondition.present(0);
    SharedCondition equal =
        new SharedCondition(0, new Comparison(Operator.EQUAL, Ordering.UNSIGNED), zero);
    return keepMissing
        ? new Predicate.Or(List.of(new Predicate.Not(present), equal))
        : new Predicate.And(List.of(present, equal));
  }

  private static RegionRow absent(byte[] key) {
    return RegionRow.absent(key, List.of(SHARED));
  }

  private static Alignment alignment() {
    return new Alignment(
        List.of(new Retention(Retention.FOR_EVER)),
        64,
        Bytes.BYTES_COMPARATOR,
        (lacking, writes) -> {});
  }

  /** One version of the value zero at the three clouds, with these write ids. */
  private static List<Cell> stored(SharedProtection protection, long timestamp, long... ids) {
    List<Shares> zero = deal(protection, new long[protection.laneType().ring().limbs()]);
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

  private static Cell plain(String qualifier, long timestamp, String value) {
    return cell("f", qualifier, timestamp, value);
  }

  private static Cell cell(String family, String qualifier, long timestamp, String value) {
    return new KeyValue(
        Bytes.toBytes("row"),
        Bytes.toBytes(family),
        Bytes.toBytes(qualifier),
        timestamp,
        Bytes.toBytes(value));
  }

  private static List<Shares> deal(SharedProtection protection, long[] elements) {
    return ThreeParties.deal(protection.laneSharing(), protection.laneType().ring(), elements);
  }
}
