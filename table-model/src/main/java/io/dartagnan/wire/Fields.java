package io.dartagnan.wire;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Length-prefixed fields of wire layouts. Lengths are checked before anything is allocated; a field
 * that is cut short is a {@link BufferUnderflowException}.
 */
public final class Fields {
  private Fields() {}

  static void putShortBytes(ByteBuffer into, byte[] bytes) {
    if (bytes.length > 0xffff) {
      throw new IllegalArgumentException(
          "a field of " + bytes.length + " bytes does not fit, 65535 are allowed");
    }
    into.putShort((short) bytes.length).put(bytes);
  }

  /** Writes a field with a length of two bytes. */
  public static void writeShortBytes(ByteArrayOutputStream into, byte[] bytes) {
    ByteBuffer field = ByteBuffer.allocate(Short.BYTES + bytes.length);
    putShortBytes(field, bytes);
    into.writeBytes(field.array());
  }

  /** Reads a field with a length of two bytes. */
  public static byte[] getShortBytes(ByteBuffer from) {
    return getBytes(from, Short.toUnsignedInt(from.getShort()));
  }

  /** Reads texts that {@link #writeShortBytes} wrote one after the other. */
  public static List<String> getTexts(ByteBuffer from, int count) {
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(utf8(getShortBytes(from)));
    }
    return texts;
  }

  /** Reads so many bytes. */
  public static byte[] getBytes(ByteBuffer from, int length) {
    if (length < 0 || length > from.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    from.get(bytes);
    return bytes;
  }

  /** Text as a field holds it. */
  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A field's text. */
  public static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
