package io.dartagnan.cli.aggregate;

import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.ColumnFormat;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.predicate.WhereOption;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.JsonLine;
import io.dartagnan.cli.terminal.OutputOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.Locale;
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

  /** A function of the values of one column. */
  private enum AggregateFunction {
    /** The sum of numbers. */
    SUM(
        true,
        "Add up the numbers of a column. A sum is kept in 64 bits: one beyond 9,223,372,036,854,775,807"
            + " smallest units of the column (cents of a decimal(2)) wraps around to the negative ones."),
    /** The mean of numbers. */
    AVG(true, "Compute the mean of the numbers of a column."),
    /** The least value. */
    MIN(false, "Find the least value of a column: numbers by amount, text by its bytes."),
    /** The greatest value. */
    MAX(false, "Find the greatest value of a column: numbers by amount, text by its bytes.");

    private final boolean ofNumbers;
    private final String description;

    AggregateFunction(boolean ofNumbers, String description) {
      this.ofNumbers = ofNumbers;
      this.description = description;
    }

    /** The name of its command. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The help of its command. */
    String description() {
      return description;
    }

    /**
     * Returns when it can be computed of a column.
     *
     * @throws CommandException if it needs numbers and the column holds text, or the column is
     *     plain
     */
    void require(Column column) {
      if (column.format().protection().declaredType().isEmpty()) {
        throw new CommandException(
            "%s is of a protected column, and column '%s' is plain: its values are on each cloud as they are, and nothing says whether they are numbers or text; scan it and compute from what comes"
                .formatted(word(), column.qualifier()));
      }
      if (ofNumbers && !column.format().isNumeric()) {
        throw new CommandException(
            "%s needs numbers and column '%s' is declared %s; columns declared int64 or decimal(d) hold numbers"
                .formatted(word(), column.qualifier(), column.format()));
      }
    }

    /** Its value, as the command line shows it; empty if no row has a value in the column. */
    Optional<String> of(Aggregates from, TableName table, Scan scan, ColumnFormat format)
        throws IOException {
      return switch (this) {
        case SUM -> Optional.of(format.amount(from.sum(table, scan)));
        case AVG -> from.avg(table, scan).stream().mapToObj(format::mean).findFirst();
        case MIN -> from.min(table, scan).map(format::decode);
        case MAX -> from.max(table, scan).map(format::decode);
      };
    }
  }

  /** Counts rows. The count is all that goes to standard output. */
  @Command(
      name = "count",
      description = "Count the rows of a table, all or those that satisfy a predicate.",
      mixinStandardHelpOptions = true)
  private static final class CountCommand implements Callable<Integer> {

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

  /**
   * Answer of an aggregate, which is all that goes to standard output.
   *
   * @param column the full name of the column; empty for a count of rows
   * @param value as the command line shows it; empty if no row has one
   * @param isNumber whether the value is a number
   */
  private record AggregateAnswer(
      TableName table,
      String function,
      Optional<String> column,
      Optional<String> value,
      boolean isNumber,
      long millis) {

    /** Prints the value and, beside it on standard error, how long it took. */
    void print(CommandLine terminal, OutputOption output) {
      PrintWriter out = terminal.getOut();
      PrintWriter err = terminal.getErr();
      if (output.isJson()) {
        out.println(json());
        return;
      }
      if (value.isEmpty()) {
        err.println("no value: no row that was asked for has column " + column.orElseThrow());
        return;
      }
      out.println(value.get());
      err.println("computed in %,d ms".formatted(millis));
    }

    private JsonLine json() {
      return new JsonLine()
          .with("table", table.getNameAsString())
          .with("function", function)
          .with("column", column.orElse(null))
          .with("value", value.<Object>map(v -> isNumber ? new BigDecimal(v) : v).orElse(null))
          .with("ms", millis);
    }
  }
}
