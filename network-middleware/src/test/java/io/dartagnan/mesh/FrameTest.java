package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameTest {
  private static final SessionId ID =
      new SessionId(0x0102030405060708L, 0x1112131415161718L, 0x21222324);
  private static final String GOLDEN_DATA =
      "00000024"
          + "01"
          + "0102030405060708"
          + "1112131415161718"
          + "21222324"
          + "3132333435363738"
          + "41424344"
          + "aabbcc";
  private static final String GOLDEN_ABORT =
      "00000023"
          + "02"
          + "0102030405060708"
          + "1112131415161718"
          + "21222324"
          + "0000000000000000"
          + "00000000"
          + "6e6f";

  @Test
  void aDataFrameIsWrittenAsDrawn() {
    ByteBuffer payload = ByteBuffer.wrap(new byte[] {(byte) 0xaa, (byte) 0xbb, (byte) 0xcc});
    ByteBuf frame =
        Frame.data(UnpooledByteBufAllocator.DEFAULT, ID, 0x3132333435363738L, 0x41424344, payload);
    assertThat(ByteBufUtil.hexDump(frame)).isEqualTo(GOLDEN_DATA);
    assertThat(payload.remaining()).isZero();
    frame.release();
  }

  @Test
  void anAbortIsWrittenAsDrawn() {
    ByteBuf frame = Frame.abort(UnpooledByteBufAllocator.DEFAULT, ID, "no");
    assertThat(ByteBufUtil.hexDump(frame)).isEqualTo(GOLDEN_ABORT);
    frame.release();
  }

  @Test
  void whatIsWrittenIsRead() throws Exception {
    assertThat(read(GOLDEN_DATA))
        .isEqualTo(new Frame(Frame.Type.DATA, ID, 0x3132333435363738L, 0x41424344, 3));
    assertThat(read(GOLDEN_ABORT)).isEqualTo(new Frame(Frame.Type.ABORT, ID, 0, 0, 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"00000000", "00000020", "ffffffff", "80000024"})
  void aLengthThatNoFrameHasIsRefused(String length) {
    assertThatThrownBy(() -> read(length + GOLDEN_DATA.substring(8)))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining("length " + Integer.parseUnsignedInt(length, 16));
  }

  @ParameterizedTest
  @ValueSource(strings = {"00", "03", "ff"})
  void anUnknownTypeIsRefused(String type) {
    assertThatThrownBy(() -> read("00000024" + type + GOLDEN_DATA.substring(10)))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining("unknown type");
  }

  @Test
  void aLongReasonIsCutToWhatAReceiverTakes() {
    ByteBuf frame = Frame.abort(UnpooledByteBufAllocator.DEFAULT, ID, "\u20ac".repeat(5000));
    assertThat(frame.readableBytes() - Frame.PAYLOAD)
        .isPositive()
        .isLessThanOrEqualTo(Frame.MAX_REASON_BYTES);
    frame.release();
  }

  @Test
  void aReasonIsOneLine() {
    byte[] forged = "ok\n2026 ERROR root\u001b[2J".getBytes(StandardCharsets.UTF_8);
    assertThat(Frame.reason(forged)).isEqualTo("ok?2026 ERROR root?[2J");
  }

  private static Frame read(String hex) throws MalformedFrameException {
    return Frame.read(ByteBuffer.wrap(HexFormat.of().parseHex(hex)));
  }
}
