package io.dartagnan.schema;

import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Form in which the three clouds keep a column's values. */
public enum Scheme {
  /** The value itself, on all three clouds. Not protected. */
  PLAIN("plain"),
  /** One of three shares that sum up to the value on each cloud. */
  ADDITIVE("additive"),
  /** One of three shares whose xor is the value on each cloud. */
  XOR("xor"),
  /**
   * Two of three shares on each cloud. They sum up to the value where it is a number, so that sums
   * of a column need no cloud's help; elsewhere, where nothing is added, their xor is the value,
   * which is what comparisons work on.
   */
  REPLICATED("replicated");

  private final String word;

  Scheme(String word) {
    this.word = word;
  }

  /** Its name in a schema. */
  public String word() {
    return word;
  }

  /**
   * Sharing of values of a type.
   *
   * @throws IllegalStateException if they are not
   */
  Sharing sharing(ValueType type) {
    return switch (this) {
      case PLAIN -> throw new IllegalStateException("a plain column is not shared");
      case ADDITIVE -> Sharing.ADDITIVE;
      case XOR -> Sharing.XOR;
      case REPLICATED ->
          type.kind() == ValueType.Kind.INT64
              ? Sharing.REPLICATED_ADDITIVE
              : Sharing.REPLICATED_XOR;
    };
  }

  static Scheme parse(String word) {
    for (Scheme scheme : values()) {
      if (scheme.word.equals(word)) {
        return scheme;
      }
    }
    throw new IllegalArgumentException(
        "'%s' is not a scheme; known are: %s"
            .formatted(
                word, Arrays.stream(values()).map(Scheme::word).collect(Collectors.joining(", "))));
  }
}
