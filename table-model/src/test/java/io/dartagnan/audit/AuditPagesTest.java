package io.dartagnan.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dartagnan.audit.AuditRequest.Detail;
import io.dartagnan.audit.HeldVersion.Column;
import io.dartagnan.audit.HeldVersion.Kind;
import io.dartagnan.mpc.Party;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class AuditPagesTest {
  private static final AuditRequest REQUEST =
      new AuditRequest(
          Detail.VERSIONS,
          10,
          Party.P2,
          HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f"),
          "s,1,2",
          Bytes.toBytes("a"),
          new byte[0]);
  private static final BlockPage BLOCKS =
      new BlockPage(
          true,
          List.of(
              new BlockDigest(Bytes.toBytes("k"), 3, new VersionSum(4, 5, 6)),
              new BlockDigest(new byte[0], 0, VersionSum.NONE)));
  private static final Column COLUMN =
      new Column(Bytes.toBytes("r"), Bytes.toBytes("f"), Bytes.toBytes("q"));
  private static final VersionPage VERSIONS =
      new VersionPage(false, List.of(new HeldVersion(COLUMN, 7, Kind.NO_SHARE, 8, true, 9)));

  @Test
  void theLayoutsAreAsDrawn() {
    assertThat(HexFormat.of().formatHex(REQUEST.encode()))
        .isEqualTo(
            "01010a02" + "000102030405060708090a0b0c0d0e0f" + "0005732c312c32" + "000161" + "0000");
    assertThat(HexFormat.of().formatHex(BLOCKS.encode()))
        .isEqualTo(
            "a10100000002"
                + "00016b000000000000000300000000000000040000000000000005"
                + "0000000000000006"
                + "00000000000000000000"
                + "000000000000000000000000000000000000000000000000");
    assertThat(HexFormat.of().formatHex(VERSIONS.encode()))
        .isEqualTo(
            "a20000000001"
                + "000172000166000171"
                + "0000000000000007"
                + "01"
                + "0000000000000008"
                + "01"
                + "0000000000000009");
  }

  @Test
  void whatWasWrittenIsRead() {
    AuditRequest request = AuditRequest.decode(REQUEST.encode());
    assertThat(request.encode()).isEqualTo(REQUEST.encode());
    assertThat(request.party()).isEqualTo(Party.P2);
    assertThat(request.server()).isEqualTo("s,1,2");
    BlockPage blocks = BlockPage.decode(BLOCKS.encode());
    assertThat(blocks.encode()).isEqualTo(BLOCKS.encode());
    assertThat(blocks.last()).isTrue();
    assertThat(blocks.blocks().get(1).endsRange()).isTrue();
    assertThat(VersionPage.decode(VERSIONS.encode())).isEqualTo(VERSIONS);
  }

  @Test
  void whatIsCutShortOrTooLongIsRefused() {
    refused(REQUEST.encode(), AuditRequest::decode);
    refused(BLOCKS.encode(), BlockPage::decode);
    refused(VERSIONS.encode(), VersionPage::decode);
  }

  private static void refused(byte[] whole, Consumer<byte[]> decoder) {
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatIllegalArgumentException().isThrownBy(() -> decoder.accept(cut));
    }
    byte[] longer = Arrays.copyOf(whole, whole.length + 1);
    assertThatIllegalArgumentException().isThrownBy(() -> decoder.accept(longer));
    byte[] another = whole.clone();
    another[0]++;
    assertThatIllegalArgumentException().isThrownBy(() -> decoder.accept(another));
  }

  @Test
  void aCountThatNoBytesCouldHoldAllocatesNothing() {
    byte[] boast = BLOCKS.encode();
    boast[2] = 0x7f;
    assertThatIllegalArgumentException().isThrownBy(() -> BlockPage.decode(boast));
    byte[] negative = BLOCKS.encode();
    negative[2] = -1;
    assertThatIllegalArgumentException().isThrownBy(() -> BlockPage.decode(negative));
  }

  @Test
  void markersDeleteWhatHBaseSaysTheyDo() {
    Column other = new Column(COLUMN.row(), COLUMN.family(), Bytes.toBytes("p"));
    Column family = new Column(COLUMN.row(), COLUMN.family(), new byte[0]);
    assertThat(marker(COLUMN, Kind.DELETE_VERSION).deletes(COLUMN, 7)).isTrue();
    assertThat(marker(COLUMN, Kind.DELETE_VERSION).deletes(COLUMN, 6)).isFalse();
    assertThat(marker(COLUMN, Kind.DELETE_COLUMN).deletes(COLUMN, 6)).isTrue();
    assertThat(marker(COLUMN, Kind.DELETE_COLUMN).deletes(COLUMN, 8)).isFalse();
    assertThat(marker(COLUMN, Kind.DELETE_COLUMN).deletes(other, 6)).isFalse();
    assertThat(marker(family, Kind.DELETE_FAMILY).deletes(other, 6)).isTrue();
    assertThat(marker(family, Kind.DELETE_FAMILY_VERSION).deletes(other, 7)).isTrue();
    assertThat(marker(family, Kind.DELETE_FAMILY_VERSION).deletes(other, 6)).isFalse();
    assertThat(marker(COLUMN, Kind.VERSION).deletes(COLUMN, 7)).isFalse();
  }

  private static HeldVersion marker(Column column, Kind kind) {
    return new HeldVersion(column, 7, kind, 0, true, 7);
  }
}
