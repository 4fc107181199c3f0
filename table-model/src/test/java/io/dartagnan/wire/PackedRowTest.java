package io.dartagnan.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class PackedRowTest {
  private static final Cell A = cell("r", "f", "a", 7, "1");
  private static final Cell B = cell("r", "f", "b", 8, "22");

  @Test
  void rowsAreAlikeIfTheyDifferInTheirValuesAlone() {
    PackedRow row = row(A, B);

    assertThat(row.isAlike(row(A, B))).isTrue();
    assertThat(row.isAlike(row(cell("r", "f", "a", 7, "other"), cell("r", "f", "b", 8, ""))))
        .isTrue();
    assertThat(row.isAlike(row(A))).isFalse();
    assertThat(row(A).isAlike(row)).isFalse();
    assertThat(row.isAlike(row(cell("s", "f", "a", 7, "1"), cell("s", "f", "b", 8, "22"))))
        .as("another key")
        .isFalse();
    assertThat(row.isAlike(row(A, cell("r", "f", "b", 9, "22")))).as("another time").isFalse();
    assertThat(row.isAlike(row(A, cell("r", "f", "c", 8, "22")))).as("another column").isFalse();
    assertThat(row.isAlike(row(A, cell("r", "fb", "", 8, "22")))).as("another family").isFalse();
    assertThat(row.isAlike(row(B, A))).as("another order").isFalse();
  }

  /** Packets need not begin with the same row. */
  @Test
  void rowsAreAlikeWhateverWasBeforeThem() {
    PackedRows.Writer packet = new PackedRows.Writer();
    packet.add(List.of(cell("q", "f", "b", 3, "x")));
    packet.add(List.of(A, B));

    PackedRow second = (PackedRow) unpack(packet).get(1);

    assertThat(second.isAlike(row(A, B))).isTrue();
    assertThat(row(A, B).isAlike(second)).isTrue();
    assertThat(Bytes.toString(second.key())).isEqualTo("r");
    assertThat(second.compareKey(unpack(packet).get(0))).isPositive();
  }

  @Test
  void aRowTakesOtherValues() {
    Result other = row(A, B).with(new byte[][] {Bytes.toBytes("other"), {}});

    assertThat(other.rawCells()).containsExactly(A, B);
    assertThat(Bytes.toString(CellUtil.cloneValue(other.rawCells()[0]))).isEqualTo("other");
    assertThat(other.rawCells()[1].getValueLength()).isZero();
    assertThatThrownBy(() -> row(A, B).with(new byte[1][]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("1 values were given for 2 cells");
  }

  @Test
  void valuesLieInItsArray() {
    PackedRow row = row(A, B);

    assertThat(row.size()).isEqualTo(2);
    assertThat(Bytes.toString(row.keyArray(), row.valueOffset(1), row.valueLength(1)))
        .isEqualTo("22");
    assertThat(Bytes.toString(row.family(1)) + ":" + Bytes.toString(row.qualifier(1)))
        .isEqualTo("f:b");
    assertThat(row.bytes()).isBetween(row.result().rawCells()[0].getSerializedSize() * 2L, 500L);
  }

  @Test
  void aRowThatIsSaidToBeLackingIsAbsent() {
    assertThat(row((KeyValue) Page.absent(Bytes.toBytes("r"))).isAbsent()).isTrue();
    assertThat(row(A).isAbsent()).isFalse();
    assertThat(CloudRow.of(Result.create(List.of(A))).isAbsent()).isFalse();
    assertThat(CloudRow.NONE.isAbsent()).isFalse();
    assertThat(CloudRow.NONE.isEmpty()).isTrue();
  }

  private static PackedRow row(Cell... cells) {
    PackedRows.Writer packet = new PackedRows.Writer();
    packet.add(List.of(cells));
    return (PackedRow) unpack(packet).get(0);
  }

  private static List<CloudRow> unpack(PackedRows.Writer packet) {
    return PackedRows.unpack(Result.create(List.of(packet.packet())));
  }

  private static Cell cell(
      String row, String family, String qualifier, long timestamp, String value) {
    return new KeyValue(
        Bytes.toBytes(row),
        Bytes.toBytes(family),
        Bytes.toBytes(qualifier),
        timestamp,
        Bytes.toBytes(value));
  }
}
