package io.dartagnan.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dartagnan.mpc.harness.Seed;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TrapdoorTest {
  /** FIPS 197, C.3: AES-256 of this block under this key is 8ea2b7ca516745bf and eight more. */
  private static final byte[] NONCE = hex("00112233445566778899aabbccddeeff");

  private static final byte[] BYTES =
      hex("07000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
  private static final String TOKEN = "8ea2b7ca516745bf";

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  /** The second byte of a cell of another's array, as HBase hands cells out. */
  private static boolean isIn(byte[] cell) {
    byte[] array = new byte[cell.length + 20];
    Arrays.fill(array, (byte) 0xff);
    System.arraycopy(cell, 0, array, 7, cell.length);
    return new Trapdoor(BYTES).isIn(array, 7, cell.length);
  }

  private static byte[] cell(int key, String... tokens) {
    ByteBuffer cell = ByteBuffer.allocate(21 + tokens.length * 8 + 24);
    cell.put((byte) key).put(NONCE).putInt(tokens.length);
    for (String token : tokens) {
      cell.put(hex(token));
    }
    return cell.array();
  }

  @Test
  void theTokenOfAWordIsFoundWhereverItStands() {
    String less = "7fffffffffffffff";
    String more = "8ea2b7ca516745c0";
    assertThat(new Trapdoor(BYTES).token(NONCE, 0)).isEqualTo(0x8ea2b7ca516745bfL);
    assertThat(isIn(cell(7, TOKEN))).isTrue();
    assertThat(isIn(cell(7, less, TOKEN, more))).isTrue();
    assertThat(isIn(cell(7, less, less, TOKEN))).isTrue();
    assertThat(isIn(cell(7, TOKEN, more, more, more))).isTrue();
    assertThat(isIn(cell(7, less, more))).isFalse();
    assertThat(isIn(cell(7))).isFalse();
    assertThat(isIn(cell(8, TOKEN))).as("under another key").isFalse();
    byte[] other = cell(7, TOKEN);
    other[16] ^= 1;
    assertThat(isIn(other)).as("with another nonce").isFalse();
  }

  /** A cloud may hold anything, and the answer is that it lacks the word. */
  @Test
  void cellsThatAreCutShortHaveNoWord() {
    Random random = Seed.random(this);
    byte[] whole = cell(7, TOKEN);
    for (int length = 0; length < 29; length++) {
      assertThat(isIn(Arrays.copyOf(whole, length))).as("%d bytes", length).isFalse();
    }
    for (int round = 0; round < 1000; round++) {
      byte[] altered = whole.clone();
      ByteBuffer.wrap(altered).putInt(17, random.nextInt() >> random.nextInt(32));
      isIn(altered);
    }
    ByteBuffer.wrap(whole).putInt(17, 5);
    assertThat(isIn(whole)).as("as many tokens as there is no room for").isFalse();
  }

  @Test
  void itHasOneLengthAndSaysNothingOfItself() {
    assertThat(new Trapdoor(BYTES)).hasToString("a trapdoor under key 7");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Trapdoor(new byte[32]))
        .withMessageContaining("a trapdoor of 32 bytes was given, it has 33");
  }
}
