package io.dartagnan.cli.terminal;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;

/**
 * Logs of the libraries beneath a command, HBase's above all, and what they print. A failure is one
 * sentence of the command; what the libraries say about it is shown only when it is asked for.
 */
public final class LibraryLogs {

  private static final String CONFIGURATION = "log4j.configuration";

  private LibraryLogs() {}

  /**
   * Chooses what is logged, unless the process was started with a choice of its own, and whether
   * {@code System.err} is shown: HBase's client prints stack traces there as well. What the program
   * says itself goes to the stream that {@code System.err} was before. To be called before anything
   * logs.
   *
   * @param verbose whether warnings of the libraries, and what they print, go to standard error
   */
  public static void show(boolean verbose) {
    if (System.getProperty(CONFIGURATION) == null) {
      System.setProperty(
          CONFIGURATION,
          "io/dartagnan/cli/terminal/" + (verbose ? "verbose" : "quiet") + ".properties");
    }
    // From here on the log has the standard error of now, for the program's own warnings.
    LoggerFactory.getILoggerFactory();
    if (!verbose) {
      PrintStream err = System.err;
      Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> failure.printStackTrace(err));
      System.setErr(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    }
  }
}
