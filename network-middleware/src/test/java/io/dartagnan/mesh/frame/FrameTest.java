package io.dartagnan.mesh.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mesh.SessionId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
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
  private static final String SESSION = "0102030405060708" + "1112131415161718" + "21222324";
  private static final String NONE = "0000000000000000" + "0000000000000000" + "00000000";
  private static final String NO_STEP = "0000000000000000" + "00000000";
  private static final String GOLDEN_DATA =
      "00000025" + "01" + "0b" + SESSION + "3132333435363738" + "41424344" + "aabbcc";
  private static final byte[] RANDOM = HexFormat.of().parseHex("5a".repeat(32));
  private static final ByteBufAllocator HEAP = UnpooledByteBufAllocator.DEFAULT;

  @Test
  void aDataFrameIsWrittenAsDrawn() {
    ByteBuffer payload = ByteBuffer.wrap(new byte[] {(byte) 0xaa, (byte) 0xbb, (byte) 0xcc});
    assertWritten(GOLDEN_DATA, Frame.data(HEAP, ID, 11, 0x3132333435363738L, 0x41424344, payload));
    assertThat(payload.remaining()).isZero();
  }

  @Test
  void theOtherFramesAreWrittenAsDrawn() {
    assertWritten(
        "00000024" + "02" + "00" + SESSION + NO_STEP + "6e6f", Frame.abort(HEAP, ID, "no"));
    assertWritten(
        "00000042" + "03" + "00" + SESSION + NO_STEP + "5a".repeat(32),
        Frame.open(HEAP, ID, RANDOM));
    assertWritten(
        "00000026" + "04" + "0f" + SESSION + NO_STEP + "00010203",
        Frame.credit(HEAP, ID, 15, 0x010203));
    assertWritten(
        "00000046" + "05" + "00" + NONE + NO_STEP + "00000002" + "5a".repeat(32),
        Frame.hello(HEAP, RANDOM));
    assertWritten(
        "0000004a" + "06" + "00" + NONE + NO_STEP + "00000002" + "5a".repeat(32) + "00080000",
        Frame.welcome(HEAP, RANDOM, 512 << 10));
    assertWritten("00000022" + "07" + "00" + NONE + NO_STEP, Frame.alive(HEAP));
  }

  private static void assertWritten(String golden, ByteBuf frame) {
    assertThat(ByteBufUtil.hexDump(frame)).isEqualTo(golden);
    frame.release();
  }

  @Test
  void whatIsWrittenIsRead() throws Exception {
    assertThat(read(GOLDEN_DATA))
        .isEqualTo(new Frame(Frame.Type.DATA, 11, ID, 0x3132333435363738L, 0x41424344, 3));
    assertThat(read("00000026" + "04" + "0f" + SESSION + NO_STEP + "00010203"))
        .isEqualTo(new Frame(Frame.Type.CREDIT, 15, ID, 0, 0, 4));
  }

  @Test
  void aStreamThatNoSessionHasIsRefused() {
    assertThatThrownBy(() -> read(GOLDEN_DATA.replaceFirst("0b", "10")))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessage("sent a frame of stream 16");
  }

  @ParameterizedTest
  @ValueSource(strings = {"00000000", "00000021", "ffffffff", "80000024"})
  void aLengthThatNoFrameHasIsRefused(String length) {
    assertThatThrownBy(() -> read(length + GOLDEN_DATA.substring(8)))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining("length " + Integer.parseUnsignedInt(length, 16));
  }

  @ParameterizedTest
  @ValueSource(strings = {"00", "08", "ff"})
  void anUnknownTypeIsRefused(String type) {
    assertThatThrownBy(() -> read("00000025" + type + GOLDEN_DATA.substring(10)))
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00000022" + "02" + "01" + SESSION + NO_STEP,
        "00000022" + "03" + "00" + SESSION + "0000000000000001" + "00000000",
        "00000022" + "03" + "00" + SESSION + "0000000000000000" + "00000001",
        "00000022" + "04" + "0f" + SESSION + "0000000000000000" + "00000001",
        "00000022" + "07" + "00" + SESSION + NO_STEP,
        "00000022" + "07" + "01" + NONE + NO_STEP
      })
  void aFieldThatTheTypeHasNoUseForIsZero(String header) {
    assertThatThrownBy(() -> read(header))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageMatching("sent (ABORT|OPEN|CREDIT|ALIVE) with fields that it does not have");
  }

  /** So that it is answered with the version that is spoken here. */
  @Test
  void aGreetingOfAnotherVersionIsReadWhateverItsFieldsHold() throws Exception {
    assertThat(read("00000022" + "05" + "03" + SESSION + "01".repeat(12)).type())
        .isEqualTo(Frame.Type.HELLO);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\u001b", "\u0085", "\u2028", "\u2029", "\u202e", "\u200b"})
  void aReasonIsOneLineAsItIsRead(String unfit) {
    byte[] forged = ("ok" + unfit + "2026 ERROR root").getBytes(StandardCharsets.UTF_8);
    assertThat(Frame.reason(forged)).isEqualTo("ok?2026 ERROR root");
  }

  @Test
  void aReasonKeepsItsLetters() {
    assertThat(
            Frame.reason(
                "la r\u00e9gion a \u00e9t\u00e9 d\u00e9plac\u00e9e \u2192 \u6771"
                    .getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("la r\u00e9gion a \u00e9t\u00e9 d\u00e9plac\u00e9e \u2192 \u6771");
  }

  private static Frame read(String hex) throws MalformedFrameException {
    return Frame.read(ByteBuffer.wrap(HexFormat.of().parseHex(hex)));
  }
}
