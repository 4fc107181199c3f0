package io.dartagnan.ycsb.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RowKeysTest {
  private final RowKeys keys = new RowKeys(8);

  @Test
  void aKeyLeadsBackToItsRow() {
    for (long row : new long[] {0, 9, 10, 99_999_999}) {
      byte[] key = keys.key(row);
      assertThat(key).hasSize(8);
      assertThat(keys.row(key, 0, key.length)).hasValue(row);
    }
    assertThat(Bytes.compareTo(keys.key(9), keys.key(10))).isNegative();
  }

  @Test
  void whatIsNoKeyIsNoRow() {
    for (String text : new String[] {"0000001", "000000010", "0000000x", "user0001"}) {
      byte[] key = Bytes.toBytes(text);
      assertThat(keys.row(key, 0, key.length)).isEmpty();
    }
  }

  @Test
  void aRowBeyondTheLastKeyIsRefused() {
    assertThatThrownBy(() -> keys.key(100_000_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row 100000000 has no key of 8 digits; set zeropadding to more");
  }
}
