package io.dartagnan.clusters;

/** Text for a POSIX shell. */
final class Shell {
  private Shell() {}

  /** A line that sets and exports a variable to exactly this value. */
  static String export(String name, String value) {
    return "export " + name + "='" + value.replace("'", "'\\''") + "'";
  }
}
