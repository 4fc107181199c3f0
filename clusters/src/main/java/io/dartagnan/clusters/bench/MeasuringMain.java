package io.dartagnan.clusters.bench;

import java.util.concurrent.Callable;
import picocli.CommandLine;

/** The way in which a measuring program runs and ends. */
final class MeasuringMain {
  private MeasuringMain() {}

  /** Runs it; ends the JVM with 0, or with 1 and one sentence on standard error. */
  static void run(Callable<Integer> program, String[] arguments) {
    System.exit(
        new CommandLine(program)
            .setExecutionExceptionHandler(
                (e, line, parsed) -> {
                  System.err.println("error: " + e.getMessage());
                  return 1;
                })
            .execute(arguments));
  }
}
