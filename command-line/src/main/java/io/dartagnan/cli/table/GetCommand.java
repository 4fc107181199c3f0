package io.dartagnan.cli.table;

import io.dartagnan.cli.answer.Answer;
import io.dartagnan.cli.answer.RowJson;
import io.dartagnan.cli.answer.RowTable;
import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.terminal.OutputOption;
import io.dartagnan.cli.terminal.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads one row. */
@Command(name = "get", description = "Read one row.", mixinStandardHelpOptions = true)
public final class GetCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TABLE", description = "The table.")
  private String table;

  @Parameters(paramLabel = "ROW", description = "The row key.")
  private String row;

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
      if (output.isJson()) {
        out.println(new RowJson(columns, List.of()).line(answer.rows().get(0)));
        return 0;
      }
      out.println(RowTable.render(TextTable.outputWidth(), columns, answer.rows().get(0)));
      out.println(answer.summary());
    }
    return 0;
  }
}
