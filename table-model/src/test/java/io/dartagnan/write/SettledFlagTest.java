package io.dartagnan.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettledFlagTest {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFlagComesOffAsItWasPutOn(boolean settled) {
    for (String value : new String[] {"", "value"}) {
      Cell cell = cell(Bytes.toBytes(value));

      Cell flagged = SettledFlag.on(cell, settled);

      assertThat(SettledFlag.isSettled(flagged)).isEqualTo(settled);
      Cell again = SettledFlag.off(flagged);
      assertThat(CellComparator.getInstance().compare(again, cell)).isZero();
      assertThat(CellUtil.matchingValue(again, cell)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "DA", "DA5E77", "DA5E7702", "DA5E780100", "0100000000"})
  void aCellWithoutItIsRefused(String value) {
    assertThatThrownBy(() -> SettledFlag.isSettled(cell(Bytes.fromHex(value))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("earlier release");
  }

  private static Cell cell(byte[] value) {
    return new KeyValue(Bytes.toBytes("row"), Bytes.toBytes("f"), Bytes.toBytes("q"), 7, value);
  }
}
