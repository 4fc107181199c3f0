package io.dartagnan.mpc.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.harness.Seed;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueTypeTest {
  private final Random random = Seed.random(this);

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 8, 15, 16, 36, 254, 255, 256, 1000})
  void orderAndContentOfBytesSurvive(int max) {
    ValueType type = ValueType.bytes(max);
    for (int i = 0; i < 2000; i++) {
      byte[] x = value(max);
      byte[] y = random.nextBoolean() ? value(max) : near(x, max);
      long[] ex = type.encode(x);
      assertThat(ex).hasSize(type.ring().limbs());
      assertThat(type.decode(ex)).isEqualTo(x);
      assertThat(Integer.signum(Arrays.compareUnsigned(ex, type.encode(y))))
          .isEqualTo(Integer.signum(Arrays.compareUnsigned(x, y)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 254, 255})
  void anOperandLongerThanTheColumnKeepsItsPlace(int max) {
    ValueType type = ValueType.bytes(max);
    for (int i = 0; i < 2000; i++) {
      byte[] stored = value(max);
      byte[] operand = Arrays.copyOf(random.nextBoolean() ? stored : value(max), max + 1 + i % 3);
      assertThat(
              Integer.signum(
                  Arrays.compareUnsigned(type.encode(stored), type.encodeOperand(operand))))
          .isEqualTo(Integer.signum(Arrays.compareUnsigned(stored, operand)));
    }
  }

  @Test
  void valuesThatTouchFullLimbsUseThemWhole() {
    assertThat(ValueType.bytes(7).ring().limbs()).isEqualTo(1);
    assertThat(ValueType.bytes(8).ring().limbs()).isEqualTo(2);
    assertThat(ValueType.string(36).ring().limbs()).isEqualTo(5);
    assertThat(ValueType.bytes(ValueType.MAX_LENGTH).ring().limbs()).isEqualTo(2049);
  }

  @Test
  void typesReadAsTheyAreWritten() {
    for (String text : new String[] {"int64", "bytes(1)", "string(16384)"}) {
      assertThat(ValueType.parse(text)).hasToString(text);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "int32",
        "bytes",
        "bytes()",
        "bytes(-1)",
        "bytes(0)",
        "string(16385)",
        "string( 3)",
        "INT64"
      })
  void otherTypesAreRefused(String text) {
    assertThatThrownBy(() -> ValueType.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aValueLongerThanDeclaredIsRefusedWithoutShowingIt() {
    assertThatThrownBy(() -> ValueType.string(4).encode("secret".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("6 bytes")
        .hasMessageContaining("string(4)")
        .message()
        .doesNotContain("secret");
  }

  @Test
  void anInt64IsEightBytesAndAStringIsUtf8() {
    assertThatThrownBy(() -> ValueType.INT64.encode(new byte[4]))
        .hasMessageContaining("4 bytes")
        .hasMessageContaining("eight bytes");
    assertThatThrownBy(() -> ValueType.string(4).encode(new byte[] {(byte) 0xff}))
        .hasMessageContaining("UTF-8");
  }

  @Test
  void anElementThatNoValueHasIsRefused() {
    ValueType type = ValueType.bytes(3);
    assertThatThrownBy(() -> type.decode(new long[] {-1})).hasMessageContaining("do not belong");
    // Length 1, but a byte behind the value.
    assertThatThrownBy(() -> type.decode(new long[] {0x61_62_00_01L}))
        .hasMessageContaining("do not belong");
  }

  /** Any bytes, with many zeros: they are where padding could be mistaken for content. */
  private byte[] value(int max) {
    byte[] value = new byte[random.nextInt(max + 1)];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) (random.nextInt(3) == 0 ? 0 : random.nextInt());
    }
    return value;
  }

  private byte[] near(byte[] x, int max) {
    byte[] near = Arrays.copyOf(x, Math.min(max, Math.max(0, x.length + random.nextInt(3) - 1)));
    if (near.length > 0 && random.nextBoolean()) {
      near[near.length - 1]++;
    }
    return near;
  }
}
