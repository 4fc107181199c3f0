package io.dartagnan.client.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.fixture.TaggedTable;
import io.dartagnan.client.keys.Place;
import io.dartagnan.client.keys.TableKeys;
import io.dartagnan.client.keys.ValueTags;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.BatchDealer;
import io.dartagnan.schema.Placement;
import io.dartagnan.schema.StoredValue;
import io.dartagnan.wire.CloudRow;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads of a table whose values carry tags, of which one cloud returns what nobody wrote. */
class AlteredCopiesTest {
  private static final long WRITE_ID = 77;
  private static final long TIMESTAMP = 20;
  private static final byte[] VALUE = Bytes.toBytes(-5L);

  @TempDir private Path folder;
  private TaggedTable tagged;
  private TableKeys keys;
  private ProtectedTable table;
  private TableDescriptor now;

  @BeforeEach
  void makeATable() throws IOException {
    tagged = TaggedTable.in(folder);
    keys = tagged.keys();
    now = with(keys);
    table = opened();
  }

  private TableDescriptor with(TableKeys those) {
    return tagged.descriptor(those);
  }

  /** As a client has it that read it before its keys were changed. */
  private ProtectedTable opened() {
    return new ProtectedTable(
        with(keys), Placement.THREE_CLOUDS, Optional.of(tagged.file()), () -> now);
  }

  /** What the clouds store of the value, one cell each. */
  private List<byte[]> stored(TableKeys under) {
    BatchDealer dealer = new BatchDealer();
    StoredValue shares =
        table.schema().require(Tables.FAMILY, Tables.REPLICATED_NUMBER).store(VALUE, dealer);
    dealer.deal(new SecureRandom());
    StoredValue tagged =
        new ValueTags(under)
            .on(
                shares,
                new Place(Tables.ROW, Tables.FAMILY, Tables.REPLICATED_NUMBER, TIMESTAMP),
                VALUE);
    return Party.ALL.stream().map(party -> tagged.on(party, WRITE_ID)).toList();
  }

  private static List<Result> rows(List<byte[]> values) {
    return values.stream()
        .map(
            value ->
                Tables.result(
                    new KeyValue(
                        Tables.ROW, Tables.FAMILY, Tables.REPLICATED_NUMBER, TIMESTAMP, value)))
        .toList();
  }

  private byte[] read(List<byte[]> values) throws IOException {
    return read(table, values);
  }

  private static byte[] read(ProtectedTable table, List<byte[]> values) throws IOException {
    List<Result> rows = rows(values);
    Result packed =
        new Reconciliation(table, 1).ofAlike(rows.stream().<CloudRow>map(Tables::packed).toList());
    Result row = new Reconciliation(table, 1).reconcile(rows);
    if (packed != null) {
      assertThat(packed.rawCells()).isEqualTo(row.rawCells());
    }
    Cell cell = row.getColumnLatestCell(Tables.FAMILY, Tables.REPLICATED_NUMBER);
    return CellUtil.cloneValue(cell);
  }

