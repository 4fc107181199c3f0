package io.dartagnan.clusters.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

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

  @Parameters(
      arity = "5",
      description = "Folders of configurations: the Safe Client's, cloud 0, 1, 2, plain HBase's.")
  private List<Path> folders = new ArrayList<>();

  private FilterBench() {}

  /** Runs it; ends with 0, or with 1 and one sentence on standard error. */
  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new FilterBench())
            .setExecutionExceptionHandler(
                (e, line, parsed) -> {
                  System.err.println("error: " + e.getMessage());
                  return 1;
                })
            .execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    Path safeFolder = folders.get(0);
    MeasuredRows rows = new MeasuredRows(options.rows(), SEED);
    MeasuredTables tables = new MeasuredTables(rows);
    try (MeasuredSystem plain = MeasuredSystem.plain(folders.subList(4, 5));
        MeasuredSystem plain3 = MeasuredSystem.plain(folders.subList(1, 4));
        MeasuredSystem safe = MeasuredSystem.safe(safeFolder)) {
      tables.load(plain);
      tables.load(plain3);
      tables.load(safe, options.scheme(), options.suite());
      List<Connection> clouds = plain3.connections();
      MeasuredTables.flush(clouds, safe.table());
      MeasuredTables.flush(clouds, plain3.table());
      MeasuredTables.flush(plain.connections(), plain.table());
      if (options.clients().isEmpty()) {
        try (CloudGauges gauges = CloudGauges.open(Path.of(System.getenv(CLOUDS)))) {
          new OneAtATime(options, rows, plain, plain3, safe, folders.get(4), safeFolder, gauges)
              .run();
        }
      } else {
        new ManyClients(options, rows, List.of(plain3, safe)).run();
      }
    }
    return 0;
  }
}
