package io.dartagnan.cli.table;

import io.dartagnan.cli.answer.Answer;
import io.dartagnan.cli.answer.RowJson;
import io.dartagnan.cli.answer.RowTable;
import io.dartagnan.cli.cloud.CloudCells;
import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.setup.CloudsInitCommand;
import io.dartagnan.cli.terminal.OutputOption;
import io.dartagnan.cli.terminal.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads one row of a table, and shows it in its own way. */
public abstract class RowCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  // Not required of a command that has commands of its own: they take others.
  @Parameters(index = "0", arity = "0..1", paramLabel = "TABLE", description = "The table.")
  private String table;

  @Parameters(index = "1", arity = "0..1", paramLabel = "ROW", description = "The row key.")
  private String row;

  @Mixin private OutputOption output;
  @Mixin private CloudsOption connection;

  /** A table and the answer that holds the one row. */
  record Read(Clouds clouds, TableName table, TableColumns columns, Answer answer) {}

  @Override
  public final Integer call() throws IOException {
    if (row == null) {
      throw new ParameterException(
          spec.commandLine(), "Missing required parameters: 'TABLE', 'ROW'");
    }
    TableName name = TableNames.parse(table);
    return connection.on(clouds -> read(clouds, name));
  }

  private int read(Clouds clouds, TableName name) throws IOException {
    try (Table from = clouds.safe().getTable(name)) {
      TableColumns columns = clouds.columns(name);
      Read read = new Read(clouds, name, columns, Answer.ofNamed(from, row));
      show(read, output.isJson(), spec.commandLine().getOut());
    }
    return 0;
  }

  /**
   * Prints the row.
   *
   * @param json whether for a program
   */
  abstract void show(Read read, boolean json, PrintWriter out) throws IOException;

  /** Reads one row. */
  @Command(name = "get", description = "Read one row.", mixinStandardHelpOptions = true)
  public static final class GetCommand extends RowCommand {

    @Override
    void show(Read read, boolean json, PrintWriter out) {
      Result row = read.answer().rows().get(0);
      if (json) {
        out.println(new RowJson(read.columns(), List.of()).line(row));
        return;
      }
      out.println(RowTable.render(TextTable.outputWidth(), read.columns(), row));
      out.println(read.answer().summary());
    }
  }

  /** Shows one row as each of the three clouds stores it. */
  @Command(
      name = "clouds",
      description = "Show one row as each of the three clouds stores it, or set three clouds up.",
      mixinStandardHelpOptions = true,
      subcommands = CloudsInitCommand.class)
  public static final class CloudsCommand extends RowCommand {

    @Option(
        names = "--column",
        paramLabel = "NAME",
        description = "Only this column (default: all).")
    private String column;

    @Override
    void show(Read read, boolean json, PrintWriter out) throws IOException {
      Result row = read.answer().rows().get(0);
      List<Column> shown =
          column == null
              ? read.columns().andThoseIn(read.answer().rows())
              : List.of(read.columns().named(column));
      if (json) {
        CloudCells.json(read.clouds(), read.table(), row, shown).forEach(out::println);
        return;
      }
      out.print(CloudCells.draw(read.clouds(), read.table(), row, shown));
      out.println(CloudCells.explanation(read.clouds().placement()));
    }
  }
}
