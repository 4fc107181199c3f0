package io.dartagnan.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.Scheme;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShareCellTest {
  private static final Protection INT64 = new Protection(Scheme.ADDITIVE, ValueType.INT64);
  private static final Protection STRING = new Protection(Scheme.ADDITIVE, ValueType.string(20));
  private static final long ID = 0x0102030405060708L;
  private static final long[] SHARE = {0xa1a2a3a4a5a6a7a8L};

  @Test
  void layoutIsTheDrawnOne() {
    assertThat(HexFormat.of().formatHex(ShareCell.encode(INT64, Party.P2, ID, SHARE)))
        .isEqualTo("da010102" + "0102030405060708" + "a1a2a3a4a5a6a7a8");
  }

  @Test
  void readsBackWhatItWrites() {
    long[] share = {1, -2, 3};
    Cell cell = cell(ShareCell.encode(STRING, Party.P1, ID, share));

    long[] batch = new long[5];
    ShareCell.readShare(cell, batch, 1);

    assertThat(ShareCell.defect(cell, STRING, Party.P1)).isNull();
    assertThat(ShareCell.writeId(cell)).isEqualTo(ID);
    assertThat(batch).containsExactly(0, 1, -2, 3, 0);
    assertThat(cell.getValueLength()).isEqualTo(ShareCell.length(STRING));
  }

  @Test
  void shareOfAnotherRingIsNotWritten() {
    assertThatThrownBy(() -> ShareCell.encode(STRING, Party.P0, ID, SHARE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 words given");
  }

  @Test
  void everyTruncationIsADefect() {
    byte[] value = ShareCell.encode(INT64, Party.P0, ID, SHARE);
    for (int length = 0; length < value.length; length++) {
      assertThat(defect(Arrays.copyOf(value, length))).contains(length + " bytes");
    }
    assertThat(defect(Arrays.copyOf(value, value.length + 1))).contains("21 bytes");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void everyBitFlipInTheFirstFourBytesIsADefect(int at) {
    for (int bit = 0; bit < 8; bit++) {
      byte[] value = ShareCell.encode(INT64, Party.P0, ID, SHARE);
      value[at] ^= (byte) (1 << bit);
      assertThat(defect(value)).as("byte %d bit %d", at, bit).isNotNull();
    }
  }

  @Test
  void plaintextIsADefectAndIsNotRepeated() {
    assertThat(defect("a secret of 20 bytes".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
        .isNotNull()
        .doesNotContain("secret");
  }

  @Test
  void anotherPartysShareIsADefect() {
    Cell cell = cell(ShareCell.encode(INT64, Party.P1, ID, SHARE));

    assertThat(ShareCell.defect(cell, INT64, Party.P0)).contains("party 0");
  }

  private static String defect(byte[] value) {
    return ShareCell.defect(cell(value), INT64, Party.P0);
  }

  private static Cell cell(byte[] value) {
    return new KeyValue(new byte[] {'r'}, new byte[] {'f'}, new byte[] {'q'}, 7, value);
  }
}
