package io.dartagnan.mpc.predicate;

/** A comparison of a stored value, on the left, with an operand. The codes are wire format. */
public enum Operator {
  EQUAL(0, "="),
  NOT_EQUAL(1, "!="),
  LESS(2, "<"),
  LESS_OR_EQUAL(3, "<="),
  GREATER(4, ">"),
  GREATER_OR_EQUAL(5, ">=");

  private final int code;
  private final String symbol;

  Operator(int code, String symbol) {
    this.code = code;
    this.symbol = symbol;
  }

  /** The number that stands for it on the wire. */
  public int code() {
    return code;
  }

  /** Its symbol in texts. */
  public String symbol() {
    return symbol;
  }

  /**
   * The operator with this code.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Operator ofCode(int code) {
    for (Operator operator : values()) {
      if (operator.code == code) {
        return operator;
      }
    }
    throw new IllegalArgumentException("operator code " + code + " given, 0 to 5 are known");
  }

  /** Whether it asks for equality or its negation, for which elements need no ordering. */
  public boolean isEquality() {
    return this == EQUAL || this == NOT_EQUAL;
  }

  /** Whether it is the negation of equality or of a strict order: not-equal, at most, at least. */
  public boolean isNegated() {
    return this == NOT_EQUAL || this == LESS_OR_EQUAL || this == GREATER_OR_EQUAL;
  }

  /** Whether it holds for values whose comparison gave {@code sign}, as Comparator.compare does. */
  public boolean holds(int sign) {
    return switch (this) {
      case EQUAL -> sign == 0;
      case NOT_EQUAL -> sign != 0;
      case LESS -> sign < 0;
      case LESS_OR_EQUAL -> sign <= 0;
      case GREATER -> sign > 0;
      case GREATER_OR_EQUAL -> sign >= 0;
    };
  }
}
