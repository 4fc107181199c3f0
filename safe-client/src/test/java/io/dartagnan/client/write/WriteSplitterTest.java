package io.dartagnan.client.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.read.Reconciliation;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.settlement.ClientWrites;
import io.dartagnan.client.settlement.WriteClock;
import io.dartagnan.client.settlement.WriteLedger;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.SharedProtection;
import io.dartagnan.write.Settlement;
import io.dartagnan.write.WriteMark;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriteSplitterTest {
  private static final TornWrites NOBODY_ASKS =
      new TornWrites(
          table -> {
            throw new IOException("there are no clouds");
          });
  private static final long NOW = 1_000;
  private static final SecureRandom RANDOM = new SecureRandom();

  @Test
  void threeCellsMakeTheValueAgainUnderEveryScheme() throws IOException {
    Put put =
        put()
            .addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(-42L))
            .addColumn(Tables.FAMILY, Tables.TEXT, Tables.bytes("text"))
            .addColumn(Tables.FAMILY, Tables.PLAIN, Tables.bytes("plain"))
            .addColumn(Tables.FAMILY, Tables.XOR_NUMBER, Bytes.toBytes(-43L))
            .addColumn(Tables.FAMILY, Tables.XOR_TEXT, Tables.bytes("by xor"))
            .addColumn(Tables.FAMILY, Tables.REPLICATED_NUMBER, Bytes.toBytes(-44L))
            .addColumn(Tables.FAMILY, Tables.REPLICATED_TEXT, Tables.bytes("replicated"));

    Result row = readBack(split(put));

    assertThat(row.getValue(Tables.FAMILY, Tables.NUMBER)).isEqualTo(Bytes.toBytes(-42L));
    assertThat(row.getValue(Tables.FAMILY, Tables.TEXT)).isEqualTo(Tables.bytes("text"));
    assertThat(row.getValue(Tables.FAMILY, Tables.PLAIN)).isEqualTo(Tables.bytes("plain"));
    assertThat(row.getValue(Tables.FAMILY, Tables.XOR_NUMBER)).isEqualTo(Bytes.toBytes(-43L));
    assertThat(row.getValue(Tables.FAMILY, Tables.XOR_TEXT)).isEqualTo(Tables.bytes("by xor"));
    assertThat(row.getValue(Tables.FAMILY, Tables.REPLICATED_NUMBER))
        .isEqualTo(Bytes.toBytes(-44L));
    assertThat(row.getValue(Tables.FAMILY, Tables.REPLICATED_TEXT))
        .isEqualTo(Tables.bytes("replicated"));
  }

  @Test
  void timestampAndWriteIdAreTheSameOnAllClouds() throws IOException {
    Put put =
        put()
            .addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(1L))
            .addColumn(Tables.FAMILY, Tables.TEXT, 77, Tables.bytes("explicit time"));

    List<List<Mutation>> writes = split(put);

    Set<Long> ids = new HashSet<>();
    for (Party party : Party.ALL) {
      Cell number = only(writes, party, Tables.NUMBER);
      Cell text = only(writes, party, Tables.TEXT);
      assertThat(number.getTimestamp()).isEqualTo(NOW);
      assertThat(text.getTimestamp()).isEqualTo(77);
      ids.add(ShareCell.writeId(number));
      ids.add(ShareCell.writeId(text));
    }
    assertThat(ids).hasSize(1);
  }

  @Test
  void everyPutHasItsOwnIdAndALaterTimestampOfItsRow() throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      puts.add(put().addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(7L)));
    }

    List<Mutation> ofOneCloud = split(splitter(), puts).get(0);

    Set<Long> ids = new HashSet<>();
    long expected = NOW;
    for (Mutation write : ofOneCloud) {
      Cell cell = write.get(Tables.FAMILY, Tables.NUMBER).get(0);
      ids.add(ShareCell.writeId(cell));
      assertThat(cell.getTimestamp()).isEqualTo(expected++);
    }
    assertThat(ids).hasSize(100);
  }

  /** A rollback at a stamp would hide what the application puts at its timestamp again. */
  @Test
  void noStampIsATimestampOfTheApplications() throws IOException {
    Put put =
        put()
            .addColumn(Tables.FAMILY, Tables.NUMBER, NOW, Bytes.toBytes(7L))
            .addColumn(Tables.FAMILY, Tables.TEXT, NOW + 1, Bytes.toBytes("seven"));
    WriteSplitter splitter = splitter();
    try (WriteLedger.Entry entry = splitter.begin()) {
      SplitWrite write = splitter.split(Tables.TABLE, List.of(put), entry).get(0);
      assertThat(write.stamp()).isEqualTo(NOW + 2);
      assertThat(write.isStrict()).isTrue();
      assertThat(write.removals(Party.P0)).hasSize(2);
      assertThat(splitter.splitAsOne(Tables.TABLE, List.of(put), entry).get(0).stamp())
          .isEqualTo(NOW + 3);
    }
  }

  @Test
  void everyWriteIsMarkedWithItsStampAndTheSchemaAndWhatIsSettled() throws IOException {
    Put put = put().addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(7L));
    for (List<Mutation> ofOneCloud : split(splitter(), List.of(put, new Delete(Tables.ROW)))) {
      for (int i = 0; i < 2; i++) {
        WriteMark mark = WriteMark.decode(ofOneCloud.get(i).getAttribute(WriteMark.ATTRIBUTE));
        assertThat(mark)
            .isEqualTo(
                new WriteMark(
                    NOW + i, Tables.TABLE.digest(), new Settlement(1, NOW - 1, new long[0])));
      }
    }
  }

  @Test
  void lastOfSeveralCellsAtTheSameCoordinatesCounts() throws IOException {
    Put put =
        put()
            .addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(1L))
            .addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(2L));

    assertThat(readBack(split(put)).getValue(Tables.FAMILY, Tables.NUMBER))
        .isEqualTo(Bytes.toBytes(2L));
  }

  @Test
  void settingsOfThePutAreKept() throws IOException {
    Put put = put().addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(1L));
    put.setTTL(5_000).setDurability(Durability.SKIP_WAL).setAttribute("a", new byte[] {9});
    put.setPriority(7);

    for (List<Mutation> ofOneCloud : split(put)) {
      Mutation write = ofOneCloud.get(0);
      assertThat(write.getTTL()).isEqualTo(5_000);
      assertThat(write.getDurability()).isEqualTo(Durability.SKIP_WAL);
      assertThat(write.getAttribute("a")).containsExactly(9);
      assertThat(write.getPriority()).isEqualTo(7);
    }
  }

  /**
   * The chi-square statistic over byte values has 255 degrees of freedom: mean 255, standard
   * deviation 22.6. It exceeds 420 with a probability below 1e-9.
   */
  @ParameterizedTest
  @ValueSource(strings = {"s", "xs", "rs", "n", "xn", "rn"})
  void everyPartysSharesOfAConstantColumnAreUniform(String qualifier) throws IOException {
    int rows = 20_000;
    byte[] column = Tables.bytes(qualifier);
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      puts.add(
          new Put(Bytes.toBytes(i)).addColumn(Tables.FAMILY, column, Tables.bytes("the same")));
    }
    SharedProtection protection = Tables.protection(column);
    int shareBytes = ShareCell.length(protection) - ShareCell.HEADER_BYTES;

    List<List<Mutation>> writes = split(splitter(), puts);

    for (Party party : Party.ALL) {
      long[][] counts = new long[shareBytes][256];
      for (Mutation write : writes.get(party.index())) {
        byte[] value = CellUtil.cloneValue(write.get(Tables.FAMILY, column).get(0));
        for (int at = 0; at < shareBytes; at++) {
          counts[at][value[ShareCell.HEADER_BYTES + at] & 0xff]++;
        }
      }
      for (int at = 0; at < shareBytes; at++) {
        assertThat(chiSquare(counts[at], rows)).as("%s, byte %d", party, at).isLessThan(420);
      }
    }
  }

  @Test
  void tooLongValueIsRefusedByRowColumnAndLengthsOnly() {
    Put good = put().addColumn(Tables.FAMILY, Tables.TEXT, Tables.bytes("fits"));
    Put bad = put().addColumn(Tables.FAMILY, Tables.TEXT, Tables.bytes("a secret of 21 bytes!"));

    assertThatThrownBy(() -> split(splitter(), List.of(good, bad)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row r, column f:s: a value of 21 bytes was given")
        .hasMessageContaining("string(20)")
        .hasMessageNotContaining("secret");
  }

  @Test
  void whatTheSchemaDoesNotKnowIsRefused() {
    assertThatThrownBy(() -> split(put().addColumn(Tables.FAMILY, Tables.bytes("x"), Tables.ROW)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column f:x of table t is not declared");
    assertThatThrownBy(() -> split(put().addColumn(Tables.bytes("h"), Tables.TEXT, Tables.ROW)))
        .isInstanceOf(NoSuchColumnFamilyException.class)
        .hasMessageContaining("column family h of table t does not exist");
    assertThatThrownBy(() -> split(put()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("No columns to insert");
    assertThatThrownBy(() -> split(new Increment(Tables.ROW)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("Increment is not supported yet");
  }

  @Test
  void plainCellBeyondHBasesLimitIsRefused() {
    WriteSplitter splitter =
        new WriteSplitter(RANDOM, writes(), (table, rows, entry) -> {}, NOBODY_ASKS, 100);
    Put put = put().addColumn(Tables.FAMILY, Tables.PLAIN, new byte[100]);

    assertThatThrownBy(() -> split(splitter, List.of(put)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("100 are allowed")
        .hasMessageContaining("hbase.client.keyvalue.maxsize");
  }

  @Test
  void deletesCarryOneTimestampOfTheClient() throws IOException {
    WriteSplitter splitter = splitter();
    Delete row = new Delete(Tables.ROW);
    Delete parts =
        new Delete(Tables.ROW)
            .addFamily(Tables.FAMILY)
            .addColumns(Tables.FAMILY, Tables.NUMBER)
            .addColumn(Tables.FAMILY, Tables.TEXT, 55)
            .addFamilyVersion(Tables.FAMILY, 66);

    List<Mutation> ofOneCloud = split(splitter, List.of(row, parts)).get(2);

    assertThat(ofOneCloud.get(0).getTimestamp()).isEqualTo(NOW);
    assertThat(ofOneCloud.get(0).isEmpty()).isTrue();
    List<String> cells = new ArrayList<>();
    for (Cell cell : ofOneCloud.get(1).getFamilyCellMap().get(Tables.FAMILY)) {
      cells.add(cell.getType() + "@" + cell.getTimestamp());
    }
    assertThat(cells)
        .containsExactly(
            "DeleteFamily@1001", "DeleteColumn@1001", "Delete@55", "DeleteFamilyVersion@66");
  }

  @Test
  void deleteOfTheNewestVersionOnlyIsRefused() {
    assertThatThrownBy(() -> split(new Delete(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("Delete.addColumn without a timestamp");
  }

  private static double chiSquare(long[] counts, int total) {
    double expected = total / (double) counts.length;
    double sum = 0;
    for (long count : counts) {
      sum += (count - expected) * (count - expected) / expected;
    }
    return sum;
  }

  @Test
  void aCloudGetsTheSameMutationAtEachAttemptAndIsToldWhichItIs() throws IOException {
    WriteSplitter splitter = splitter();
    try (WriteLedger.Entry entry = splitter.begin()) {
      Put put = put().addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(1L));
      SplitWrite write = splitter.split(Tables.TABLE, List.of(put), entry).get(0);
      // Cloud 2 is not sent anything before the others have replied.
      List<Mutation> first = List.of(write.on(Party.P0), write.on(Party.P1));
      assertThat(first).noneMatch(WriteSplitterTest::isInsisting);

      write.insist();

      assertThat(write.isInsisting()).isTrue();
      assertThat(write.on(Party.P0)).isSameAs(first.get(0));
      assertThat(write.on(Party.P1)).isSameAs(first.get(1));
      assertThat(Party.ALL).allMatch(cloud -> isInsisting(write.on(cloud)));
    }
  }

  /** Where its markers are, and not at the write's stamp. */
  @Test
  void aCloudIsAskedForADeleteAtItsTimestamp() throws IOException {
    WriteSplitter splitter = splitter();
    try (WriteLedger.Entry entry = splitter.begin()) {
      List<SplitWrite> writes =
          splitter.split(
              Tables.TABLE,
              List.of(
                  new Delete(Tables.ROW, 76),
                  new Delete(Tables.ROW).addFamily(Tables.FAMILY, 77),
                  new Delete(Tables.ROW)),
              entry);
      assertThat(writes.get(0).question(Party.P0, false).getTimeRange().getMin()).isEqualTo(76);
      assertThat(writes.get(1).question(Party.P0, false).getTimeRange().getMin()).isEqualTo(77);
      assertThat(writes.get(2).question(Party.P0, false).getTimeRange().getMin())
          .isEqualTo(writes.get(2).stamp());
    }
  }

  private static boolean isInsisting(Mutation own) {
    return WriteMark.decode(own.getAttribute(WriteMark.ATTRIBUTE)).insisting();
  }

  private static Put put() {
    return new Put(Tables.ROW);
  }

  private static WriteSplitter splitter() {
    return new WriteSplitter(RANDOM, writes(), (table, rows, entry) -> {}, NOBODY_ASKS, 0);
  }

  private static ClientWrites writes() {
    return new ClientWrites(new WriteLedger(new WriteClock(() -> NOW), () -> 1, () -> 0), () -> 0);
  }

  /** Entry i holds what cloud i is sent. */
  private static List<List<Mutation>> split(WriteSplitter splitter, List<? extends Mutation> batch)
      throws IOException {
    return split(splitter, Tables.TABLE, batch);
  }

  private static List<List<Mutation>> split(
      WriteSplitter splitter, ProtectedTable table, List<? extends Mutation> batch)
      throws IOException {
    try (WriteLedger.Entry entry = splitter.begin()) {
      List<SplitWrite> writes = splitter.split(table, batch, entry);
      return Party.ALL.stream()
          .map(cloud -> writes.stream().map(write -> write.on(cloud)).toList())
          .toList();
    }
  }

  private static List<List<Mutation>> split(Mutation mutation) throws IOException {
    return split(splitter(), List.of(mutation));
  }

  private static Cell only(List<List<Mutation>> writes, Party party, byte[] qualifier) {
    List<Cell> cells = writes.get(party.index()).get(0).get(Tables.FAMILY, qualifier);
    assertThat(cells).hasSize(1);
    return cells.get(0);
  }

  private static Result readBack(List<List<Mutation>> writes) throws IOException {
    List<Result> byParty = new ArrayList<>();
    for (List<Mutation> ofOneCloud : writes) {
      byParty.add(
          Tables.result(
              ofOneCloud.get(0).getFamilyCellMap().get(Tables.FAMILY).toArray(Cell[]::new)));
    }
    return new Reconciliation(Tables.TABLE, 1).reconcile(byParty);
  }
}
