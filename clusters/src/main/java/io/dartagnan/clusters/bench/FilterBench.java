package io.dartagnan.clusters.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Program that loads the same rows into the three clouds, into each of them without shares, and
 * into one plain HBase, and measures filters over them side by side.
 */
@Command(name = "clusters/bench-filter")
public final class FilterBench implements Callable<Integer> {
  private static final long SEED = 20;

  /** The environment variable with the folder of the clouds that are up. */
  private static final String CLOUDS = "DARTAGNAN_OWN_CLOUDS";

  @Mixin private FilterBenchOptions options;

  @Mixin private MeasuredFolders folders;

  private FilterBench() {}

  /** Runs it; ends with 0, or with 1 and one sentence on standard error. */
  public static void main(String[] arguments) {
    MeasuringMain.run(new FilterBench(), arguments);
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
      tables.load(safe, options.scheme(), options.suite());
      List<Connection> clouds = plain3.connections();
      MeasuredTables.flush(clouds, safe.table());
      MeasuredTables.flush(clouds, plain3.table());
      MeasuredTables.flush(plain.connections(), plain.table());
      try (CloudGauges gauges = CloudGauges.open(Path.of(System.getenv(CLOUDS)))) {
        if (options.clients().isEmpty()) {
          new OneAtATime(options, rows, plain, plain3, safe, folders, gauges).run();
        } else {
          new ManyClients(options, rows, List.of(plain3, safe), gauges).run();
        }
      }
    }
    return 0;
  }
}
