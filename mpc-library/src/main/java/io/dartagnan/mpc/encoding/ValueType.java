package io.dartagnan.mpc.encoding;

import io.dartagnan.mpc.sharing.Ring;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The declared type of a protected column: which byte strings it holds and which ring element
 * stands for each.
 *
 * <p>The map keeps unsigned bytewise order and is one to one. {@code int64} is the eight big-endian
 * bytes themselves. {@code bytes(max)} and {@code string(max)} are
 *
 * <pre>
 *   | zeros to a whole limb | value, zeros to max bytes | length: 1 byte if max is below 255, else 2 |
 * </pre>
 *
 * read as one big-endian number: two values that differ within their common length differ there
 * first, and where one continues the other the padding is at most the longer one's bytes and the
 * length decides. Every value of a column is as long as every other, so sizes say nothing.
 */
public final class ValueType {

  /** Kinds of values. */
  public enum Kind {
    /** Eight bytes, a big-endian two's complement number. */
    INT64("int64"),
    /** Any bytes up to the declared maximum. */
    BYTES("bytes"),
    /** UTF-8 text up to the declared maximum, counted in bytes. */
    STRING("string");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  /** The longest value a column may declare, in bytes. */
  public static final int MAX_LENGTH = 16_384;

  /** Eight-byte integers. */
  public static final ValueType INT64 = new ValueType(Kind.INT64, Long.BYTES);

  private static final Pattern BOUNDED = Pattern.compile("(bytes|string)\\((\\d{1,6})\\)");

  private final Kind kind;
  private final int maxLength;
  private final int lengthBytes;
  private final Ring ring;

  private ValueType(Kind kind, int maxLength) {
    this.kind = kind;
    this.maxLength = maxLength;
    if (kind == Kind.INT64) {
      this.lengthBytes = 0;
    } else {
      this.lengthBytes = maxLength < 0xff ? 1 : 2;
    }
    this.ring = new Ring((maxLength + lengthBytes + Long.BYTES - 1) / Long.BYTES);
  }

  /** Byte strings of at most {@code maxLength} bytes, 1 to {@link #MAX_LENGTH}. */
  public static ValueType bytes(int maxLength) {
    return bounded(Kind.BYTES, maxLength);
  }

  /** UTF-8 text of at most {@code maxLength} bytes, 1 to {@link #MAX_LENGTH}. */
  public static ValueType string(int maxLength) {
    return bounded(Kind.STRING, maxLength);
  }

  private static ValueType bounded(Kind kind, int maxLength) {
    if (maxLength < 1 || maxLength > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "%s(%d) declares %d bytes, 1 to %d are allowed"
              .formatted(kind.word, maxLength, maxLength, MAX_LENGTH));
    }
    return new ValueType(kind, maxLength);
  }

  /**
   * Reads {@code int64}, {@code bytes(max)} or {@code string(max)}.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static ValueType parse(String text) {
    if (text.equals(Kind.INT64.word)) {
      return INT64;
    }
    Matcher bounded = BOUNDED.matcher(text);
    if (!bounded.matches()) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a type; int64, bytes(max) and string(max) are"
              + (text.startsWith("decimal")
                  ? ", and amounts are kept as int64 of the smallest unit, such as cents"
                  : ""));
    }
    int maxLength = Integer.parseInt(bounded.group(2));
    return bounded.group(1).equals(Kind.BYTES.word) ? bytes(maxLength) : string(maxLength);
  }

  /** Kind of the values. */
  public Kind kind() {
    return kind;
  }

  /** The longest value, in bytes; for {@code int64} the only length. */
  public int maxLength() {
    return maxLength;
  }

  /** The ring its elements live in. */
  public Ring ring() {
    return ring;
  }

  /**
   * The element that stands for a value to be stored.
   *
   * @return {@code ring().limbs()} words
   * @throws IllegalArgumentException if the value is longer than declared, an {@code int64} is not
   *     eight bytes, or a {@code string} is not UTF-8; the message says lengths, never content
   */
  public long[] encode(byte[] value) {
    if (kind == Kind.INT64) {
      requireEightBytes(value);
    } else if (value.length > maxLength) {
      throw new IllegalArgumentException(
          "a value of "
              + value.length
              + " bytes was given, the column is declared "
              + this
              + "; shorten the value or declare a larger maximum");
    } else if (kind == Kind.STRING) {
      requireUtf8(value);
    }
    return element(value, value.length);
  }

  /**
   * The element that stands for the operand of a comparison. An operand may be longer than any
   * stored value: it is cut to {@code max} bytes and its length is written as {@code max + 1},
   * which equals no stored value and lies exactly where the longer operand lies in bytewise order.
   *
   * @return {@code ring().limbs()} words
   * @throws IllegalArgumentException if an {@code int64} is not compared with eight bytes
   */
  public long[] encodeOperand(byte[] operand) {
    if (kind == Kind.INT64) {
      requireEightBytes(operand);
    }
    return operand.length > maxLength
        ? element(Arrays.copyOf(operand, maxLength), maxLength + 1)
        : element(operand, operand.length);
  }

  /**
   * The value that an element stands for.
   *
   * @param element {@code ring().limbs()} words
   * @throws IllegalArgumentException if no value has this element: the shares it was put together
   *     from do not belong together
   */
  public byte[] decode(long[] element) {
    if (element.length != ring.limbs()) {
      throw new IllegalArgumentException(
          element.length + " words given, an element of " + this + " has " + ring.limbs());
    }
    byte[] bytes = new byte[ring.limbs() * Long.BYTES];
    ByteBuffer.wrap(bytes).asLongBuffer().put(element);
    if (kind == Kind.INT64) {
      return bytes;
    }
    int valueStart = bytes.length - lengthBytes - maxLength;
    int length = 0;
    for (int i = bytes.length - lengthBytes; i < bytes.length; i++) {
      length = length << 8 | bytes[i] & 0xff;
    }
    boolean wellFormed = length <= maxLength;
    for (int i = 0; wellFormed && i < bytes.length - lengthBytes; i++) {
      boolean padding = i < valueStart || i >= valueStart + length;
      wellFormed = !padding || bytes[i] == 0;
    }
    if (!wellFormed) {
      throw new IllegalArgumentException(
          "the element is not that of any "
              + this
              + " value: shares were combined that do not belong together");
    }
    return Arrays.copyOfRange(bytes, valueStart, valueStart + length);
  }

  private long[] element(byte[] value, int length) {
    byte[] bytes = new byte[ring.limbs() * Long.BYTES];
    System.arraycopy(value, 0, bytes, bytes.length - lengthBytes - maxLength, value.length);
    for (int i = 0, rest = length; i < lengthBytes; i++, rest >>>= 8) {
      bytes[bytes.length - 1 - i] = (byte) rest;
    }
    long[] element = new long[ring.limbs()];
    ByteBuffer.wrap(bytes).asLongBuffer().get(element);
    return element;
  }

  private static void requireEightBytes(byte[] value) {
    if (value.length != Long.BYTES) {
      throw new IllegalArgumentException(
          "a value of "
              + value.length
              + " bytes was given, an int64 column takes the eight bytes of Bytes.toBytes(long)");
    }
  }

  private static void requireUtf8(byte[] value) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "a string column takes UTF-8, the value given is not; declare bytes(max) for it");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ValueType type && type.kind == kind && type.maxLength == maxLength;
  }

  @Override
  public int hashCode() {
    return 31 * kind.hashCode() + maxLength;
  }

  /** As it is written in a schema. */
  @Override
  public String toString() {
    return kind == Kind.INT64 ? kind.word : kind.word + "(" + maxLength + ")";
  }
}
