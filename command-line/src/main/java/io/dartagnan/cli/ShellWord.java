package io.dartagnan.cli;

/** Quotes text so that a shell reads it as one word, whatever it holds. */
final class ShellWord {

  private ShellWord() {}

  /** The text in single quotes, a single quote in it as {@code '\\''}. */
  static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
