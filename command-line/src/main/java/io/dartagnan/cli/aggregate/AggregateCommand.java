package io.dartagnan.cli.aggregate;

import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.predicate.WhereOption;
import io.dartagnan.cli.terminal.OutputOption;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Computes one function of a column. The answer is all that goes to standard output. */
@Command(mixinStandardHelpOptions = true)
public final class AggregateCommand implements Callable<Integer> {

  private final AggregateFunction function;
  private final Aggregates.Opening database;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TABLE", description = "The table.")
  private String table;

  @Parameters(paramLabel = "COLUMN", description = "The column; rows without it do not count.")
  private String name;

  @Mixin private WhereOption where;
  @Mixin private OutputOption output;
  @Mixin private CloudsOption connection;

  private AggregateCommand(AggregateFunction function, Aggregates.Opening database) {
    this.function = function;
    this.database = database;
  }

  /** Adds count, sum, avg, min and max to a command line. */
  public static void addAll(CommandLine commandLine, Aggregates.Opening database) {
    commandLine.addSubcommand(new CountCommand(database));
    for (AggregateFunction function : AggregateFunction.values()) {
      CommandLine command = new CommandLine(new AggregateCommand(function, database));
      command.getCommandSpec().usageMessage().description(function.description());
      commandLine.addSubcommand(function.word(), command);
    }
  }

  @Override
  public Integer call() throws IOException {
    TableName tableName = TableNames.parse(table);
    return connection.watching(() -> compute(tableName));
  }

  private int compute(TableName tableName) throws IOException {
    try (Aggregates from = database.open(connection)) {
      TableColumns columns = from.columns(tableName);
      Column column = columns.named(name);
      function.require(column);
      Scan scan = new Scan().addColumn(column.familyBytes(), column.qualifierBytes());
      where
          .read(columns, spec.commandLine().getErr())
          .ifPresent(clause -> scan.setFilter(clause.filter()));
      long start = System.nanoTime();
      Optional<String> answer = function.of(from, tableName, scan, column.format());
      new AggregateAnswer(
              tableName,
              function.word(),
              Optional.of(column.name()),
              answer,
              column.format().isNumeric(),
              TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start))
          .print(spec.commandLine(), output);
    }
    return 0;
  }
}
