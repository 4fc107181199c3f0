package io.dartagnan.mpc.predicate;

/** Order of two elements of a ring. The codes are wire format. */
public enum Ordering {
  /** As unsigned numbers, which is bytewise order: HBase's {@code BinaryComparator}. */
  UNSIGNED(0),
  /** As two's complement numbers: HBase's {@code LongComparator}. */
  SIGNED(1);

  private final int code;

  Ordering(int code) {
    this.code = code;
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
    throw new IllegalArgumentException("ordering code " + code + " given, 0 and 1 are known");
  }
}
