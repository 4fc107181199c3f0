package io.dartagnan.cli.table;

import io.dartagnan.cli.answer.Answer;
import io.dartagnan.cli.answer.AnswerTable;
import io.dartagnan.cli.answer.ExplanationText;
import io.dartagnan.cli.answer.RowJson;
import io.dartagnan.cli.answer.Selection;
import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.predicate.WhereClause;
import io.dartagnan.cli.predicate.WhereOption;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.OutputOption;
import io.dartagnan.cli.terminal.TextTable;
import io.dartagnan.client.table.FilterExplanation;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads rows in the order of their keys, all or those that satisfy a predicate. */
@Command(
    name = "scan",
    description = "Read rows, all or those that satisfy a predicate.",
    mixinStandardHelpOptions = true)
public final class ScanCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TABLE", description = "The table.")
  private String table;

  @Mixin private WhereOption where;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "At most this many rows (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--columns",
      paramLabel = "A,B",
      split = ",",
      description = "Only these columns (default: all).")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--explain",
      description = "Say which part of the predicate is judged where, and what that took.")
  private boolean explain;

  @Mixin private OutputOption output;
  @Mixin private CloudsOption connection;

  @Override
  public Integer call() throws IOException {
    if (limit < 1) {
      throw CommandException.usage("--limit " + limit + " given, at least 1 is needed");
    }
    TableName name = TableNames.parse(table);
    return connection.on(clouds -> read(clouds, name));
  }

  private int read(Clouds clouds, TableName name) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter comments = output.isJson() ? spec.commandLine().getErr() : out;
    try (Table from = clouds.safe().getTable(name)) {
      TableColumns columns = clouds.columns(name);
      List<Column> shown = names.stream().map(String::strip).map(columns::named).toList();
      Optional<WhereClause> clause = where.read(columns, spec.commandLine().getErr());
      Scan scan = Selection.scan(shown, clause);
      if (clause.isEmpty()) {
        scan.setCaching(limit);
      }
      if (explain) {
        comments.println(ExplanationText.of(FilterExplanation.of(clouds.safe(), name, scan)));
      }
      Answer answer = Answer.scan(from, scan, limit);
      if (output.isJson()) {
        RowJson json = new RowJson(columns, shown);
        answer.rows().forEach(row -> out.println(json.line(row)));
      } else {
        out.println(drawn(columns, shown, clause, answer));
      }
      if (answer.more()) {
        comments.println("there are more rows; --limit shows them");
      }
      comments.println(answer.summary());
      if (explain) {
        answer.explanation().ifPresent(comments::println);
      }
    }
    return 0;
  }

  private String drawn(
      TableColumns columns, List<Column> shown, Optional<WhereClause> clause, Answer answer) {
    List<String> kept =
        clause.stream().flatMap(c -> c.columns().stream()).map(Column::qualifier).toList();
    AnswerTable drawn =
        shown.isEmpty()
            ? AnswerTable.ofAll(columns, answer.rows())
            : AnswerTable.of(columns, shown);
    return drawn.render(TextTable.outputWidth(), answer.rows(), limit, kept);
  }
}
