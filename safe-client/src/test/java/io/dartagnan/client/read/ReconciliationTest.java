package io.dartagnan.client.read;

import static io.dartagnan.client.fixture.Tables.plain;
import static io.dartagnan.client.fixture.Tables.result;
import static io.dartagnan.client.fixture.Tables.share;
import static io.dartagnan.client.fixture.Tables.shares;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.schema.InnerDescriptor;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.SharedProtection;
import io.dartagnan.wire.CloudRow;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReconciliationTest {
  private static final List<Cell> OLD = shares(10, 1, 100);
  private static final List<Cell> NEW = shares(20, 2, 200);

  @Test
  void completeVersionIsPutTogether() throws IOException {
    Result row = newest(result(NEW.get(0)), result(NEW.get(1)), result(NEW.get(2)));

    assertThat(numbers(row)).containsExactly("20=200");
    assertThat(row.getRow()).isEqualTo(Tables.ROW);
  }

  @ParameterizedTest
  @EnumSource
  void writeThatDidNotReachACloudLeavesTheOldVersion(Party missing) throws IOException {
    Cell[][] clouds = both();
    clouds[missing.index()] = new Cell[] {OLD.get(missing.index())};

    assertThat(numbers(newest(clouds))).containsExactly("10=100");
  }

  @ParameterizedTest
  @EnumSource
  void writeThatReachedOneCloudOnlyLeavesTheOldVersion(Party only) throws IOException {
    Cell[][] clouds = both();
    for (Party other : List.of(only.next(), only.prev())) {
      clouds[other.index()] = new Cell[] {OLD.get(other.index())};
    }

    assertThat(numbers(newest(clouds))).containsExactly("10=100");
  }

  @ParameterizedTest
  @EnumSource
  void sharesOfTwoWritesAtOneTimestampAreNeverCombined(Party odd) throws IOException {
    Cell[][] clouds = both();
    clouds[odd.index()][0] = shares(20, 3, 300).get(odd.index());

    assertThat(numbers(newest(clouds))).containsExactly("10=100");
  }

  /** Of such rows nobody looks for what may be torn. */
  @Test
  void aRowIsAllCompleteIfNothingAboveTheVersionsThatCountIsLeftOut() throws IOException {
    assertThat(isAllComplete(both())).isTrue();
    for (Party odd : Party.ALL) {
      Cell[][] older = both();
      older[odd.index()] = new Cell[] {NEW.get(odd.index())};
      assertThat(isAllComplete(older)).as("%s lacks an older version", odd).isTrue();

      Cell[][] newer = both();
      newer[odd.index()] = new Cell[] {OLD.get(odd.index())};
      assertThat(isAllComplete(newer)).as("%s lacks the newest version", odd).isFalse();

      Cell[][] torn = both();
      torn[odd.index()][0] = shares(20, 3, 300).get(odd.index());
      assertThat(isAllComplete(torn)).as("%s has another write", odd).isFalse();

      Cell[][] more = both();
      more[odd.index()] = new Cell[] {NEW.get(odd.index()), Tables.plain(10, "alone")};
      assertThat(isAllComplete(more)).as("%s alone has a column", odd).isFalse();
    }
  }

  @Test
  void rowOnTwoCloudsOnlyIsEmpty() throws IOException {
    assertThat(newest(result(NEW.get(0)), result(NEW.get(1)), result()).isEmpty()).isTrue();
  }

  @Test
  void noCompleteVersionMeansNoCell() throws IOException {
    Result row =
        newest(
            result(share(Party.P0, 10, 1, 1)),
            result(share(Party.P1, 10, 2, 1)),
            result(share(Party.P2, 10, 3, 1)));

    assertThat(row.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void shareOfAnotherPartyIsNotTaken(Party odd) throws IOException {
    Cell[][] clouds = both();
    clouds[odd.index()][0] = NEW.get(odd.next().index());

    assertThat(numbers(newest(clouds))).containsExactly("10=100");
  }

  @ParameterizedTest
  @EnumSource
  void plaintextInAProtectedColumnIsNotTaken(Party odd) throws IOException {
    Cell[][] clouds = both();
    clouds[odd.index()][0] =
        new KeyValue(Tables.ROW, Tables.FAMILY, Tables.NUMBER, 20, Bytes.toBytes(5L));

    assertThat(numbers(newest(clouds))).containsExactly("10=100");
  }

  @ParameterizedTest
  @EnumSource
  void plainValueThatDiffersOnOneCloudIsNotTaken(Party odd) throws IOException {
    Cell[][] clouds = new Cell[3][];
    for (Party party : Party.ALL) {
      clouds[party.index()] = new Cell[] {plain(20, party == odd ? "x" : "y"), plain(10, "z")};
    }

    assertThat(text(newest(clouds))).containsExactly("10=z");
  }

  @Test
  void asManyVersionsAsAskedForAndDeclaredAreReturnedNewestFirst() throws IOException {
    Cell[][] clouds = new Cell[3][3];
    for (int version = 0; version < 3; version++) {
      List<Cell> shares = shares(30 - 10L * version, version, version);
      for (Party party : Party.ALL) {
        clouds[party.index()][version] = shares.get(party.index());
      }
    }

    assertThat(numbers(reconcile(1, clouds))).containsExactly("30=0");
    assertThat(numbers(reconcile(2, clouds))).containsExactly("30=0", "20=1");
    assertThat(numbers(reconcile(9, clouds))).as("two declared").containsExactly("30=0", "20=1");
  }

  @Test
  void cellsComeInHBasesOrder() throws IOException {
    Cell[][] clouds = new Cell[3][];
    for (Party party : Party.ALL) {
      clouds[party.index()] =
          new Cell[] {plain(5, "p"), NEW.get(party.index()), OLD.get(party.index())};
    }

    List<String> order = new ArrayList<>();
    for (Cell cell : reconcile(2, clouds).rawCells()) {
      order.add(Bytes.toString(CellUtil.cloneQualifier(cell)) + cell.getTimestamp());
    }
    assertThat(order).containsExactly("n20", "n10", "p5");
  }

  @Test
  void alteredShareIsAnErrorThatNamesTheColumnAndNoValue() {
    Cell[][] clouds = new Cell[3][];
    SharedProtection text = Tables.protection(Tables.TEXT);
    for (Party party : Party.ALL) {
      Shares share =
          Shares.single(party, text.laneSharing(), text.laneType().ring(), new long[] {-1, 7, 7});
      byte[] value = ShareCell.encode(text, 1, share, 0);
      clouds[party.index()] =
          new Cell[] {new KeyValue(Tables.ROW, Tables.FAMILY, Tables.TEXT, 1, value)};
    }

    assertThatThrownBy(() -> newest(clouds))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageStartingWith("column f:s of row r cannot be put together");
  }

  static Stream<Arguments> replicatedColumns() {
    return Stream.of(
            Map.entry("rn", Bytes.toBytes(1_234_567L)), Map.entry("rs", Bytes.toBytes("secret")))
        .flatMap(
            column ->
                Party.ALL.stream()
                    .map(party -> Arguments.of(column.getKey(), column.getValue(), party)));
  }

  @ParameterizedTest
  @MethodSource("replicatedColumns")
  void copiesOfAShareThatDifferAreAnErrorThatNamesTheTwoCloudsAndNeverAValue(
      String qualifier, byte[] value, Party altering) throws IOException {
    List<byte[]> cells = replicated(qualifier, value);
    int elementBytes = (cells.get(0).length - ShareCell.HEADER_BYTES) / 2;
    for (int at = ShareCell.HEADER_BYTES; at < cells.get(0).length; at++) {
      List<byte[]> altered = new ArrayList<>(cells);
      byte[] cell = cells.get(altering.index()).clone();
      cell[at] ^= 0x10;
      altered.set(altering.index(), cell);
      boolean ownShare = at < ShareCell.HEADER_BYTES + elementBytes;
      Party one = ownShare ? altering.prev() : altering;

      assertThatThrownBy(() -> newest(ofColumn(qualifier, altered)))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessage(
              "column f:%s of row r cannot be put together although its shares are of one write:"
                      .formatted(qualifier)
                  + " cloud %d and cloud %d hold different copies of share %d;"
                      .formatted(one.index(), one.next().index(), one.next().index())
                  + " a cloud returned a share that was altered");
    }
    assertThat(newest(ofColumn(qualifier, cells)).value()).isEqualTo(value);
  }

  /** What one cloud could do to look consistent with neither of its two neighbours. */
  @ParameterizedTest
  @MethodSource("replicatedColumns")
  void ofACloudThatAltersBothItsSharesNothingIsTaken(String qualifier, byte[] value, Party altering)
      throws IOException {
    List<byte[]> cells = replicated(qualifier, value);
    byte[] cell = cells.get(altering.index());
    cell[ShareCell.HEADER_BYTES] ^= 1;
    cell[cell.length - 1] ^= 1;

    assertThat(newest(ofColumn(qualifier, cells)).value()).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"xor int64", "replicated int64", "additive string(20)", "replicated string(7)"})
  void aCompleteVersionOfAnotherSchemeOrTypeIsAnErrorAndNeverAMissingColumn(String was) {
    assertThatThrownBy(() -> newest(changed(cells(was, 20, 2, 2, 2))))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageStartingWith(
            "column f:n of row r holds shares of another scheme or type than 'additive int64',"
                + " which the schema says: it was changed in place; declare it again as it was");
  }

  @Test
  void aCompleteVersionOfAnotherSchemeBelowWhatWasAskedForDoesNotMatter() throws IOException {
    List<Cell> old = cells("xor int64", 15, 7, 7, 7);
    Cell[][] clouds = new Cell[3][];
    for (Party party : Party.ALL) {
      clouds[party.index()] = new Cell[] {NEW.get(party.index()), old.get(party.index())};
    }

    assertThat(numbers(newest(clouds))).containsExactly("20=200");
    assertThatThrownBy(() -> reconcile(2, clouds)).hasMessageContaining("was changed in place");
  }

  @Test
  void aTornVersionOfAnotherSchemeLeavesTheOneBelow() throws IOException {
    assertThat(numbers(newest(changed(cells("xor int64", 20, 2, 3, 2))))).containsExactly("10=100");
    for (Party party : Party.ALL) {
      Cell[][] clouds = both();
      clouds[party.index()][0] = cells("xor int64", 20, 2, 2, 2).get(party.index());
      assertThat(numbers(newest(clouds))).containsExactly("10=100");
      Cell[][] missing = changed(cells("xor int64", 20, 2, 2, 2));
      missing[party.index()] = new Cell[] {OLD.get(party.index())};
      assertThat(numbers(newest(missing))).containsExactly("10=100");
    }
  }

  /** The int64 column's cells as another declaration had them written, with these write ids. */
  private static List<Cell> cells(String was, long timestamp, long... ids) {
    SharedProtection protection = (SharedProtection) Protection.parse(was);
    List<Shares> dealt =
        new Dealer(protection.laneSharing(), protection.laneType().ring(), new SecureRandom())
            .deal(new long[protection.laneType().ring().limbs()]);
    return Party.ALL.stream()
        .<Cell>map(
            party -> {
              byte[] value =
                  ShareCell.encode(protection, ids[party.index()], dealt.get(party.index()), 0);
              return new KeyValue(Tables.ROW, Tables.FAMILY, Tables.NUMBER, timestamp, value);
            })
        .toList();
  }

  /** These above the older version. */
  private static Cell[][] changed(List<Cell> newest) {
    Cell[][] clouds = both();
    for (Party party : Party.ALL) {
      clouds[party.index()][0] = newest.get(party.index());
    }
    return clouds;
  }

  private static List<byte[]> replicated(String qualifier, byte[] value) {
    SharedProtection protection = Tables.protection(Tables.bytes(qualifier));
    List<byte[]> cells = new ArrayList<>();
    for (Shares held :
        new Dealer(protection.laneSharing(), protection.laneType().ring(), new SecureRandom())
            .deal(protection.laneType().encode(value))) {
      cells.add(ShareCell.encode(protection, 1, held, 0));
    }
    return cells;
  }

  private static Cell[][] ofColumn(String qualifier, List<byte[]> values) {
    return values.stream()
        .map(
            value ->
                new Cell[] {
                  new KeyValue(Tables.ROW, Tables.FAMILY, Tables.bytes(qualifier), 1, value)
                })
        .toArray(Cell[][]::new);
  }

  @Test
  void resultsOfDifferentRowsAreRefused() {
    Cell other = new KeyValue(Tables.bytes("q"), Tables.FAMILY, Tables.PLAIN, 1, Tables.PLAIN);

    assertThatThrownBy(() -> newest(result(plain(1, "p")), result(other), result()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Each cloud gets a random part of random writes; a map says what is complete. */
  @Test
  void neverReturnsWhatNobodyWroteAndAlwaysTheNewestComplete() throws IOException {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    for (int round = 0; round < 5_000; round++) {
      List<Map<Long, Cell>> stored = List.of(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
      Map<Long, long[]> idsAt = new TreeMap<>();
      Map<Long, Long> valueOf = new TreeMap<>();
      for (long id = 1; id <= 8; id++) {
        long timestamp = 1 + random.nextInt(5);
        long value = random.nextLong();
        valueOf.put(id, value);
        List<Cell> shares = shares(timestamp, id, value);
        for (Party party : Party.ALL) {
          if (random.nextInt(5) > 0) {
            stored.get(party.index()).put(-timestamp, shares.get(party.index()));
            idsAt.computeIfAbsent(-timestamp, t -> new long[3])[party.index()] = id;
          }
        }
      }
      List<String> expected = new ArrayList<>();
      idsAt.forEach(
          (timestamp, ids) -> {
            if (ids[0] != 0 && ids[0] == ids[1] && ids[1] == ids[2] && expected.size() < 2) {
              expected.add(-timestamp + "=" + valueOf.get(ids[0]));
            }
          });
      Cell[][] clouds = new Cell[3][];
      for (Party party : Party.ALL) {
        clouds[party.index()] = stored.get(party.index()).values().toArray(Cell[]::new);
      }
      assertThat(numbers(reconcile(2, clouds)))
          .as("seed %d round %d", seed, round)
          .isEqualTo(expected);
    }
  }

  /** The columns of the rows before are remembered, whichever a row has and how often. */
  @Test
  void aRowIsPutTogetherAlikeWhateverTheRowsBeforeIt() throws IOException {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    TableDescriptorBuilder plain = TableDescriptorBuilder.newBuilder(Tables.DECLARED);
    for (int column = 0; column < 6; column++) {
      plain.setValue("dartagnan.column.f:" + column, "plain");
    }
    ProtectedTable table = new ProtectedTable(InnerDescriptor.of(plain.build()));
    Reconciliation all = new Reconciliation(table, 2);
    int alike = 0;
    for (int row = 0; row < 5_000; row++) {
      List<List<Cell>> stored = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      for (int column = 0; column < 6; column++) {
        for (int version = random.nextInt(4); version > 0; version--) {
          Cell cell =
              new KeyValue(
                  Tables.ROW,
                  Tables.FAMILY,
                  Bytes.toBytes(Integer.toString(column)),
                  version,
                  Bytes.toBytes(version));
          for (List<Cell> cloud : random.nextInt(5) == 0 ? stored.subList(0, 2) : stored) {
            cloud.add(cell);
          }
        }
      }
      List<Result> clouds = stored.stream().map(Result::create).toList();
      Cell[] expected = new Reconciliation(table, 2).reconcile(clouds).rawCells();
      assertThat(all.reconcile(clouds).rawCells())
          .as("seed %d row %d", seed, row)
          .isEqualTo(expected);
      Result ofAlike = all.ofAlike(packed(clouds));
      if (ofAlike != null) {
        alike++;
        assertThat(ofAlike.rawCells()).as("seed %d row %d", seed, row).isEqualTo(expected);
      }
    }
    assertThat(alike).as("seed %d", seed).isBetween(10, 2_500);
  }

  private static Cell[][] both() {
    Cell[][] clouds = new Cell[3][];
    for (Party party : Party.ALL) {
      clouds[party.index()] = new Cell[] {NEW.get(party.index()), OLD.get(party.index())};
    }
    return clouds;
  }

  private static Result newest(Cell[][] clouds) throws IOException {
    return reconcile(1, clouds);
  }

  private static Result newest(Result... clouds) throws IOException {
    return reconcile(Tables.TABLE, 1, List.of(clouds));
  }

  private static Result reconcile(int versions, Cell[][] clouds) throws IOException {
    return reconcile(
        Tables.TABLE, versions, List.of(result(clouds[0]), result(clouds[1]), result(clouds[2])));
  }

  /** Puts a row together of cells. Packets of the same must give that, or nothing. */
  private static Result reconcile(ProtectedTable table, int versions, List<Result> clouds)
      throws IOException {
    Result alike = new Reconciliation(table, versions).ofAlike(packed(clouds));
    Result row = null;
    try {
      row = new Reconciliation(table, versions).reconcile(clouds);
    } finally {
      if (alike != null) {
        assertThat(row).isNotNull();
        assertThat(texts(alike)).isEqualTo(texts(row));
      }
    }
    return row;
  }

  private static List<CloudRow> packed(List<Result> clouds) {
    return clouds.stream().map(Tables::packed).toList();
  }

  private static List<String> texts(Result row) {
    return row.listCells().stream()
        .map(cell -> cell + " " + Bytes.toStringBinary(CellUtil.cloneValue(cell)))
        .toList();
  }

  /** Most rows are: the clouds' own cells are never made. */
  @Test
  void aRowOfWhichThreePacketsHaveTheSameIsPutTogetherAsItLies() throws IOException {
    List<Result> clouds =
        NEW.stream().map(number -> result(number, Tables.plain(20, "text"))).toList();

    Result alike = new Reconciliation(Tables.TABLE, 3).ofAlike(packed(clouds));

    assertThat(texts(alike)).hasSize(2).isEqualTo(texts(reconcile(Tables.TABLE, 3, clouds)));
  }

  private static boolean isAllComplete(Cell[][] clouds) throws IOException {
    return new Reconciliation(Tables.TABLE, 1)
        .outcome(List.of(result(clouds[0]), result(clouds[1]), result(clouds[2])))
        .isAllComplete();
  }

  private static List<String> numbers(Result row) {
    List<String> numbers = new ArrayList<>();
    for (Cell cell : row.rawCells()) {
      numbers.add(cell.getTimestamp() + "=" + Bytes.toLong(CellUtil.cloneValue(cell)));
    }
    return numbers;
  }

  private static List<String> text(Result row) {
    List<String> text = new ArrayList<>();
    for (Cell cell : row.rawCells()) {
      text.add(cell.getTimestamp() + "=" + Bytes.toString(CellUtil.cloneValue(cell)));
    }
    return text;
  }
}
