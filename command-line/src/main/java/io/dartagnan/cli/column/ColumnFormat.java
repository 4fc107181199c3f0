package io.dartagnan.cli.column;

import io.dartagnan.client.filter.WordComparator;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.SealedProtection.Encryption;
import io.dartagnan.schema.SharedProtection;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Turns the text of one column into the bytes that HBase keeps, and back.
 *
 * <p>{@code decimal(d)} is a spelling of the command line and not a type of the schema: the column
 * is declared {@code int64} and holds the amount times 10<sup>d</sup>. A number is kept by amount,
 * so {@code -0.00}, {@code +1} and {@code .5} are shown as {@code 0.00}, {@code 1} and {@code 0.5}.
 * No message quotes a value.
 *
 * @param protection how the column is declared
 * @param scale digits after the point, 0 unless the column is shown as a decimal
 */
public record ColumnFormat(Protection protection, int scale) {

  /** The most digits after the point that a column may be declared with. */
  public static final int MAX_SCALE = 18;

  private static final Pattern DECIMAL_TYPE = Pattern.compile("(\\S+)\\s+decimal\\((\\d{1,3})\\)");

  public ColumnFormat {
    if (scale < 0 || scale > MAX_SCALE) {
      throw new IllegalArgumentException(
          "decimal(%d) has %d digits after the point, 1 to %d are allowed"
              .formatted(scale, scale, MAX_SCALE));
    }
  }

  /**
   * Reads {@code <scheme> <type>} or {@code plain}, where the type may also be {@code decimal(d)}.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  public static ColumnFormat parse(String declaration) {
    Matcher decimal = DECIMAL_TYPE.matcher(declaration.strip());
    if (!decimal.matches()) {
      return new ColumnFormat(Protection.parse(declaration), 0);
    }
    int scale = Integer.parseInt(decimal.group(2));
    if (scale == 0) {
      throw new IllegalArgumentException("decimal(0) has no digits after the point; use int64");
    }
    return new ColumnFormat(Protection.parse(decimal.group(1) + " int64"), scale);
  }

  /** The declaration proposed for numbers, which may be added up. */
  public static ColumnFormat ofNumbers(int scale) {
    return new ColumnFormat(SharedProtection.additive(ValueType.INT64), scale);
  }

  /** The declaration proposed for text, which is only ever compared. */
  public static ColumnFormat ofText(int maxLength) {
    return new ColumnFormat(SharedProtection.xor(ValueType.string(maxLength)), 0);
  }

  /** The same values in a replicated column; plain ones stay so. */
  public ColumnFormat replicated() {
    return protection.needsSuite()
        ? new ColumnFormat(
            SharedProtection.replicated(protection.declaredType().orElseThrow()), scale)
        : this;
  }

  /**
   * The same values encrypted by clients, for one cluster: text for equality, and numbers, which
   * are asked for ranges, in their order.
   */
  public ColumnFormat sealed() {
    return protection.needsSuite()
        ? new ColumnFormat(
            Protection.parse(
                (isNumeric() ? Encryption.OPE : Encryption.DET)
                    + " "
                    + protection.declaredType().orElseThrow()),
            scale)
        : this;
  }

  /** Whether the values are numbers, compared by amount; otherwise they are compared bytewise. */
  public boolean isNumeric() {
    return protection
        .declaredType()
        .filter(type -> type.kind() == ValueType.Kind.INT64)
        .isPresent();
  }

  /**
   * The bytes to store for a text that is not empty.
   *
   * @throws IllegalArgumentException if the column cannot hold it: what was given, what is allowed
   */
  public byte[] encode(String text) {
    byte[] value = operand(text);
    Optional<ValueType> type = protection.declaredType();
    if (type.isPresent() && value.length > type.get().maxLength()) {
      throw new IllegalArgumentException(
          "the value has %,d bytes, the column is declared %s".formatted(value.length, type.get()));
    }
    return value;
  }

  /**
   * The bytes to compare stored values with: as {@link #encode}, but text may be longer than any
   * stored value.
   *
   * @throws IllegalArgumentException if a number is needed and the text is none, or has too many
   *     digits
   */
  public byte[] operand(String text) {
    return isNumeric() ? Bytes.toBytes(number(text)) : text.getBytes(StandardCharsets.UTF_8);
  }

  /** The comparator with which HBase compares stored values with an operand. */
  public ByteArrayComparable comparator(byte[] operand) {
    return isNumeric() ? new LongComparator(Bytes.toLong(operand)) : new BinaryComparator(operand);
  }

  /**
   * The comparator by which texts have a word.
   *
   * @throws IllegalArgumentException if the column is of numbers, or the text not one word
   */
  public ByteArrayComparable word(String text) {
    if (isNumeric()) {
      throw new IllegalArgumentException(
          "the column is declared %s, and words are those of texts".formatted(this));
    }
    return new WordComparator(text);
  }

  /** Order of two stored values: by amount, or unsigned bytewise. */
  public int compare(byte[] left, byte[] right) {
    return -comparator(right).compareTo(left);
  }

  /** The text of stored bytes; in hex with a leading {@code 0x} when they are not text. */
  public String decode(byte[] value) {
    if (isNumeric() && value.length == Long.BYTES) {
      return amount(Bytes.toLong(value));
    }
    if (!isNumeric()) {
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
      } catch (CharacterCodingException e) {
        return hex(value);
      }
    }
    return hex(value);
  }

  /** The text of a number, or of a sum of numbers, that is kept times 10^scale. */
  public String amount(long kept) {
    return BigDecimal.valueOf(kept, scale).toPlainString();
  }

  /**
   * The text of a mean of numbers that are kept times 10^scale; with more digits if it has them.
   */
  public String mean(double kept) {
    BigDecimal mean = BigDecimal.valueOf(kept).movePointLeft(scale).stripTrailingZeros();
    return mean.setScale(Math.max(scale, mean.scale())).toPlainString();
  }

  /** The declaration as {@code --column} takes it. */
  @Override
  public String toString() {
    return scale == 0
        ? protection.toString()
        : protection.scheme()
            + " decimal("
            + scale
            + ")"
            + (protection.isTagged() ? Protection.WITH_TAGS : "");
  }

  private static String hex(byte[] value) {
    return "0x" + HexFormat.of().formatHex(value);
  }

  private long number(String text) {
    BigDecimal amount = NumberText.isNumber(text) ? new BigDecimal(text) : null;
    int digits = amount == null ? 0 : Math.max(0, amount.stripTrailingZeros().scale());
    if (amount == null || scale == 0 && digits > 0) {
      throw new IllegalArgumentException(
          "the value is not %s, the column is declared %s"
              .formatted(scale == 0 ? "an integer" : "a decimal number", this));
    }
    if (digits > scale) {
      throw new IllegalArgumentException(
          "the value has %d digits after the point, the column is declared %s"
              .formatted(digits, this));
    }
    try {
      return amount.movePointRight(scale).setScale(0, RoundingMode.UNNECESSARY).longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "the value does not fit 64 bits, the column is declared " + this, e);
    }
  }
}
