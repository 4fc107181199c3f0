package io.dartagnan.cli;

/** Text as one word of a POSIX shell's command line. */
final class ShellWord {
  private ShellWord() {}

  /** The word in single quotes, which a shell reads as exactly this text. */
  static String quote(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
