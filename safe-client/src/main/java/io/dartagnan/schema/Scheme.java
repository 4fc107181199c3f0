package io.dartagnan.schema;

import java.util.Arrays;
import java.util.stream.Collectors;

/** How a column's values are kept by the three clouds. The codes are stored in cells. */
public enum Scheme {
  /** The value itself, on all three clouds. Not protected. */
  PLAIN("plain", 0),
  /** One of three additive shares on each cloud. */
  ADDITIVE("additive", 1);

  private final String word;
  private final int code;

  Scheme(String word, int code) {
    this.word = word;
    this.code = code;
  }

  /** How a schema writes it. */
  public String word() {
    return word;
  }

  /** How a share cell writes it. */
  public int code() {
    return code;
  }

  static Scheme parse(String word) {
    for (Scheme scheme : values()) {
      if (scheme.word.equals(word)) {
        return scheme;
      }
    }
    String known = Arrays.stream(values()).map(Scheme::word).collect(Collectors.joining(", "));
    if (word.equals("xor") || word.equals("replicated")) {
      throw new UnsupportedOperationException(
          "scheme '" + word + "' is not supported yet; supported are: " + known);
    }
    throw new IllegalArgumentException("'" + word + "' is not a scheme; known are: " + known);
  }
}
