package io.dartagnan.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dartagnan.mpc.Party;
import io.dartagnan.query.QuerySession;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RepairRequestTest {
  private static final RepairRequest REQUEST =
      new RepairRequest(
          new QuerySession(1, 2, 3),
          Party.P0,
          Party.P2,
          true,
          false,
          List.of("a", "b", "c"),
          Bytes.toBytes("k"),
          new byte[0]);

  @Test
  void itIsLaidOutAsDrawn() {
    assertThat(HexFormat.of().formatHex(REQUEST.encode()))
        .isEqualTo(
            "01010002"
                + "00000000000000010000000000000002"
                + "00000003"
                + "000161000162000163"
                + "00016b"
                + "0000");
  }

  @Test
  void whatWasWrittenIsRead() {
    RepairRequest read = RepairRequest.decode(REQUEST.encode());
    assertThat(read.encode()).isEqualTo(REQUEST.encode());
    assertThat(read.party()).isEqualTo(Party.P0);
    assertThat(read.lost()).isEqualTo(Party.P2);
    assertThat(read.dry()).isTrue();
    assertThat(read.durable()).isFalse();
    byte[] other = REQUEST.encode();
    other[1] = 2;
    RepairRequest durable = RepairRequest.decode(other);
    assertThat(durable.dry()).isFalse();
    assertThat(durable.durable()).isTrue();
    assertThat(durable.encode()).isEqualTo(other);
  }

  @Test
  void whatIsNoneIsRefused() {
    byte[] whole = REQUEST.encode();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatIllegalArgumentException().isThrownBy(() -> RepairRequest.decode(cut));
    }
    byte[] longer = Arrays.copyOf(whole, whole.length + 1);
    assertThatIllegalArgumentException().isThrownBy(() -> RepairRequest.decode(longer));
    for (int at : new int[] {0, 1, 2, 3}) {
      byte[] other = whole.clone();
      other[at] = 7;
      assertThatIllegalArgumentException().isThrownBy(() -> RepairRequest.decode(other));
    }
  }

  @Test
  void countsAddUpAndAreReadAsTheyWereWritten() {
    RepairCounts counts = new RepairCounts(1, 2, 3, 4, 5);
    assertThat(counts.plus(counts)).isEqualTo(new RepairCounts(2, 4, 6, 8, 10));
    assertThat(RepairCounts.decode(counts.encode())).isEqualTo(counts);
    assertThatIllegalArgumentException().isThrownBy(() -> RepairCounts.decode(new byte[39]));
  }
}
