package io.dartagnan.server.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.audit.HeldVersion.Column;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class GivenRowsTest {
  private static final GivenRows ROWS = rows("a", "b");

  private static GivenRows.Version version(String row, long timestamp) {
    Column column = new Column(Bytes.toBytes(row), Bytes.toBytes("f"), Bytes.toBytes("q"));
    return new GivenRows.Version(column, timestamp, 5, true, true, false, new byte[] {42, 43});
  }

  private static GivenRows rows(String one, String other) {
    return new GivenRows(
        9,
        true,
        2,
        Bytes.toBytes("b"),
        List.of(version(one, 7), version(one, 6), version(other, 7)));
  }

  private static GivenRows decode(byte[] bytes) {
    return GivenRows.decode(Party.P1, ByteBuffer.wrap(bytes));
  }

  @Test
  void whatWasGivenIsRead() {
    GivenRows read = decode(ROWS.encode());
    assertThat(read.encode()).isEqualTo(ROWS.encode());
    assertThat(read.versions()).hasSize(3);
    assertThat(read.versions().get(2).isOneWith(ROWS.versions().get(2))).isTrue();
    assertThat(read.schema()).isEqualTo(9);
    assertThat(read.exhausted()).isTrue();
    assertThat(read.isNothingYet()).isFalse();
    assertThat(decode(new GivenRows(9, false, 0, new byte[0], List.of()).encode()).isNothingYet())
        .isTrue();
  }

  @Test
  void whatIsCutShortOrTooLongNamesTheGiver() {
    byte[] whole = ROWS.encode();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> decode(cut))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("party 1");
    }
    assertThatThrownBy(() -> decode(Arrays.copyOf(whole, whole.length + 1)))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void rowsOutOfOrderOrBehindTheLastAreRefused() {
    assertThatThrownBy(() -> decode(rows("b", "a").encode()))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("out of order");
    assertThatThrownBy(() -> decode(rows("b", "c").encode()))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("out of order");
  }

  @Test
  void versionsAreOneByPlaceAndWriteAndOfPlainCellsByValue() {
    GivenRows.Version shared = version("a", 7);
    assertThat(shared.isOneWith(with(shared, 5, false, 99))).isTrue();
    assertThat(shared.isOneWith(with(shared, 6, false, 42))).isFalse();
    assertThat(with(shared, 5, true, 42).isOneWith(with(shared, 5, true, 42))).isTrue();
    assertThat(with(shared, 5, true, 42).isOneWith(with(shared, 5, true, 99))).isFalse();
    assertThat(shared.isOneWith(version("a", 6))).isFalse();
    assertThat(shared.isOneWith(version("b", 7))).isFalse();
  }

  private static GivenRows.Version with(
      GivenRows.Version of, long id, boolean isPlain, int content) {
    return new GivenRows.Version(
        of.column(), of.timestamp(), id, true, true, isPlain, new byte[] {(byte) content});
  }

  @Test
  void nothingOfTheContentIsInItsText() {
    assertThat(version("a", 7)).hasToString("version of write 0000000000000005 at timestamp 7");
  }

  @Test
  void aVerdictIsReadAsItWasWritten() {
    RegionRepair.Verdict verdict = new RegionRepair.Verdict(true, 3, Bytes.toBytes("k"));
    RegionRepair.Verdict read =
        RegionRepair.Verdict.decode(Party.P2, ByteBuffer.wrap(verdict.encode()));
    assertThat(read.encode()).isEqualTo(verdict.encode());
    assertThat(read.last()).isTrue();
    byte[] cut = Arrays.copyOf(verdict.encode(), 6);
    assertThatThrownBy(() -> RegionRepair.Verdict.decode(Party.P2, ByteBuffer.wrap(cut)))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("party 2");
  }
}
