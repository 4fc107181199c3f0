package io.dartagnan.mesh.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.Versions;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameTest {
  private static final SessionId ID =
      new SessionId(0x0102030405060708L, 0x1112131415161718L, 0x21222324);
  private static final String SESSION = "0102030405060708" + "1112131415161718" + "21222324";
  private static final String NONE = "0000000000000000" + "0000000000000000" + "00000000";
  private static final String NO_STEP = "0000000000000000" + "00000000";
  private static final String GREETED = "%s%s00" + NONE + "0000000000000000" + "00000003";
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
        Frame.open(HEAP, ID, RANDOM, 2, 2));
    assertWritten(
        "00000046" + "03" + "00" + SESSION + NO_STEP + "5a".repeat(32) + "00000002",
        Frame.open(HEAP, ID, RANDOM, 3, 2));
    assertWritten(
        "00000026" + "04" + "0f" + SESSION + NO_STEP + "00010203",
        Frame.credit(HEAP, ID, 15, 0x010203));
    assertWritten(
        GREETED.formatted("00000046", "05") + "00000002" + "5a".repeat(32),
        Frame.hello(HEAP, Versions.ALL, RANDOM));
    assertWritten(
        GREETED.formatted("0000004a", "06") + "00000002" + "5a".repeat(32) + "00080000",
        Frame.welcome(HEAP, Versions.ALL, RANDOM, 512 << 10));
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
        .isInstanceOf(Frame.MalformedFrameException.class)
        .hasMessage("sent a frame of stream 16");
  }

  @ParameterizedTest
  @ValueSource(strings = {"00000000", "00000021", "ffffffff", "80000024"})
  void aLengthThatNoFrameHasIsRefused(String length) {
    assertThatThrownBy(() -> read(length + GOLDEN_DATA.substring(8)))
        .isInstanceOf(Frame.MalformedFrameException.class)
        .hasMessageContaining("length " + Integer.parseUnsignedInt(length, 16));
  }

  @ParameterizedTest
  @ValueSource(strings = {"00", "08", "ff"})
  void anUnknownTypeIsRefused(String type) {
    assertThatThrownBy(() -> read("00000025" + type + GOLDEN_DATA.substring(10)))
        .isInstanceOf(Frame.MalformedFrameException.class)
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
        .isInstanceOf(Frame.MalformedFrameException.class)
        .hasMessageMatching("sent (ABORT|OPEN|CREDIT|ALIVE) with fields that it does not have");
  }

  /** So that it is answered with the version that is spoken here. */
  @Test
  void aGreetingOfAnotherVersionIsReadWhateverItsFieldsHold() throws Exception {
    assertThat(read("00000022" + "05" + "03" + SESSION + "01".repeat(12)).type())
        .isEqualTo(Frame.Type.HELLO);
  }

  /** Sequence, oldest, and what comes of it where 2 and 3 are spoken. */
  @ParameterizedTest
  @CsvSource({"0, 2, 2", "2, 2, 2", "3, 2, 3", "3, 3, 3", "9, 1, 3", "9, 3, 3"})
  void aGreetingsVersionsMeetInTheNewestThatBothSpeak(int newest, int oldest, int version)
      throws Exception {
    assertThat(hello(newest).greetedVersion(oldest, Versions.ALL)).isEqualTo(version);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 1 | speaks version 1 of the mesh's protocol, this server speaks versions 2 to 3;"
            + " upgrade that cloud first, or let it speak newer versions",
        "0 | 4 | speaks version 4 of the mesh's protocol, this server speaks versions 2 to 3;"
            + " upgrade this cloud first, or let it speak newer versions",
        "6 | 4 | speaks versions 4 to 6 of the mesh's protocol, this server speaks versions 2 to 3;"
            + " upgrade this cloud first, or let it speak newer versions",
        "0 | 0 | greeted with the versions 0 to 0, which there are not",
        "2 | 3 | greeted with the versions 3 to 2, which there are not",
        "-1 | 2 | greeted with the versions 2 to -1, which there are not"
      })
  void versionsThatDoNotMeetAreRefusedByName(int newest, int oldest, String refusal)
      throws Exception {
    Frame hello = hello(newest);
    assertThatThrownBy(() -> hello.greetedVersion(oldest, Versions.ALL))
        .isInstanceOf(Frame.MalformedFrameException.class)
        .hasMessage(refusal);
  }

  private static Frame hello(int newest) throws Frame.MalformedFrameException {
    return read("00000046" + "05" + "00" + NONE + "0000000000000000" + "%08x".formatted(newest));
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

  private static Frame read(String hex) throws Frame.MalformedFrameException {
    return Frame.read(ByteBuffer.wrap(HexFormat.of().parseHex(hex)));
  }
}
