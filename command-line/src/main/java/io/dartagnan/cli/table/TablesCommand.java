package io.dartagnan.cli.table;

import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.terminal.JsonLine;
import io.dartagnan.cli.terminal.OutputOption;
import io.dartagnan.cli.terminal.TextTable;
import io.dartagnan.schema.SealedProtection.Encryption;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  @Mixin private OutputOption output;
  @Mixin private CloudsOption connection;

  @Override
  public Integer call() throws IOException {
    return connection.on(this::list);
  }

  private int list(Clouds clouds) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (Admin admin = clouds.safe().getAdmin()) {
      List<TableColumns> tables = new ArrayList<>();
      for (TableDescriptor table : admin.listTableDescriptors()) {
        tables.add(TableColumns.of(table));
      }
      if (output.isJson()) {
        tables.forEach(table -> out.println(json(table)));
      } else {
        out.println(
            tables.isEmpty()
                ? "there are no tables; 'dartagnan import FILE.csv --table NAME' makes one"
                : drawn(tables));
      }
    }
    return 0;
  }

  private static JsonLine json(TableColumns table) {
    List<Map<String, String>> columns = new ArrayList<>();
    for (Column column : table.all()) {
      Map<String, String> declared = new LinkedHashMap<>();
      declared.put("name", column.name());
      declared.put("declared", column.format().toString());
      columns.add(declared);
    }
    return new JsonLine()
        .with("table", table.table().getNameAsString())
        .with("key", table.keyName())
        .with("rowKeys", table.rowKeys().map(Encryption::toString).orElse(null))
        .with("suite", table.suite().isEmpty() ? null : table.suite())
        .with("columns", columns);
  }

  private static String drawn(List<TableColumns> tables) {
    List<List<String>> rows = new ArrayList<>();
    for (TableColumns table : tables) {
      rows.add(
          List.of(
              table.table().getNameAsString(),
              table.keyName() + table.rowKeys().map(scheme -> ": " + scheme).orElse(""),
              table.suite(),
              Integer.toString(table.all().size()),
              table.all().stream()
                  .map(column -> column.qualifier() + ": " + column.format())
                  .collect(Collectors.joining("; "))));
    }
    return new TextTable(
            List.of(
                TextTable.Column.text("table"),
                TextTable.Column.text("row key"),
                TextTable.Column.text("suite"),
                TextTable.Column.number("columns"),
                TextTable.Column.text("declared")),
            rows)
        .render(TextTable.outputWidth(), List.of())
        .text();
  }
}
