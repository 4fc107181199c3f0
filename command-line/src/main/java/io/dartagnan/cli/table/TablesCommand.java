package io.dartagnan.cli.table;

import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.terminal.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the tables and how their columns are declared. */
@Command(
    name = "tables",
    description = "List the tables and their columns.",
    mixinStandardHelpOptions = true)
public final class TablesCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private CloudsOption connection;

  @Override
  public Integer call() throws IOException {
    return connection.on(this::list);
  }

  private int list(Clouds clouds) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (Admin admin = clouds.safe().getAdmin()) {
      List<List<String>> rows = new ArrayList<>();
      for (TableDescriptor table : admin.listTableDescriptors()) {
        TableColumns columns = TableColumns.of(table);
        rows.add(
            List.of(
                table.getTableName().getNameAsString(),
                columns.keyName(),
                columns.suite(),
                Integer.toString(columns.all().size()),
                columns.all().stream()
                    .map(column -> column.qualifier() + ": " + column.format())
                    .collect(Collectors.joining("; "))));
      }
      out.println(
          rows.isEmpty()
              ? "there are no tables; 'dartagnan import FILE.csv --table NAME' makes one"
              : new TextTable(
                      List.of(
                          TextTable.Column.text("table"),
                          TextTable.Column.text("row key"),
                          TextTable.Column.text("suite"),
                          TextTable.Column.number("columns"),
                          TextTable.Column.text("declared")),
                      rows)
                  .render(TextTable.outputWidth(), List.of())
                  .text());
    }
    return 0;
  }
}
