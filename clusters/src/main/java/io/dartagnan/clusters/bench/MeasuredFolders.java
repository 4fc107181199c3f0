package io.dartagnan.clusters.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Folders of configurations that a measuring program is given, and the systems behind them. */
final class MeasuredFolders {
  @Parameters(
      arity = "5",
      description = "Folders of configurations: the Safe Client's, cloud 0, 1, 2, plain HBase's.")
  private List<Path> folders = new ArrayList<>();

  /** The Safe Client's configuration. */
  Path safe() {
    return folders.get(0);
  }

  /** The plain HBase's configuration. */
  Path plain() {
    return folders.get(4);
  }

  MeasuredSystem openSafe() throws IOException {
    return MeasuredSystem.safe(safe());
  }

  MeasuredSystem openTagged() throws IOException {
    return MeasuredSystem.tagged(safe());
  }

  MeasuredSystem openOneCluster() throws IOException {
    return MeasuredSystem.oneCluster(safe(), plain());
  }

  MeasuredSystem openPlain() throws IOException {
    return MeasuredSystem.plain(List.of(plain()));
  }

  /** Opens the three clouds as clusters without shares. */
  MeasuredSystem openPlain3() throws IOException {
    return MeasuredSystem.plain(folders.subList(1, 4));
  }

  /**
   * Runs a measuring program; ends the JVM with 0, or with 1 and one sentence on standard error.
   */
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
