package io.dartagnan.cli.table;

import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.cloud.TableDrop;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.EarlyEnd;
import io.dartagnan.cli.terminal.JsonLine;
import io.dartagnan.cli.terminal.OutputOption;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Deletes a table on all three clouds. */
@Command(
    name = "drop",
    description = "Delete a table and all its rows on all three clouds.",
    mixinStandardHelpOptions = true)
public final class DropCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TABLE", description = "The table.")
  private String table;

  @Option(names = "--yes", description = "Delete without asking.")
  private boolean yes;

  @Mixin private OutputOption output;
  @Mixin private CloudsOption connection;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    TableName name = TableNames.parse(table);
    if (!yes) {
      Console console = System.console();
      requireConfirmed(name, console == null ? null : question -> console.readLine("%s", question));
    }
    TableDrop drop = new TableDrop(name);
    try {
      EarlyEnd.during(
          spec.commandLine().getErr(),
          drop::standing,
          () -> connection.on(clouds -> drop(clouds, drop)));
    } catch (TableNotFoundException e) {
      throw Clouds.noTable(name);
    }
    out.println(
        output.isJson()
            ? new JsonLine().with("table", name.getNameAsString()).with("deleted", true)
            : "deleted table " + name);
    return 0;
  }

  private static Void drop(Clouds clouds, TableDrop drop) throws IOException {
    try (Admin admin = clouds.safe().getAdmin()) {
      drop.run(admin);
    }
    return null;
  }

  /**
   * Returns when the user has typed the table's name.
   *
   * @param terminal asks a question and returns the answer, null at its end; null if there is no
   *     terminal
   * @throws CommandException if the answer is something else, or there is nobody to ask
   */
  static void requireConfirmed(TableName table, UnaryOperator<String> terminal) {
    if (terminal == null) {
      throw CommandException.usage(
          "nothing was deleted: there is no terminal to ask on; add --yes to delete table "
              + table);
    }
    String answer =
        terminal.apply(
            "Table " + table + " and all its rows will be deleted. Type its name to go on: ");
    if (answer == null || !answer.strip().equals(table.getNameAsString())) {
      throw new CommandException("nothing was deleted: that is not the name of the table");
    }
  }
}