  private static List<byte[]> flipped(List<byte[]> values, Party of, int bit) {
    List<byte[]> altered = new ArrayList<>(values);
    byte[] cell = values.get(of.index()).clone();
    cell[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
    altered.set(of.index(), cell);
    return altered;
  }

  /**
   * Every bit behind the header: one with another header, or of key 0, is no version that all three
   * have.
   */
  @ParameterizedTest
  @EnumSource
  void whatOneCloudAltersIsReadFromTheTwoOthers(Party liar) throws IOException {
    List<byte[]> values = stored(keys);
    int bits = values.get(0).length * Byte.SIZE;
    int ofKey = bits - 17 * Byte.SIZE;
    for (int bit = 12 * Byte.SIZE; bit < bits; bit++) {
      if (bit == ofKey) {
        continue;
      }
      assertThat(read(flipped(values, liar, bit))).as("bit %d", bit).isEqualTo(VALUE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void bothSharesAndTheTagOfOneCloudMayBeAltered(Party liar) throws IOException {
    List<byte[]> values = stored(keys);
    List<byte[]> altered =
        flipped(flipped(flipped(values, liar, 13 * 8), liar, 25 * 8), liar, 8 * 40);

    assertThat(read(altered)).isEqualTo(VALUE);
  }

  /** As a repair stores it. */
  private static List<byte[]> given(List<byte[]> values, Party rebuilt) {
    List<byte[]> given = new ArrayList<>(values);
    given.set(rebuilt.index(), values.get(rebuilt.index()).clone());
    given.get(rebuilt.index())[1] = 3;
    return given;
  }

  /** As after a repair from a cloud that gave another share than it was given. */
  @ParameterizedTest
  @EnumSource
  void copiesThatAgreeOnWhatNobodyWroteAreNoValue(Party giver) {
    // Share i + 1 of party i is share i + 1 of the next.
    List<byte[]> altered =
        given(flipped(flipped(stored(keys), giver, 8 * 21), giver.next(), 8 * 13), giver.next());

    assertThatThrownBy(() -> read(altered))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageStartingWith("column f:rn of row r does not carry the tag of its value")
        .hasMessageNotContaining(String.valueOf(Bytes.toLong(VALUE)));
  }

  /** The giver answers as if it had given what it was given. */
  @ParameterizedTest
  @EnumSource
  void whatALyingGiverGaveIsReadFromTheTwoOthersAndRefusedByARepair(Party rebuilt)
      throws IOException {
    List<byte[]> altered = given(flipped(stored(keys), rebuilt, 8 * 13), rebuilt);

    assertThat(read(altered)).isEqualTo(VALUE);
    Reconciliation strict =
        Reconciliation.ofRepaired(table, version -> fail("it is not as it was written"));
    assertThatThrownBy(() -> strict.reconcile(rows(altered)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage(
            "cloud %d returned other shares of column f:rn of row r than cloud %d and cloud %d hold; it says that a repair made them from what these gave, of which one may have lied",
            rebuilt.index(), rebuilt.next().index(), rebuilt.prev().index());
  }

  @ParameterizedTest
  @EnumSource
  void whatWasGivenAsItWasWrittenIsConfirmed(Party rebuilt) throws IOException {
    List<byte[]> values = stored(keys);
    List<Cell> confirmed = new ArrayList<>();
    Reconciliation strict =
        Reconciliation.ofRepaired(table, version -> confirmed.add(version[rebuilt.index()]));

    strict.reconcile(rows(values));
    assertThat(confirmed).isEmpty();
    strict.reconcile(rows(given(values, rebuilt)));
    assertThat(confirmed).hasSize(1);
    assertThat(CellUtil.cloneValue(confirmed.get(0)))
        .isEqualTo(given(values, rebuilt).get(rebuilt.index()));
  }

  /** Not all clouds compute with what one was given: whether the row matches, the client says. */
  @ParameterizedTest
  @EnumSource
  void aRowWithWhatACloudWasGivenIsJudgedHere(Party rebuilt) throws IOException {
    List<byte[]> values = stored(keys);
    DeepReconciliation reconciliation =
        DeepReconciliation.of(new Scan(), table, gets -> fail("nothing is asked for"))
            .leaving(List.of(), row -> false);

    assertThat(reconciliation.reconcile(rows(values)).isEmpty()).isFalse();
    List<Result> given = rows(given(values, rebuilt));
    assertThat(reconciliation.reconcile(given).isEmpty()).isTrue();
    List<CloudRow> packed = given.stream().<CloudRow>map(Tables::packed).toList();
    assertThat(reconciliation.reconcileRows(packed).isEmpty()).isTrue();
  }

  @Test
  void aVersionOfAnotherTimeOrWriteIsNone() {
    List<byte[]> values = given(stored(keys), Party.P1);
    List<Result> later =
        values.stream()
            .map(
                value ->
                    Tables.result(
                        new KeyValue(
                            Tables.ROW,
                            Tables.FAMILY,
                            Tables.REPLICATED_NUMBER,
                            TIMESTAMP + 1,
                            value)))
            .toList();
    assertThatThrownBy(() -> new Reconciliation(table, 1).reconcile(later))
        .hasMessageContaining("does not carry the tag");
    for (int bit : List.of(4 * 8, 11 * 8)) {
      List<byte[]> moved = values;
      for (Party party : Party.ALL) {
        moved = flipped(moved, party, bit);
      }
      List<byte[]> all = moved;
      assertThatThrownBy(() -> read(all)).hasMessageContaining("does not carry the tag");
    }
  }

  @Test
  void aKeyMadeSinceIsReadWhereTwoCloudsNameIt() throws IOException {
    TableKeys rotated = keys.rotate();
    now = with(rotated);
    List<byte[]> values = stored(rotated);

    int[] renewed = {0};
    ProtectedTable open =
        new ProtectedTable(
            with(keys),
            Placement.THREE_CLOUDS,
            Optional.of(tagged.file()),
            () -> {
              renewed[0]++;
              return now;
            });
    assertThat(read(open, values)).isEqualTo(VALUE);
    assertThat(read(open, flipped(values, Party.P1, 13 * 8))).isEqualTo(VALUE);
    assertThat(renewed[0]).isEqualTo(1);
  }

  /** No cloud is to be accused of it, so that it is seen before any two are taken alone. */
  @Test
  void aKeyMadeSinceIsNoAlteredCopy() throws Exception {
    TableKeys rotated = keys.rotate();
    now = with(rotated);
    Cell[] version =
        rows(stored(rotated)).stream().map(row -> row.rawCells()[0]).toArray(Cell[]::new);

    new AlteredCopies(opened(), false).requireTag(version, VALUE);
  }

  @Test
  void aClientWithoutTheKeyIsToldWhichOneItNeeds() {
    ProtectedTable without =
        new ProtectedTable(now, Placement.THREE_CLOUDS, Optional.empty(), () -> now);

    assertThatThrownBy(() -> read(without, stored(keys)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage(
            "values of table t are tagged or sealed under keys that its clients have: set"
                + " dartagnan.client.key.file to the file with key "
                + tagged.file().id());
  }
}
