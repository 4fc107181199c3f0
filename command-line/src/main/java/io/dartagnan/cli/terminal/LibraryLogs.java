package io.dartagnan.cli.terminal;

/**
 * Logs of the libraries beneath a command, HBase's above all. A failure is one sentence of the
 * command; what the libraries log about it is shown only when it is asked for.
 */
public final class LibraryLogs {

  private static final String CONFIGURATION = "log4j.configuration";

  private LibraryLogs() {}

  /**
   * Chooses what is logged, unless the process was started with a choice of its own. To be called
   * before anything logs.
   *
   * @param verbose whether warnings of the libraries go to standard error
   */
  public static void show(boolean verbose) {
    if (System.getProperty(CONFIGURATION) == null) {
      System.setProperty(
          CONFIGURATION,
          "io/dartagnan/cli/terminal/" + (verbose ? "verbose" : "quiet") + ".properties");
    }
  }
}
