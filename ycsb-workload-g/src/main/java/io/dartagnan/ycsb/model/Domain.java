package io.dartagnan.ycsb.model;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Values that a column may have, numbered from 0 in the order of their bytes.
 *
 * <p>A drawn value is known by its number alone, so that a filter's answer can be recomputed
 * without building the values of all rows.
 */
public sealed interface Domain {

  /**
   * The type with which a schema declares the column, such as {@code string(14)}; empty for none.
   */
  String type();

  /**
   * The number of values, 1 or more; 0 stands for 2^64, whose numbers are unsigned.
   *
   * @see #drawn
   */
  long size();

  /** The bytes of a value. */
  byte[] value(long number);

  /** The number of a uniformly drawn value, from 64 uniformly drawn bits. */
  default long drawn(long bits) {
    return size() == 0 ? bits : Long.remainderUnsigned(bits, size());
  }

  /** Whether the values are eight-byte numbers. */
  default boolean isInt64() {
    return type().equals("int64");
  }

  /** All values of {@code int64}: number n has the bytes of n. */
  static Domain int64() {
    return new Int64(0);
  }

  /**
   * The numbers from 0 below a bound, as {@code int64}.
   *
   * @param size 1 or more
   */
  static Domain int64Below(long size) {
    if (size < 1) {
      throw new IllegalArgumentException(
          "a column of %d values; 1 or more are possible".formatted(size));
    }
    return new Int64(size);
  }

  /**
   * Text of one length: up to 15 bytes decimal digits, of 16 and more 16 hexadecimal digits and
   * letters that follow from them.
   *
   * @param length in bytes, 1 or more
   */
  static Domain text(int length) {
    return length < Text.DIGITS ? new Digits(length) : new Text(length);
  }

  /**
   * Days from the first of a year to the last of another, as {@code yyyyMMddHHmmss} at midnight.
   */
  static Domain days(int firstYear, int lastYear) {
    return new Days(
        LocalDate.of(firstYear, 1, 1).toEpochDay(), LocalDate.of(lastYear + 1, 1, 1).toEpochDay());
  }

  /** The values that there are, in any order and any of them more than once. */
  static Listed listed(String type, Collection<byte[]> values) {
    TreeSet<byte[]> sorted = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    sorted.addAll(values);
    return new Listed(type, List.copyOf(sorted));
  }

  /**
   * See {@link #listed}.
   *
   * @param values each once, in the order of their bytes
   */
  record Listed(String type, List<byte[]> values) implements Domain {
    @Override
    public long size() {
      return values.size();
    }

    @Override
    public byte[] value(long number) {
      return values.get((int) number).clone();
    }

    /** The number of a value, which is one of them. */
    int number(byte[] value) {
      return Collections.binarySearch(values, value, Bytes.BYTES_COMPARATOR);
    }
  }

  /** See {@link #int64}. */
  record Int64(long size) implements Domain {
    @Override
    public String type() {
      return "int64";
    }

    @Override
    public byte[] value(long number) {
      return Bytes.toBytes(number);
    }
  }

  /** See {@link #text}. */
  record Digits(int length) implements Domain {
    @Override
    public String type() {
      return "string(" + length + ")";
    }

    @Override
    public long size() {
      long size = 1;
      for (int digit = 0; digit < length; digit++) {
        size *= 10;
      }
      return size;
    }

    @Override
    public byte[] value(long number) {
      byte[] value = new byte[length];
      long rest = number;
      for (int at = length - 1; at >= 0; at--) {
        value[at] = (byte) ('0' + rest % 10);
        rest /= 10;
      }
      return value;
    }
  }

  /** See {@link #text}. */
  record Text(int length) implements Domain {
    static final int DIGITS = 16;
    private static final byte[] HEXADECIMAL =
        "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    @Override
    public String type() {
      return "string(" + length + ")";
    }

    @Override
    public long size() {
      return 0;
    }

    @Override
    public byte[] value(long number) {
      byte[] value = new byte[length];
      for (int digit = 0; digit < DIGITS; digit++) {
        value[digit] = HEXADECIMAL[(int) (number >>> (60 - 4 * digit)) & 0xf];
      }
      long bits = 0;
      for (int at = DIGITS; at < length; at++) {
        int turn = (at - DIGITS) % 12;
        bits = turn == 0 ? Draws.mix(number + at) : bits >>> 5;
        value[at] = (byte) ('a' + (bits & 0x1f) % 26);
      }
      return value;
    }
  }

  /**
   * See {@link #days}.
   *
   * @param first day since 1970, of the first value
   * @param end day after the last
   */
  record Days(long first, long end) implements Domain {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.BASIC_ISO_DATE;
    private static final int LENGTH = 14;

    @Override
    public String type() {
      return "string(" + LENGTH + ")";
    }

    @Override
    public long size() {
      return end - first;
    }

    @Override
    public byte[] value(long number) {
      String day = LocalDate.ofEpochDay(first + number).format(FORMAT);
      byte[] value = Arrays.copyOf(day.getBytes(StandardCharsets.US_ASCII), LENGTH);
      Arrays.fill(value, day.length(), LENGTH, (byte) '0');
      return value;
    }
  }
}
