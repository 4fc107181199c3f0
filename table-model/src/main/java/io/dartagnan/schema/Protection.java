package io.dartagnan.schema;

import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.Objects;

/**
 * Protection of one column: a scheme and, unless it is plain, the type of its values.
 *
 * @param scheme how the clouds keep it
 * @param type what the values are; null exactly when the scheme is plain
 */
public record Protection(Scheme scheme, ValueType type) {

  /** Not protected. */
  public static final Protection PLAIN = new Protection(Scheme.PLAIN, null);

  /** Checks that a type is there exactly when it is needed. */
  public Protection {
    Objects.requireNonNull(scheme, "scheme");
    if ((scheme == Scheme.PLAIN) != (type == null)) {
      throw new IllegalArgumentException(
          scheme == Scheme.PLAIN
              ? "a plain column takes no type"
              : "scheme '" + scheme.word() + "' needs a type: int64, bytes(max) or string(max)");
    }
  }

  /**
   * Reads {@code <scheme> <type>}, or {@code plain}.
   *
   * @throws IllegalArgumentException if it is neither
   */
  public static Protection parse(String text) {
    String[] words = text.trim().split("\\s+");
    if (words.length > 2 || words[0].isEmpty()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not '<scheme> <type>', such as 'additive int64' or 'plain'");
    }
    return new Protection(
        Scheme.parse(words[0]), words.length == 2 ? ValueType.parse(words[1]) : null);
  }

  /** Whether the clouds hold shares and not the value. */
  public boolean isProtected() {
    return scheme != Scheme.PLAIN;
  }

  /**
   * Sharing of its values.
   *
   * @throws IllegalStateException if they are not
   */
  public Sharing sharing() {
    return scheme.sharing(type);
  }

  /** As it is written in a schema. */
  @Override
  public String toString() {
    return isProtected() ? scheme.word() + " " + type : scheme.word();
  }
}
