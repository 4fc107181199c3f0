package io.dartagnan.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.write.VersionStanding.Age;
import io.dartagnan.write.VersionStanding.Marker;
import io.dartagnan.write.VersionStanding.Purpose;
import io.dartagnan.write.VersionStanding.Question;
import io.dartagnan.write.VersionStanding.Span;
import io.dartagnan.write.VersionStanding.State;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class MarksTest {
  private static final WriteMark MARK =
      new WriteMark(0x0102, 0x0a0b, new Settlement(-2, 0x0101, new long[] {5, 7}));

  @Test
  void aWriteMarkIsLaidOutAsDrawn() {
    assertThat(HexFormat.of().formatHex(MARK.encode()))
        .isEqualTo(
            "0100"
                + "0000000000000102"
                + "0000000000000a0b"
                + "fffffffffffffffe"
                + "0000000000000101"
                + "02"
                + "0000000000000005"
                + "0000000000000007");
    assertThat(WriteMark.decode(MARK.encode())).isEqualTo(MARK);
    assertThat(HexFormat.of().formatHex(MARK.insist().encode())).startsWith("0101");
    assertThat(WriteMark.decode(MARK.insist().encode())).isEqualTo(MARK.insist());
  }

  @Test
  void aWriteMarkThatIsNoneIsRefused() {
    byte[] encoded = MARK.encode();
    for (int length = 0; length < encoded.length; length++) {
      byte[] cut = java.util.Arrays.copyOf(encoded, length);
      assertThatIllegalArgumentException().isThrownBy(() -> WriteMark.decode(cut));
    }
    byte[] another = encoded.clone();
    another[0] = 2;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WriteMark.decode(another))
        .withMessage(
            "a write mark of layout 2 was given, this cloud knows layout 1: the client is of a later"
                + " release; upgrade the three clouds before their clients");
    byte[] descending = encoded.clone();
    descending[descending.length - 1] = 4;
    assertThatIllegalArgumentException().isThrownBy(() -> WriteMark.decode(descending));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new Settlement(1, 9, LongStream.rangeClosed(0, Settlement.MOST_TORN).toArray()))
        .withMessageContaining("64 are allowed");
  }

  @Test
  void aSettlementIsLaidOutAsDrawn() {
    byte[] encoded = MARK.settlement().encode();
    assertThat(HexFormat.of().formatHex(encoded))
        .isEqualTo(
            "01"
                + "fffffffffffffffe"
                + "0000000000000101"
                + "02"
                + "0000000000000005"
                + "0000000000000007");
    assertThat(Settlement.decode(encoded)).isEqualTo(MARK.settlement());
    for (int length = 0; length < encoded.length; length++) {
      byte[] cut = java.util.Arrays.copyOf(encoded, length);
      assertThatIllegalArgumentException().isThrownBy(() -> Settlement.decode(cut));
    }
    encoded[0] = 2;
    assertThatIllegalArgumentException().isThrownBy(() -> Settlement.decode(encoded));
  }

  @Test
  void aWriteIsSettledThroughTheStampUnlessItIsTorn() {
    Settlement settlement = MARK.settlement();
    assertThat(settlement.isSettled(0x0101)).isTrue();
    assertThat(settlement.isSettled(6)).isTrue();
    assertThat(settlement.isSettled(7)).isFalse();
    assertThat(settlement.isSettled(0x0102)).isFalse();
  }

  @Test
  void aRollbackMarkIsLaidOutAsDrawn() {
    RollbackMark mark = new RollbackMark(new long[] {1, -1});
    assertThat(HexFormat.of().formatHex(mark.encode()))
        .isEqualTo("01" + "0000000000000001" + "ffffffffffffffff");
    assertThat(RollbackMark.decode(mark.encode())).isEqualTo(mark);
    RollbackMark ofWrite =
        new RollbackMark(Optional.of(new RollbackMark.Write(-2, 5)), new long[] {1});
    assertThat(HexFormat.of().formatHex(ofWrite.encode()))
        .isEqualTo("02" + "fffffffffffffffe" + "0000000000000005" + "0000000000000001");
    assertThat(RollbackMark.decode(ofWrite.encode())).isEqualTo(ofWrite);
    assertThatIllegalArgumentException().isThrownBy(() -> RollbackMark.decode(new byte[] {1, 0}));
    assertThatIllegalArgumentException().isThrownBy(() -> RollbackMark.decode(new byte[] {2}));
  }

  private static TableSchema schema(String protection) {
    return TableSchema.of(
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .setValue("dartagnan.column.f:q", protection)
            .build());
  }

  private static byte[] likeAShare(int writeId, String last) {
    return Bytes.add(
        new byte[] {(byte) 0xDA, 1, 0, 0}, Bytes.toBytes((long) writeId), Bytes.toBytes(last));
  }

  @Test
  void aRowConditionIsMetByTheSameVersionsOnly() throws IOException {
    TableSchema plain = schema("plain");
    Get get = new Get(Bytes.toBytes("r")).addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"));
    Cell cell = cell(5, "value");
    RowCondition condition =
        RowCondition.decode(RowCondition.of(get, new Cell[] {cell}, plain, Party.P0).encode());

    assertThat(condition.decodeGet().toJSON()).isEqualTo(get.toJSON());
    assertThat(condition.isMetBy(List.of(cell(5, "value")), plain, Party.P0)).isTrue();
    assertThat(condition.isMetBy(List.of(cell(6, "value")), plain, Party.P0)).isFalse();
    assertThat(condition.isMetBy(List.of(cell(5, "other")), plain, Party.P0)).isFalse();
    assertThat(condition.isMetBy(List.of(), plain, Party.P0)).isFalse();
    assertThat(condition.isMetBy(List.of(cell, cell(4, "value")), plain, Party.P0)).isFalse();
    assertThatIllegalArgumentException().isThrownBy(() -> RowCondition.decode(new byte[8]));
  }

  @Test
  void aPlainValueThatLooksLikeAShareCountsWithAllItsBytes() throws IOException {
    TableSchema plain = schema("plain");
    Get get = new Get(Bytes.toBytes("r"));
    RowCondition condition =
        RowCondition.of(get, new Cell[] {cell(5, likeAShare(7, "one"))}, plain, Party.P0);

    assertThat(condition.isMetBy(List.of(cell(5, likeAShare(7, "one"))), plain, Party.P0)).isTrue();
    assertThat(condition.isMetBy(List.of(cell(5, likeAShare(7, "two"))), plain, Party.P0))
        .isFalse();
  }

  @Test
  void ofASharesBytesItsWriteIdCounts() throws IOException {
    TableSchema shared = schema("additive int64");
    Get get = new Get(Bytes.toBytes("r"));
    // The sharing is additive, and the party the first: both are 0 but for the code's 1.
    RowCondition condition =
        RowCondition.of(get, new Cell[] {cell(5, share(7, 1L))}, shared, Party.P0);

    assertThat(condition.isMetBy(List.of(cell(5, share(7, 2L))), shared, Party.P0)).isTrue();
    assertThat(condition.isMetBy(List.of(cell(5, share(8, 1L))), shared, Party.P0)).isFalse();
  }

  private static byte[] share(long writeId, long share) {
    byte sharing = (byte) (Sharing.ADDITIVE.code() + 1);
    return Bytes.add(
        new byte[] {(byte) 0xDA, 1, sharing, 0}, Bytes.toBytes(writeId), Bytes.toBytes(share));
  }

  @Test
  void aRowConditionIsLaidOutAsDrawn() {
    RowCondition condition = new RowCondition(2, new byte[] {9, 8}, -2);
    assertThat(HexFormat.of().formatHex(condition.encode())).isEqualTo("02fffffffffffffffe0908");
    assertThat(RowCondition.decode(condition.encode())).isEqualTo(condition);
    byte[] ofLaterRelease = condition.encode();
    ofLaterRelease[0] = 3;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RowCondition.decode(ofLaterRelease))
        .withMessageContaining("a row condition of layout 3 was given");
  }

  /** A client of the release before computed this digest of a plain cell. */
  @Test
  void aRowConditionOfTheReleaseBeforeIsUnderstood() {
    RowCondition before =
        RowCondition.decode(HexFormat.of().parseHex("01" + "fd4b70032d2f34ce" + "0908"));
    assertThat(before.isMetBy(List.of(cell(5, "value")), schema("plain"), Party.P0)).isTrue();
    assertThat(before.isMetBy(List.of(cell(5, "other")), schema("plain"), Party.P0)).isFalse();
  }

  @Test
  void versionsOfOneTimestampAreLaidOutAsDrawn() {
    ReplacedVersions versions =
        new ReplacedVersions(
            List.of(
                new ReplacedVersions.Version(true, -2, 5, new byte[] {1, 2}, new byte[] {3}),
                new ReplacedVersions.Version(false, 0, 0, new byte[0], new byte[0])));
    assertThat(HexFormat.of().formatHex(versions.encode()))
        .isEqualTo(
            "01"
                + "01fffffffffffffffe0000000000000005"
                + "00020102"
                + "0000000103"
                + "0000000000000000000000000000000000"
                + "0000"
                + "00000000");
    assertThat(versions.encode()).hasSize(versions.bytes());
    assertThat(ReplacedVersions.decode(versions.encode())).isEqualTo(versions);
    byte[] encoded = versions.encode();
    int first = 1 + 1 + 16 + 4 + 5;
    for (int length = 0; length < encoded.length; length++) {
      byte[] cut = java.util.Arrays.copyOf(encoded, length);
      if (length != first) {
        assertThatIllegalArgumentException().isThrownBy(() -> ReplacedVersions.decode(cut));
      }
    }
  }

  private static Cell cell(long timestamp, String value) {
    return cell(timestamp, Bytes.toBytes(value));
  }

  private static Cell cell(long timestamp, byte[] value) {
    return new KeyValue(
        Bytes.toBytes("r"), Bytes.toBytes("f"), Bytes.toBytes("q"), timestamp, value);
  }

  @Test
  void aRefusalIsFoundInTheCausesOfAnException() {
    WriteRefusal refusal = new WriteRefusal(WriteRefusal.Reason.NOT_NEWER, 12, 34);
    IOException carried =
        new IOException(
            "outer", new IOException("FailedSanityCheck: " + refusal.message() + "\n\tat a.b"));
    assertThat(WriteRefusal.in(carried)).contains(refusal);
    assertThat(WriteRefusal.in(new IOException("anything else"))).isEmpty();
    assertThat(
            WriteRefusal.in(
                new IOException("d'Artagnan refused a write: OTHER, newest 1, clock 2")))
        .isEmpty();
  }

  @Test
  void aVersionsStandingIsLaidOutAsDrawn() {
    VersionStanding standing = new VersionStanding(State.UNSETTLED, -2, 0x0304, new Age(-1, 5));
    assertThat(HexFormat.of().formatHex(standing.encode()))
        .isEqualTo(
            "0301"
                + "fffffffffffffffe"
                + "0000000000000304"
                + "ffffffffffffffff"
                + "0000000000000005");
    for (State state : State.values()) {
      VersionStanding each = new VersionStanding(state, 7, 8, new Age(9, 10));
      assertThat(VersionStanding.decode(each.encode())).isEqualTo(each);
    }
    assertThat(new Question(Purpose.READ).encode()).containsExactly(3, 0);
    assertThat(new Question(Purpose.REMOVE).encode()).containsExactly(3, 1);
    Question question = new Question(Purpose.REMOVE, Optional.of(new Span(-2, 3)));
    assertThat(HexFormat.of().formatHex(question.encode()))
        .isEqualTo("0301" + "fffffffffffffffe" + "0000000000000003");
    assertThat(Question.decode(question.encode())).isEqualTo(question);
  }

  /** By the clock of the cloud that is asked, at which the answers came within half a second. */
  @Test
  void aCloudIsAskedAgainForWhenAWriterWroteWhoseClockWasWrong() {
    VersionStanding next = new VersionStanding(State.UNSETTLED, 1, 0, new Age(20_000, 26_000));
    VersionStanding prev = new VersionStanding(State.TORN, 1, 0, new Age(24_000, 40_000));
    VersionStanding third = new VersionStanding(State.ABSENT, 0, 100_000, Age.NONE);
    List<VersionStanding> all = List.of(next, prev, third);
    assertThat(third.askAgain(all, 110_000, 500)).contains(new Span(73_500, 76_000));
    assertThat(third.askAgain(all, 75_000, 500)).isEmpty();
    assertThat(third.askAgain(all, 73_900, 500)).as("too young").isPresent();
    assertThat(third.askAgain(all, 75_000, 1_500)).as("long answers").isPresent();
    assertThat(next.askAgain(all, 110_000, 500)).isEmpty();
    VersionStanding deleted = new VersionStanding(State.DELETED, 0, 100_000, Age.NONE);
    assertThat(deleted.askAgain(List.of(next, prev, deleted), 110_000, 500)).isEmpty();
    VersionStanding late = new VersionStanding(State.UNSETTLED, 1, 0, new Age(1_000, 2_000));
    assertThat(third.askAgain(List.of(next, late, third), 110_000, 0))
        .as("of a cloud to which it came late")
        .contains(new Span(74_000, 99_000));
  }

  @Test
  void aDeletesTagsAreStoredInTheOrderOfItsMarkers() {
    byte[] row = {1};
    Delete delete =
        new Delete(row)
            .addFamily(new byte[] {'g'}, 5)
            .addColumns(new byte[] {'f'}, new byte[] {'b'}, 6)
            .addColumn(new byte[] {'f'}, new byte[] {'a'}, 7);
    DeleteTags.store(delete);
    assertThat(delete.getFamilyCellMap().get(new byte[] {'g'}).get(0).getValueLength()).isZero();
    DeleteTags.putOn(
        delete,
        marker -> {
          byte[] tag = new byte[DeleteTags.TAG_BYTES];
          tag[0] = (byte) marker.getTimestamp();
          return tag;
        });

    DeleteTags.require(delete);
    DeleteTags.store(delete);
    assertThat(delete.size()).isEqualTo(3);
    delete
        .getFamilyCellMap()
        .values()
        .forEach(
            cells ->
                assertThat(cells)
                    .allMatch(
                        cell ->
                            cell.getValueLength() == DeleteTags.TAG_BYTES
                                && CellUtil.cloneValue(cell)[0] == cell.getTimestamp()));
    assertThat(delete.getFamilyCellMap().get(new byte[] {'f'}).get(0).getType())
        .isEqualTo(Cell.Type.DeleteColumn);
    delete.addColumn(new byte[] {'f'}, new byte[] {'c'}, 8);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DeleteTags.require(delete))
        .withMessageContaining("51 bytes of tags were received for a delete of 4 markers");
  }

  @Test
  void aVersionsStandingShowsTheDeleteThatHidesIt() {
    byte[] tag = {1, 2, 3};
    Marker ofColumn = new Marker(KeyValue.Type.DeleteColumn.getCode(), 10, tag);
    VersionStanding standing =
        new VersionStanding(State.DELETED, 0, 8, Age.NONE, Optional.of(ofColumn));
    Marker read = VersionStanding.decode(standing.encode()).marker().orElseThrow();

    assertThat(read.type()).isEqualTo(ofColumn.type());
    assertThat(read.timestamp()).isEqualTo(10);
    assertThat(read.tag()).isEqualTo(tag);
    assertThat(read).hasToString("marker of type 12 at 10");
    for (KeyValue.Type type :
        List.of(
            KeyValue.Type.Delete,
            KeyValue.Type.DeleteColumn,
            KeyValue.Type.DeleteFamily,
            KeyValue.Type.DeleteFamilyVersion)) {
      Marker marker = new Marker(type.getCode(), 10, tag);
      boolean isExact = type == KeyValue.Type.Delete || type == KeyValue.Type.DeleteFamilyVersion;
      assertThat(marker.hides(9)).as("%s", type).isEqualTo(!isExact);
      assertThat(marker.hides(10)).as("%s", type).isTrue();
      assertThat(marker.hides(11)).as("%s", type).isFalse();
      assertThat(marker.isOfFamily()).isEqualTo(type.name().startsWith("DeleteFamily"));
    }
  }

  @Test
  void aVersionsStandingThatIsNoneIsRefused() {
    byte[] encoded = new VersionStanding(State.SETTLED, 5, 6, Age.NONE).encode();
    for (int length = 0; length < encoded.length; length++) {
      byte[] cut = java.util.Arrays.copyOf(encoded, length);
      assertThatIllegalArgumentException().isThrownBy(() -> VersionStanding.decode(cut));
    }
    for (byte state : new byte[] {-1, (byte) State.values().length}) {
      byte[] another = encoded.clone();
      another[1] = state;
      assertThatIllegalArgumentException().isThrownBy(() -> VersionStanding.decode(another));
    }
    for (byte[] none : new byte[][] {{}, {1}, {3}, {2, 0}, {3, 2}, {3, -1}, {3, 0, 0}}) {
      assertThatIllegalArgumentException().isThrownBy(() -> Question.decode(none));
    }
  }
}
