package io.dartagnan.cli.table;

import io.dartagnan.cli.answer.Answer;
import io.dartagnan.cli.cloud.CloudCells;
import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.terminal.OutputOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows one row as each of the three clouds stores it. */
@Command(
    name = "clouds",
    description = "Show one row as each of the three clouds stores it.",
    mixinStandardHelpOptions = true)
public final class CloudsCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TABLE", description = "The table.")
  private String table;

  @Parameters(paramLabel = "ROW", description = "The row key.")
  private String row;

  @Option(names = "--column", paramLabel = "NAME", description = "Only this column (default: all).")
  private String column;

  @Mixin private OutputOption output;
  @Mixin private CloudsOption connection;

  @Override
  public Integer call() throws IOException {
    TableName name = TableNames.parse(table);
    return connection.on(clouds -> read(clouds, name));
  }

  private int read(Clouds clouds, TableName name) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (Table from = clouds.safe().getTable(name)) {
      TableColumns columns = clouds.columns(name);
      Answer answer = Answer.ofNamed(from, row);
      List<Column> shown =
          column == null ? columns.andThoseIn(answer.rows()) : List.of(columns.named(column));
      if (output.isJson()) {
        CloudCells.json(clouds, name, answer.rows().get(0), shown).forEach(out::println);
        return 0;
      }
      out.print(CloudCells.draw(clouds, name, answer.rows().get(0), shown));
      out.println(CloudCells.EXPLANATION);
    }
    return 0;
  }
}
