package io.dartagnan.clusters.bench;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Program that loads the same rows into the three clouds, into each of them without shares, and
 * into one plain HBase, and measures single operations on them side by side.
 */
@Command(name = "clusters/bench-ops")
public final class OpsBench implements Callable<Integer> {
  private static final long SEED = 20;

  @Mixin private OpsBenchOptions options;

  @Mixin private MeasuredFolders folders;

  private OpsBench() {}

  /** Runs it; ends with 0, or with 1 and one sentence on standard error. */
  public static void main(String[] arguments) {
    MeasuringMain.run(new OpsBench(), arguments);
  }

  @Override
  public Integer call() throws IOException {
    MeasuredRows rows = new MeasuredRows(options.rows(), SEED);
    MeasuredTables tables = new MeasuredTables(rows);
    try (MeasuredSystem plain = folders.openPlain();
        MeasuredSystem plain3 = folders.openPlain3();
        MeasuredSystem safe = folders.openSafe()) {
      tables.load(plain);
      tables.load(plain3);
      tables.load(safe, options.scheme(), "araki");
      new OperationTurns(options, rows, plain, plain3, safe).run();
    }
    return 0;
  }
}
