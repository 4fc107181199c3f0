package io.dartagnan.clusters.terminal;

/** Text for a POSIX shell. */
public final class Shell {
  private Shell() {}

  /** A line that sets and exports a variable to exactly this value. */
  public static String export(String name, String value) {
    return "export " + name + "='" + value.replace("'", "'\\''") + "'";
  }
}
