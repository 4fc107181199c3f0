package io.dartagnan.cli.table;

import io.dartagnan.cli.answer.Answer;
import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.terminal.OutputOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads one row of a table, and shows it in its own way. */
abstract class RowCommand implements Callable<Integer> {

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
}
