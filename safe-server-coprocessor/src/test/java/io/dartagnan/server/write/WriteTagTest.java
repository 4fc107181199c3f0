package io.dartagnan.server.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.server.write.WriteTag.SettledWrites;
import io.dartagnan.write.VersionStanding;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.ByteBufferKeyValue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.NoTagsByteBufferKeyValue;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of tags on cells of each class in which HBase hands over what clients send. */
class WriteTagTest {
  private static final long STAMP = 1_000;
  private static final long SEQUENCE = 77;
  private static final WriteTag TAG = WriteTag.of(42, STAMP);

  static List<Cell> bare() {
    KeyValue cell =
        new KeyValue(
            Bytes.toBytes("row"),
            Bytes.toBytes("f"),
            Bytes.toBytes("q"),
            STAMP,
            Bytes.toBytes("value"));
    byte[] bytes = cell.getBuffer();
    ByteBuffer within = ByteBuffer.allocate(bytes.length + 8);
    within.position(3);
    within.put(bytes);
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes);
    KeyValue delete =
        new KeyValue(
            Bytes.toBytes("row"),
            Bytes.toBytes("f"),
            Bytes.toBytes("q"),
            STAMP + 5,
            KeyValue.Type.DeleteColumn);
    return List.of(
        cell,
        new KeyValue(within.array(), 3, bytes.length),
        new ByteBufferKeyValue(within, 3, bytes.length),
        new NoTagsByteBufferKeyValue(direct, 0, bytes.length),
        delete);
  }

  @ParameterizedTest
  @MethodSource("bare")
  void aCellIsWhatItWasAndHasTheTag(Cell cell) throws Exception {
    PrivateCellUtil.setSequenceId(cell, SEQUENCE);

    Cell tagged = TAG.on(cell);

    assertThat(WriteTag.in(tagged)).contains(TAG);
    assertThat(CellComparator.getInstance().compare(tagged, cell)).isZero();
    assertThat(CellUtil.cloneValue(tagged)).isEqualTo(CellUtil.cloneValue(cell));
    assertThat(tagged.getType()).isEqualTo(cell.getType());
    assertThat(((ExtendedCell) tagged).getSequenceId()).isEqualTo(SEQUENCE);
  }

  @Test
  void everyTagIsReadAsItIsWritten() {
    for (long stamp : new long[] {STAMP, STAMP + 7}) {
      for (long came : new long[] {stamp, stamp - 1_000, stamp - 1_001, stamp + 30_000}) {
        for (boolean durable : new boolean[] {true, false}) {
          WriteTag tag = WriteTag.of(42, stamp).durable(durable).came(came);
          Cell cell = tag.on(bare().get(0));
          assertThat(WriteTag.in(cell)).contains(tag);
          assertThat(WriteTag.in(tag.settledOn(cell)).map(WriteTag::isSettled))
              .isEqualTo(durable ? Optional.empty() : Optional.of(true));
          VersionStanding.Age age = tag.age(came + 100);
          assertThat(age.least()).isLessThanOrEqualTo(100);
          assertThat(age.most()).isGreaterThanOrEqualTo(100).isLessThanOrEqualTo(2_100);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("bare")
  void itIsInOnePieceAndTagsItsCopiesToo(Cell cell) throws Exception {
    Cell tagged = TAG.on(cell);

    assertThat(tagged).isInstanceOf(KeyValue.class);
    KeyValue whole = (KeyValue) tagged;
    byte[] bytes = whole.getBuffer();
    assertThat(whole.getSerializedSize(true)).isEqualTo(bytes.length);
    assertThat(WriteTag.in(new KeyValue(bytes, 0, bytes.length))).contains(TAG);
  }

  @ParameterizedTest
  @MethodSource("bare")
  void otherTagsStayAndOneOfItsTypeGoes(Cell cell) throws Exception {
    Tag other = new ArrayBackedTag((byte) 1, Bytes.toBytes("other"));
    Cell of = PrivateCellUtil.createCell(WriteTag.of(7, 7).on(cell), List.of(other));

    Cell tagged = TAG.on(WriteTag.of(7, 7).on(of));

    assertThat(WriteTag.in(tagged)).contains(TAG);
    assertThat(PrivateCellUtil.getTags(tagged)).hasSize(2);
    assertThat(PrivateCellUtil.getTag(tagged, (byte) 1)).isPresent();
  }

  @Test
  void layouts() throws Exception {
    Cell cell = bare().get(0);
    WriteTag own = WriteTag.of(42, STAMP + 1);
    assertThat(hex(TAG.on(cell))).isEqualTo("000000000000002a");
    assertThat(hex(own.on(cell))).isEqualTo("000000000000002a00000000000003e9");
    assertThat(hex(TAG.durable(false).on(cell))).isEqualTo("000000000000002a00");
    assertThat(hex(own.durable(false).on(cell))).isEqualTo("000000000000002a00000000000003e900");
    Cell less = TAG.durable(false).on(cell);
    Cell settled = WriteTag.in(less).orElseThrow().settledOn(less);
    assertThat(hex(settled)).isEqualTo("000000000000002a01");
    assertThat(hex(WriteTag.LESS_DURABLE.on(cell))).isEqualTo("01");
    assertThat(WriteTag.in(WriteTag.LESS_DURABLE.on(cell))).contains(WriteTag.LESS_DURABLE);
    for (Cell each : List.of(less, settled)) {
      assertThat(WriteTag.in(each).orElseThrow())
          .matches(tag -> !tag.isDurable())
          .matches(tag -> tag.isOfWriteOf(TAG));
    }
    assertThat(WriteTag.in(less).orElseThrow().isSettledBy(SettledWrites.UNKNOWN)).isFalse();
    assertThat(WriteTag.in(settled).orElseThrow().isSettledBy(SettledWrites.UNKNOWN)).isTrue();
  }

  private static String hex(Cell cell) {
    return HexFormat.of()
        .formatHex(Tag.cloneValue(PrivateCellUtil.getTag(cell, WriteTag.TYPE).orElseThrow()));
  }

  @ParameterizedTest
  @MethodSource("bare")
  void aTagOfNoKnownWriteHasNoValue(Cell cell) {
    assertThat(WriteTag.in(WriteTag.UNKNOWN.on(cell))).contains(WriteTag.UNKNOWN);
  }
}
