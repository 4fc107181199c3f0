package io.dartagnan.cli.column;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Stored bytes as a value of JSON: a number where the column holds numbers, otherwise text, and
 * {@code {"hex": "00ff"}} for bytes that are neither.
 */
public final class JsonValue {

  private JsonValue() {}

  /** The value of a column. */
  public static Object of(ColumnFormat format, byte[] value) {
    if (format.isNumeric()) {
      return value.length == Long.BYTES
          ? BigDecimal.valueOf(Bytes.toLong(value), format.scale())
          : hex(value);
    }
    return of(value);
  }

  /** Bytes that are text if they are UTF-8, such as a row key. */
  public static Object of(byte[] text) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
    } catch (CharacterCodingException e) {
      return hex(text);
    }
  }

  private static Object hex(byte[] value) {
    return Map.of("hex", HexFormat.of().formatHex(value));
  }
}
