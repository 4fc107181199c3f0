package io.dartagnan.cli.migration;

import io.dartagnan.cli.column.ColumnFormat;
import io.dartagnan.cli.column.DeclaredLength;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.mpc.encoding.ValueType;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Census of a column's values, by which a declaration is proposed. */
final class ColumnCensus {

  private long values;
  private int longest;
  private boolean allText = true;
  private boolean allEightBytes = true;

  /** Counts a value. */
  void add(byte[] value) {
    values++;
    longest = Math.max(longest, value.length);
    allText = allText && isText(value);
    allEightBytes = allEightBytes && value.length == Long.BYTES;
  }

  private static boolean isText(byte[] value) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(value))
          .chars()
          .noneMatch(point -> Character.isISOControl(point) && !Character.isWhitespace(point));
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  long values() {
    return values;
  }

  /** The length of the longest value in bytes. */
  int longest() {
    return longest;
  }

  /** The kind of the values, in a few words. */
  String reason() {
    if (allText) {
      return "text";
    }
    return allEightBytes ? "8 bytes each, as Bytes.toBytes(long) makes" : "bytes";
  }

  /**
   * The declaration that all values fit.
   *
   * @throws CommandException if a value is longer than any protected one may be
   */
  ColumnFormat proposal(String column) {
    int length = DeclaredLength.of(longest);
    if (length > ValueType.MAX_LENGTH) {
      throw new CommandException(
          "column '%s' has a value of %,d bytes, at most %,d can be protected; leave it unprotected with --column '%s=plain'"
              .formatted(column, longest, ValueType.MAX_LENGTH, column));
    }
    if (allText) {
      return ColumnFormat.ofText(length);
    }
    return allEightBytes
        ? ColumnFormat.ofNumbers(0)
        : ColumnFormat.parse("xor bytes(" + length + ")");
  }
}
