package io.dartagnan.cli.aggregate;

import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.predicate.WhereOption;
import io.dartagnan.cli.terminal.OutputOption;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Counts rows. The count is all that goes to standard output. */
@Command(
    name = "count",
    description = "Count the rows of a table, all or those that satisfy a predicate.",
    mixinStandardHelpOptions = true)
public final class CountCommand implements Callable<Integer> {

  private final Aggregates.Opening database;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TABLE", description = "The table.")
  private String table;

  @Mixin private WhereOption where;
  @Mixin private OutputOption output;
  @Mixin private CloudsOption connection;

  CountCommand(Aggregates.Opening database) {
    this.database = database;
  }

  @Override
  public Integer call() throws IOException {
    TableName name = TableNames.parse(table);
    return connection.watching(() -> count(name));
  }

  private int count(TableName name) throws IOException {
    try (Aggregates from = database.open(connection)) {
      Scan scan = new Scan();
      where
          .read(from.columns(name), spec.commandLine().getErr())
          .ifPresent(clause -> scan.setFilter(clause.filter()));
      long start = System.nanoTime();
      String count = Long.toString(from.count(name, scan));
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      new AggregateAnswer(name, "count", Optional.empty(), Optional.of(count), true, millis)
          .print(spec.commandLine(), output);
    }
    return 0;
  }
}
