package io.dartagnan.cli.terminal;

/** Quotes text so that a shell reads it as one word, whatever it holds. */
public final class ShellWord {

  private ShellWord() {}

  /** The text in single quotes, a single quote in it as {@code '\\''}. */
  public static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
