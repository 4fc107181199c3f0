package io.dartagnan.mpc.predicate;

import java.util.List;

/** Order of a value and an operand. The codes are wire format. */
public enum Ordering {
  /** As unsigned numbers, which is bytewise order: HBase's {@code BinaryComparator}. */
  UNSIGNED(0),
  /** As two's complement numbers: HBase's {@code LongComparator}. */
  SIGNED(1),
  /**
   * By words: a text is equal to each of its words and less than every other. No protocol computes
   * it; clouds find words by tokens that clients made.
   */
  WORDS(2);

  /** Those of elements of a ring, which protocols compute. */
  public static final List<Ordering> OF_ELEMENTS = List.of(UNSIGNED, SIGNED);

  private final int code;

  Ordering(int code) {
    this.code = code;
  }

  /** Returns what a text is to a word by {@link #WORDS}, as {@code Comparator.compare} would. */
  public static int byWord(boolean has) {
    return has ? 0 : -1;
  }

  /** The number that stands for it on the wire. */
  public int code() {
    return code;
  }

  /**
   * The ordering with this code.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Ordering ofCode(int code) {
    for (Ordering ordering : values()) {
      if (ordering.code == code) {
        return ordering;
      }
    }
    throw new IllegalArgumentException("ordering code " + code + " given, 0 to 2 are known");
  }
}
