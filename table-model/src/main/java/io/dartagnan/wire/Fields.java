package io.dartagnan.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads and writes length-prefixed fields; lengths are checked before anything is allocated. */
final class Fields {
  private Fields() {}

  static void putShortBytes(ByteBuffer into, byte[] bytes) {
    if (bytes.length > 0xffff) {
      throw new IllegalArgumentException(
          "a field of " + bytes.length + " bytes does not fit, 65535 are allowed");
    }
    into.putShort((short) bytes.length).put(bytes);
  }

  static byte[] getShortBytes(ByteBuffer from) {
    return getBytes(from, Short.toUnsignedInt(from.getShort()));
  }

  static byte[] getBytes(ByteBuffer from, int length) {
    if (length < 0 || length > from.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    from.get(bytes);
    return bytes;
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
