package io.dartagnan.cli;

import io.dartagnan.cli.TableColumns.Column;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows one row as each of the three clouds stores it. */
@Command(
    name = "clouds",
    description = "Show one row as each of the three clouds stores it.",
    mixinStandardHelpOptions = true)
final class CloudsCommand implements Callable<Integer> {

  /** Explains the three lines below a value. */
  static final String EXPLANATION =
      """
      A cloud stores nothing else of a protected value: 4 bytes of layout, 8 bytes of a random number that is the
      same in the three cells of one write, then its share (its two of the three shares if the column is replicated).
      The share is a random number: one cloud cannot learn the value from it. All three shares together, added up or
      combined by xor, are the value.""";

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TABLE", description = "The table.")
  private String table;

  @Parameters(paramLabel = "ROW", description = "The row key.")
  private String row;

  @Option(names = "--column", paramLabel = "NAME", description = "Only this column (default: all).")
  private String column;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    TableName name = SchemaOptions.tableName(table);
    try (Clouds clouds = Clouds.connect();
        Table from = clouds.safe().getTable(name)) {
      TableColumns columns = clouds.columns(name);
      Answer answer = Answer.ofNamed(from, row);
      List<Column> shown =
          column == null ? columns.andThoseIn(answer.rows()) : List.of(columns.named(column));
      out.print(CloudCells.draw(clouds, name, answer.rows().get(0), shown));
      out.println(EXPLANATION);
    }
    return 0;
  }
}
