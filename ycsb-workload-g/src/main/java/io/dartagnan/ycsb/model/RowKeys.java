package io.dartagnan.ycsb.model;

import java.util.OptionalLong;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Row keys of one length: the row's number in decimal, with zeros before it, so that keys are
 * ordered as the numbers are.
 *
 * @param digits 1 to 18
 */
public record RowKeys(int digits) {
  private static final int MOST = 18;

  public RowKeys {
    if (digits < 1 || digits > MOST) {
      throw new IllegalArgumentException(
          "keys of %d digits were asked for; 1 to %d are possible".formatted(digits, MOST));
    }
  }

  /** The number of rows that have a key. */
  public long capacity() {
    long capacity = 1;
    for (int digit = 0; digit < digits; digit++) {
      capacity *= 10;
    }
    return capacity;
  }

  /**
   * The key of a row.
   *
   * @param row 0 or more, below {@link #capacity}
   */
  public byte[] key(long row) {
    return Bytes.toBytes(text(row));
  }

  /** The key as text. */
  public String text(long row) {
    String number = Long.toString(row);
    if (row < 0 || number.length() > digits) {
      throw new IllegalArgumentException(
          "row %d has no key of %d digits; set zeropadding to more".formatted(row, digits));
    }
    return "0".repeat(digits - number.length()) + number;
  }

  /** The number of the row with this key; empty if it is the key of none. */
  public OptionalLong row(byte[] array, int offset, int length) {
    if (length != digits) {
      return OptionalLong.empty();
    }
    long row = 0;
    for (int at = offset; at < offset + length; at++) {
      int digit = array[at] - '0';
      if (digit < 0 || digit > 9) {
        return OptionalLong.empty();
      }
      row = 10 * row + digit;
    }
    return OptionalLong.of(row);
  }
}
